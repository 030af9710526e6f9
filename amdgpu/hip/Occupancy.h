#pragma once

#include "amdgpu/hip/Modules.h"

namespace assay::amdhip {

/// Vector registers of a wave.
int vectorRegisters(const Function &function);

/// Work-items that a workgroup may have.
int largestBlock(const Function &function);

/// Workgroups that fit into a compute unit by their waves, registers and LDS.
int workgroupsPerUnit(const Function &function, int block, size_t dynamicLds);

/// Whether the device has room for all workgroups at once, as a cooperative launch needs it.
Status fitsAtOnce(const Function &function, const amdgpu::Geometry &geometry);

} // namespace assay::amdhip
