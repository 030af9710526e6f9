#include "amdgpu/hip/Occupancy.h"

#include "amdgpu/hip/Model.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::amdhip {

/// GRANULATED_WORKITEM_VGPR_COUNT of rsrc1, in steps of 8 (AMDGPUUsage, "compute_pgm_rsrc1").
int vectorRegisters(const Function &function) {
  return (static_cast<int>(function.kernel->descriptor.rsrc1 & 0x3f) + 1) * 8;
}

int largestBlock(const Function &function) {
  return static_cast<int>(
      std::min<uint32_t>(function.kernel->metadata.maxWorkgroupSize, maxWorkgroupSize));
}

int workgroupsPerUnit(const Function &function, int block, size_t dynamicLds) {
  const int waves = (block + warpSize - 1) / warpSize;
  const int byRegisters = std::min(wavesPerSimd, registersPerSimd / vectorRegisters(function));
  int result = byRegisters * simdsPerComputeUnit / waves;
  const size_t lds = function.kernel->descriptor.ldsBytes + dynamicLds;
  if (lds > 0)
    result = std::min<int>(result, static_cast<int>(ldsBytes / lds));
  return result;
}

Status fitsAtOnce(const Function &function, const amdgpu::Geometry &geometry) {
  const uint64_t most =
      uint64_t(modelOf(Runtime::get().settings.chip).computeUnits) *
      static_cast<uint64_t>(workgroupsPerUnit(function, static_cast<int>(geometry.block.product()),
                                              geometry.dynamicLdsBytes));
  if (geometry.grid.product() <= most)
    return {};
  return {hipErrorCooperativeLaunchTooLarge,
          fmt::format("of the {} workgroups of kernel '{}' the device has room for {} at once",
                      geometry.grid.product(), function.name(), most)};
}

} // namespace assay::amdhip
