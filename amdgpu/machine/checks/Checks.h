#pragma once

#include "amdgpu/machine/Launch.h"
#include "amdgpu/machine/checks/CheckList.h"

namespace assay::amdgpu {

/// Makes `options` watch one launch. Findings are Faults of the kind Reported.
void addChecks(Options &options, const Checks &checks);

} // namespace assay::amdgpu
