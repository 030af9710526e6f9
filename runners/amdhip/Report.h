#pragma once

#include "runners/amdgpu/Fault.h"

namespace assay::amdhip {

/// Says on stderr and in the report file (docs/amdhip.md) what a kernel did, as the settings want.
void report(const amdgpu::Fault &fault);

} // namespace assay::amdhip
