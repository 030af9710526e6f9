#pragma once

#include "amdgpu/machine/Counters.h"
#include "amdgpu/machine/Fault.h"

#include <string>

namespace assay::amdhip {

/// Says on stderr and in the report file (amdgpu/docs/amdhip.md) what a kernel did, as the settings
/// want.
void report(const amdgpu::Fault &fault);

/// Says in the file of counters what was counted of a launch.
void report(const std::string &kernel, const amdgpu::Finished &finished,
            const amdgpu::Counters &counters);

} // namespace assay::amdhip
