#pragma once

#include "runners/amdgpu/Launch.h"
#include "runners/amdgpu/checks/CheckList.h"

namespace assay::amdgpu {

/// Makes `options` watch one launch. Findings are Faults of the kind Reported.
void addChecks(Options &options, const Checks &checks);

} // namespace assay::amdgpu
