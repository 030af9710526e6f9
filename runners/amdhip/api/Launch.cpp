#include "runners/amdhip/Event.h"
#include "runners/amdhip/Modules.h"
#include "runners/amdhip/Runtime.h"
#include "runners/amdhip/Stream.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

assay::amdgpu::Dim3 toDim(const dim3 &value) { return {value.x, value.y, value.z}; }

Status launch(const void *handle, const dim3 &grid, const dim3 &block, size_t lds,
              hipStream_t stream, void **parameters, void **extra) {
  Status status;
  auto function = findFunction(handle, status);
  if (!function)
    return status;
  if (lds > UINT32_MAX)
    return {hipErrorInvalidValue, fmt::format("no launch has {} bytes of LDS", lds)};
  KernelLaunch work;
  work.geometry = {toDim(grid), toDim(block), static_cast<uint32_t>(lds)};
  work.function = function;
  if (status = check(work); !status)
    return status;
  if (status = packArguments(*function, work.geometry, parameters, extra, work.kernarg); !status)
    return status;
  return enqueue(stream, std::move(work));
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
  if (!Runtime::get().functions.find(function))
    return finish(hipErrorInvalidHandle, "the kernel does not exist, or no more");
  if (parameters && extra)
    return finish(hipErrorInvalidValue, "arguments are given in both ways");
  return finish(launch(function, dim3(gridX, gridY, gridZ), dim3(blockX, blockY, blockZ), lds,
                       stream, parameters, extra));
}

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                           size_t lds, hipStream_t stream) {
  return finish(launch(function, grid, block, lds, stream, arguments, nullptr));
}

hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                              size_t lds, hipStream_t stream, hipEvent_t start, hipEvent_t stop,
                              int) {
  if (start)
    if (hipError_t error = hipEventRecord(start, stream); error != hipSuccess)
      return error;
  if (Status status = launch(function, grid, block, lds, stream, arguments, nullptr); !status)
    return finish(status);
  return stop ? hipEventRecord(stop, stream) : hipSuccess;
}

// A grid whose workgroups wait for each other needs all of them to run at once; here each runs to
// its end before a thread takes the next.
hipError_t hipLaunchCooperativeKernel(const void *, dim3, dim3, void **, unsigned int,
                                      hipStream_t) {
  return finish(hipErrorNotSupported, "cooperative launches are not supported");
}

hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *, int, unsigned int) {
  return finish(hipErrorNotSupported, "cooperative launches are not supported");
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

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned,
                                            unsigned, unsigned, unsigned, hipStream_t, void **) {
  return finish(hipErrorNotSupported, "cooperative launches are not supported");
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
