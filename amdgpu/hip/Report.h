#pragma once

#include "amdgpu/machine/Fault.h"

namespace assay::amdhip {

/// Says on stderr and in the report file (amdgpu/docs/amdhip.md) what a kernel did, as the settings
/// want.
void report(const amdgpu::Fault &fault);

} // namespace assay::amdhip
