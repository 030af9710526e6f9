#include "runners/amdgpu/isa/Access.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

const Table mfmaTable;

} // namespace assay::amdgpu::AMDGPU_LEVEL
