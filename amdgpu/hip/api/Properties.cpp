#include "amdgpu/hip/Model.h"
#include "amdgpu/hip/Properties6.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <climits>
#include <cstring>

using namespace assay::amdhip;

namespace {

/// The members that both versions of the structure have by the same names.
template <class Properties> void fill(Properties &result) {
  const Settings &settings = Runtime::get().settings;
  const Model &model = modelOf(settings.chip);
  result = {};
  const std::string name =
      fmt::format("assay AMDGPU emulator ({})", assay::amdgpu::nameOf(settings.chip));
  std::memcpy(result.name, name.c_str(), name.size() + 1);
  std::memcpy(result.gcnArchName, model.archName, std::strlen(model.archName) + 1);
  result.totalGlobalMem = assay::amdgpu::Memory::maxLiveBytes;
  result.sharedMemPerBlock = ldsBytes;
  result.maxSharedMemoryPerMultiProcessor = ldsBytes;
  result.regsPerBlock = 65536;
  result.warpSize = warpSize;
  result.maxThreadsPerBlock = maxWorkgroupSize;
  for (int axis = 0; axis < 3; ++axis) {
    result.maxThreadsDim[axis] = maxWorkgroupSize;
    result.maxGridSize[axis] = axis == 0 ? INT_MAX : 65536;
  }
  result.clockRate = model.clockKhz;
  result.memoryClockRate = model.memoryClockKhz;
  result.memoryBusWidth = model.busBits;
  result.clockInstructionRate = 100000;
  result.totalConstMem = INT_MAX;
  result.memPitch = INT_MAX;
  result.textureAlignment = 256;
  result.texturePitchAlignment = 256;
  result.major = model.major;
  result.minor = model.minor;
  result.multiProcessorCount = model.computeUnits;
  result.l2CacheSize = model.l2Bytes;
  result.maxThreadsPerMultiProcessor = maxThreadsPerComputeUnit;
  result.concurrentKernels = 1;
  result.cooperativeLaunch = 1;
  result.canMapHostMemory = 1;
  result.managedMemory = 1;
  result.concurrentManagedAccess = 1;
  result.directManagedMemAccessFromHost = 1;
  result.isLargeBar = 1;
  result.arch.hasGlobalInt32Atomics = result.arch.hasGlobalFloatAtomicExch = 1;
  result.arch.hasSharedInt32Atomics = result.arch.hasSharedFloatAtomicExch = 1;
  result.arch.hasFloatAtomicAdd = result.arch.hasGlobalInt64Atomics = 1;
  result.arch.hasSharedInt64Atomics = result.arch.hasDoubles = 1;
  result.arch.hasWarpVote = result.arch.hasWarpBallot = result.arch.hasWarpShuffle = 1;
  result.arch.hasThreadFenceSystem = result.arch.has3dGrid = 1;
}

/// hipDeviceAttribute_t, the numbers of which HIP 5 and 6 share. Nothing for what is unknown.
std::optional<int> attribute(int which) {
  const Model &model = modelOf(Runtime::get().settings.chip);
  switch (which) {
  case hipDeviceAttributeCanMapHostMemory:
  case hipDeviceAttributeCanUseHostPointerForRegisteredMem:
  case hipDeviceAttributeConcurrentKernels:
  case hipDeviceAttributeCooperativeLaunch:
  case hipDeviceAttributeConcurrentManagedAccess:
  case hipDeviceAttributeDirectManagedMemAccessFromHost:
  case hipDeviceAttributeHostNativeAtomicSupported:
  case hipDeviceAttributeManagedMemory:
  case hipDeviceAttributeStreamPrioritiesSupported:
  case hipDeviceAttributeUnifiedAddressing:
  case hipDeviceAttributeIsLargeBar:
  case hipDeviceAttributeCanUseStreamWaitValue:
  case hipDeviceAttributeFineGrainSupport:
  case hipDeviceAttributeAsyncEngineCount:
    return 1;
  case hipDeviceAttributeClockRate:
    return model.clockKhz;
  case hipDeviceAttributeMemoryClockRate:
    return model.memoryClockKhz;
  case hipDeviceAttributeMemoryBusWidth:
    return model.busBits;
  case hipDeviceAttributeClockInstructionRate:
    return 100000;
  case hipDeviceAttributeL2CacheSize:
    return model.l2Bytes;
  case hipDeviceAttributeComputeCapabilityMajor:
    return model.major;
  case hipDeviceAttributeComputeCapabilityMinor:
    return model.minor;
  case hipDeviceAttributeMultiprocessorCount:
  case hipDeviceAttributePhysicalMultiProcessorCount:
    return model.computeUnits;
  case hipDeviceAttributeMaxBlocksPerMultiProcessor:
    return simdsPerComputeUnit * wavesPerSimd;
  case hipDeviceAttributeMaxBlockDimX:
  case hipDeviceAttributeMaxBlockDimY:
  case hipDeviceAttributeMaxBlockDimZ:
  case hipDeviceAttributeMaxThreadsDim:
  case hipDeviceAttributeMaxThreadsPerBlock:
    return maxWorkgroupSize;
  case hipDeviceAttributeMaxGridDimX:
    return INT_MAX;
  case hipDeviceAttributeMaxGridDimY:
  case hipDeviceAttributeMaxGridDimZ:
    return 65536;
  case hipDeviceAttributeMaxThreadsPerMultiProcessor:
    return maxThreadsPerComputeUnit;
  case hipDeviceAttributeMaxPitch:
  case hipDeviceAttributeTotalConstantMemory:
  case hipDeviceAttributeTotalGlobalMem:
    return INT_MAX;
  case hipDeviceAttributeMaxRegistersPerBlock:
  case hipDeviceAttributeMaxRegistersPerMultiprocessor:
    return 65536;
  case hipDeviceAttributeMaxSharedMemoryPerBlock:
  case hipDeviceAttributeSharedMemPerBlockOptin:
  case hipDeviceAttributeSharedMemPerMultiprocessor:
  case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
    return ldsBytes;
  case hipDeviceAttributeTextureAlignment:
  case hipDeviceAttributeTexturePitchAlignment:
    return 256;
  case hipDeviceAttributeWarpSize:
    return warpSize;
  case hipDeviceAttributeSingleToDoublePrecisionPerfRatio:
    return 2;
  // Pools are served, but a driver that may choose should take plain allocations: the bounds of
  // parts of a pool are nobody's.
  case hipDeviceAttributeMemoryPoolsSupported:
    return 0;
  default:
    // The rest of the lists, textures among it: this device has none of that.
    if ((which >= 0 && which < 100) || (which >= 10000 && which < 10030))
      return 0;
    return std::nullopt;
  }
}

} // namespace

hipError_t hipGetDeviceProperties(hipDeviceProp_t *result, int device) {
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  fill(*result);
  result->gcnArch = Runtime::get().settings.chip == assay::amdgpu::Chip::Gfx90a ? 910 : 942;
  return finish();
}

hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t which, int device) {
  if (!value)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  auto found = attribute(static_cast<int>(which));
  if (!found)
    return finish(hipErrorInvalidValue, fmt::format("there is no attribute {}", int(which)));
  *value = *found;
  return finish();
}

// What hipGetDeviceProperties is a macro for since HIP 6.
extern "C" hipError_t hipGetDevicePropertiesR0600(Properties6 *result, int device) {
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  fill(*result);
  result->asyncEngineCount = 1;
  result->unifiedAddressing = 1;
  result->streamPrioritiesSupported = 1;
  result->sharedMemPerMultiprocessor = ldsBytes;
  result->sharedMemPerBlockOptin = ldsBytes;
  result->regsPerMultiprocessor = 65536;
  result->hostNativeAtomicSupported = 1;
  result->canUseHostPointerForRegisteredMem = 1;
  result->hostRegisterSupported = 1;
  result->maxBlocksPerMultiProcessor = simdsPerComputeUnit * wavesPerSimd;
  result->singleToDoublePrecisionPerfRatio = 2;
  return finish();
}

// What the name without a version is to programs of HIP 5.
extern "C" hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_t *result, int device) {
  return hipGetDeviceProperties(result, device);
}
