#include "amdgpu/hip/Occupancy.h"
#include "amdgpu/hip/Model.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <algorithm>

using namespace assay::amdhip;

namespace {

hipError_t blocksPerUnit(int *result, const void *handle, int block, size_t lds,
                         std::source_location where = std::source_location::current()) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return finish(status, where);
  if (!result || block <= 0)
    return finish(hipErrorInvalidValue, "the result's pointer is null or the block empty", where);
  *result = block > largestBlock(*function) ? 0 : workgroupsPerUnit(*function, block, lds);
  return finish();
}

hipError_t bestBlock(int *grid, int *block, const void *handle, size_t lds, int limit,
                     std::source_location where = std::source_location::current()) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return finish(status, where);
  if (!grid || !block || limit < 0)
    return finish(hipErrorInvalidValue, "a result's pointer is null or the limit negative", where);
  const int largest =
      limit == 0 ? largestBlock(*function) : std::min(limit, largestBlock(*function));
  int best = std::min(largest, warpSize);
  int most = 0;
  for (int size = largest / warpSize * warpSize; size > 0; size -= warpSize)
    if (int items = size * workgroupsPerUnit(*function, size, lds); items > most) {
      most = items;
      best = size;
    }
  *block = best;
  *grid =
      modelOf(Runtime::get().settings.chip).computeUnits * workgroupsPerUnit(*function, best, lds);
  return finish();
}

} // namespace

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, hipFunction_t function,
                                                   size_t lds, int limit) {
  return bestBlock(grid, block, function, lds, limit);
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                            hipFunction_t function, size_t lds,
                                                            int limit, unsigned int) {
  return bestBlock(grid, block, function, lds, limit);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *result, hipFunction_t function,
                                                              int block, size_t lds) {
  return blocksPerUnit(result, function, block, lds);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *result,
                                                                       hipFunction_t function,
                                                                       int block, size_t lds,
                                                                       unsigned int) {
  return blocksPerUnit(result, function, block, lds);
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *result, const void *function,
                                                        int block, size_t lds) {
  return blocksPerUnit(result, function, block, lds);
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *result, const void *function,
                                                                 int block, size_t lds,
                                                                 unsigned int) {
  return blocksPerUnit(result, function, block, lds);
}

hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function,
                                             size_t lds, int limit) {
  return bestBlock(grid, block, function, lds, limit);
}

hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute which, hipFunction_t handle) {
  auto function = Runtime::get().functions.find(handle);
  if (!function)
    return finish(hipErrorInvalidHandle, "the kernel does not exist, or no more");
  if (!value)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  hipFuncAttributes all;
  if (hipError_t error = hipFuncGetAttributes(&all, handle); error != hipSuccess)
    return error;
  switch (which) {
  case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    *value = all.maxThreadsPerBlock;
    return finish();
  case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    *value = static_cast<int>(all.sharedSizeBytes);
    return finish();
  case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    *value = static_cast<int>(all.constSizeBytes);
    return finish();
  case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    *value = static_cast<int>(all.localSizeBytes);
    return finish();
  case HIP_FUNC_ATTRIBUTE_NUM_REGS:
    *value = all.numRegs;
    return finish();
  case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
  case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
    *value = all.binaryVersion;
    return finish();
  case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    *value = 0;
    return finish();
  case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    *value = all.maxDynamicSharedSizeBytes;
    return finish();
  case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    *value = 0;
    return finish();
  default:
    return finish(hipErrorInvalidValue, fmt::format("there is no attribute {}", int(which)));
  }
}

hipError_t hipFuncGetAttributes(hipFuncAttributes *result, const void *handle) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return finish(status);
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  const auto &descriptor = function->kernel->descriptor;
  *result = {};
  result->binaryVersion = result->ptxVersion = modelOf(Runtime::get().settings.chip).major * 10;
  result->localSizeBytes = descriptor.scratchBytes;
  result->sharedSizeBytes = descriptor.ldsBytes;
  result->maxDynamicSharedSizeBytes =
      ldsBytes - static_cast<int>(std::min<uint32_t>(descriptor.ldsBytes, ldsBytes));
  result->maxThreadsPerBlock = largestBlock(*function);
  result->numRegs = vectorRegisters(*function);
  return finish();
}

hipError_t hipFuncSetAttribute(const void *handle, hipFuncAttribute which, int value) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return finish(status);
  // Launches may always have as much as there is: nothing needs to be kept.
  if (which == hipFuncAttributeMaxDynamicSharedMemorySize &&
      (value < 0 || static_cast<uint32_t>(value) + function->kernel->descriptor.ldsBytes >
                        static_cast<uint32_t>(ldsBytes)))
    return finish(hipErrorInvalidValue, fmt::format("a kernel cannot have {} bytes of LDS", value));
  return finish();
}

hipError_t hipFuncSetCacheConfig(const void *, hipFuncCache_t) { return finish(); }
hipError_t hipFuncSetSharedMemConfig(const void *, hipSharedMemConfig) { return finish(); }

// Of later versions: what is left of a compute unit's LDS for each of so many workgroups.
extern "C" hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *handle,
                                                               int blocks, int block) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return finish(status);
  if (!bytes || blocks <= 0 || block <= 0)
    return finish(hipErrorInvalidValue, "the result's pointer is null or a number not positive");
  const auto room = static_cast<uint32_t>(ldsBytes / blocks);
  *bytes = room - std::min(room, function->kernel->descriptor.ldsBytes);
  return finish();
}
