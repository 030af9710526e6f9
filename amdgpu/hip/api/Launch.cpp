#include "amdgpu/hip/Attributes.h"
#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Modules.h"
#include "amdgpu/hip/Occupancy.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"
#include "amdgpu/hip/Types6.h"

#include <fmt/format.h>

#include <span>

using namespace assay::amdhip;

namespace {

assay::amdgpu::Dim3 toDim(const dim3 &value) { return {value.x, value.y, value.z}; }

Status launch(const void *handle, const dim3 &grid, const dim3 &block, size_t lds,
              hipStream_t stream, void **parameters, void **extra, bool isCooperative = false) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return status;
  if (lds > UINT32_MAX)
    return {hipErrorInvalidValue, fmt::format("no launch has {} bytes of LDS", lds)};
  KernelLaunch work;
  work.geometry = {toDim(grid), toDim(block), static_cast<uint32_t>(lds), isCooperative};
  work.function = function;
  if (status = check(work); !status)
    return status;
  if (isCooperative)
    if (status = fitsAtOnce(*function, work.geometry); !status)
      return status;
  if (status = packArguments(*function, work.geometry, parameters, extra, work.kernarg); !status)
    return status;
  return enqueue(stream, std::move(work));
}

/// Of a hipFunction_t only.
Status launchFunction(hipFunction_t function, const dim3 &grid, const dim3 &block, size_t lds,
                      hipStream_t stream, void **parameters, void **extra,
                      bool isCooperative = false) {
  if (!Runtime::get().functions.find(function))
    return {hipErrorInvalidHandle, "the kernel does not exist, or no more"};
  if (parameters && extra)
    return {hipErrorInvalidValue, "arguments are given in both ways"};
  return launch(function, grid, block, lds, stream, parameters, extra, isCooperative);
}

/// Whether a launch of this configuration is cooperative. The other attributes say how caches,
/// priorities and waiting threads are to be treated, which changes no result.
template <class Config> Status readAttributes(const Config *config, bool &isCooperative) {
  if (!config)
    return {hipErrorInvalidValue, "the configuration is null"};
  if (config->numAttrs > 0 && !config->attrs)
    return {hipErrorInvalidValue, "the attributes are null"};
  for (const LaunchAttribute &one : std::span(config->attrs, config->numAttrs)) {
    if (!LaunchAttributes::exists(one.id))
      return {hipErrorNotSupported, fmt::format("launches have no attribute {}", int(one.id))};
    if (one.id == LaunchAttributeId::Cooperative)
      isCooperative = one.value.cooperative != 0;
  }
  return {};
}

/// Between two events, which may be null.
template <class Launch>
hipError_t between(hipEvent_t start, hipEvent_t stop, hipStream_t stream, Launch launch,
                   std::source_location where = std::source_location::current()) {
  if (start)
    if (hipError_t error = hipEventRecord(start, stream); error != hipSuccess)
      return error;
  if (Status status = launch(); !status)
    return finish(status, where);
  return stop ? hipEventRecord(stop, stream) : hipSuccess;
}

/// What hipLaunchKernelGGL's older form collects before its launch.
struct Configuration {
  dim3 grid, block;
  size_t lds = 0;
  hipStream_t stream = nullptr;
  std::vector<std::byte> arguments;
};
thread_local std::vector<Configuration> configurations;

} // namespace

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX, unsigned gridY,
                                 unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                                 unsigned lds, hipStream_t stream, void **parameters,
                                 void **extra) {
  return finish(launchFunction(function, dim3(gridX, gridY, gridZ), dim3(blockX, blockY, blockZ),
                               lds, stream, parameters, extra));
}

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                           size_t lds, hipStream_t stream) {
  return finish(launch(function, grid, block, lds, stream, arguments, nullptr));
}

hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                              size_t lds, hipStream_t stream, hipEvent_t start, hipEvent_t stop,
                              int) {
  return between(start, stop, stream,
                 [&] { return launch(function, grid, block, lds, stream, arguments, nullptr); });
}

// Its sizes are work-items.
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t itemsX, uint32_t itemsY,
                                    uint32_t itemsZ, uint32_t blockX, uint32_t blockY,
                                    uint32_t blockZ, size_t lds, hipStream_t stream,
                                    void **parameters, void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t) {
  for (auto [items, block] : {std::pair(itemsX, blockX), {itemsY, blockY}, {itemsZ, blockZ}})
    if (block == 0 || items % block != 0)
      return finish(hipErrorNotSupported,
                    fmt::format("{} work-items are no whole workgroups of {}", items, block));
  return between(start, stop, stream, [&] {
    return launchFunction(function, dim3(itemsX / blockX, itemsY / blockY, itemsZ / blockZ),
                          dim3(blockX, blockY, blockZ), lds, stream, parameters, extra);
  });
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t itemsX, uint32_t itemsY,
                                    uint32_t itemsZ, uint32_t blockX, uint32_t blockY,
                                    uint32_t blockZ, size_t lds, hipStream_t stream,
                                    void **parameters, void **extra, hipEvent_t start,
                                    hipEvent_t stop) {
  return hipExtModuleLaunchKernel(function, itemsX, itemsY, itemsZ, blockX, blockY, blockZ, lds,
                                  stream, parameters, extra, start, stop, 0);
}

// The same two by C's names.
decltype(hipExtModuleLaunchKernel) extModuleLaunchKernel __asm__("hipExtModuleLaunchKernel")
    __attribute__((
        alias("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPv"
              "S4_P11ihipEvent_tS6_j")));
decltype(hipHccModuleLaunchKernel) hccModuleLaunchKernel __asm__("hipHccModuleLaunchKernel")
    __attribute__((
        alias("_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPv"
              "S4_P11ihipEvent_tS6_")));

hipError_t hipLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                      unsigned int lds, hipStream_t stream) {
  return finish(launch(function, grid, block, lds, stream, arguments, nullptr, true));
}

hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launches, int count,
                                                 unsigned int) {
  if (!launches || count != 1)
    return finish(hipErrorInvalidValue, "there is one device");
  return hipLaunchCooperativeKernel(launches->func, launches->gridDim, launches->blockDim,
                                    launches->args, static_cast<unsigned>(launches->sharedMem),
                                    launches->stream);
}

hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *, int, unsigned int) {
  return finish(hipErrorNotSupported, "there is one device");
}

hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  configurations.push_back({grid, block, lds, stream, {}});
  return finish();
}

hipError_t hipSetupArgument(const void *argument, size_t size, size_t offset) {
  if (configurations.empty())
    return finish(hipErrorMissingConfiguration, "hipConfigureCall comes first");
  // Beyond what any kernel takes.
  if (!argument || offset > 65536 || size > 65536)
    return finish(hipErrorInvalidValue, "there is no such argument");
  std::vector<std::byte> &all = configurations.back().arguments;
  all.resize(std::max(all.size(), offset + size));
  std::copy_n(static_cast<const std::byte *>(argument), size, all.begin() + long(offset));
  return finish();
}

hipError_t hipLaunchByPtr(const void *function) {
  if (configurations.empty())
    return finish(hipErrorMissingConfiguration, "hipConfigureCall comes first");
  Configuration call = std::move(configurations.back());
  configurations.pop_back();
  size_t size = call.arguments.size();
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, call.arguments.data(),
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  return finish(launch(function, call.grid, call.block, call.lds, call.stream, nullptr, extra));
}

extern "C" {

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned gridX, unsigned gridY,
                                            unsigned gridZ, unsigned blockX, unsigned blockY,
                                            unsigned blockZ, unsigned lds, hipStream_t stream,
                                            void **parameters) {
  return finish(launchFunction(function, dim3(gridX, gridY, gridZ), dim3(blockX, blockY, blockZ),
                               lds, stream, parameters, nullptr, true));
}

hipError_t hipLaunchKernelExC(const LaunchConfig *config, const void *function, void **arguments) {
  bool isCooperative = false;
  if (Status status = readAttributes(config, isCooperative); !status)
    return finish(status);
  return finish(launch(function, config->gridDim, config->blockDim, config->dynamicSmemBytes,
                       config->stream, arguments, nullptr, isCooperative));
}

hipError_t hipDrvLaunchKernelEx(const DriverLaunchConfig *config, hipFunction_t function,
                                void **parameters, void **extra) {
  bool isCooperative = false;
  if (Status status = readAttributes(config, isCooperative); !status)
    return finish(status);
  return finish(launchFunction(function, dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
                               dim3(config->blockDimX, config->blockDimY, config->blockDimZ),
                               config->sharedMemBytes, config->hStream, parameters, extra,
                               isCooperative));
}

// What clang makes of kernel<<<grid, block, lds, stream>>>(...).
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t lds, hipStream_t stream) {
  configurations.push_back({grid, block, lds, stream, {}});
  return finish();
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *lds, hipStream_t *stream) {
  if (configurations.empty())
    return finish(hipErrorMissingConfiguration, "__hipPushCallConfiguration comes first");
  const Configuration &call = configurations.back();
  *grid = call.grid;
  *block = call.block;
  *lds = call.lds;
  *stream = call.stream;
  configurations.pop_back();
  return finish();
}
}
