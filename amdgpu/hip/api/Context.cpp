#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

#include <vector>

// Contexts are HIP's legacy of another API: there is one, the device's primary.

using namespace assay::amdhip;

namespace {

hipCtx_t primary() {
  static char only;
  return reinterpret_cast<hipCtx_t>(&only);
}

Status check(hipCtx_t context) {
  if (context == primary())
    return {};
  return {hipErrorInvalidContext, fmt::format("{} is no context", fmt::ptr(context))};
}

/// Of this thread; the last one is current. A thread that set none is in the primary context.
thread_local std::vector<hipCtx_t> stack;

} // namespace

hipError_t hipCtxCreate(hipCtx_t *context, unsigned int, hipDevice_t device) {
  if (!context)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  *context = primary();
  stack.push_back(primary());
  return finish();
}

hipError_t hipCtxDestroy(hipCtx_t context) {
  if (Status status = check(context); !status)
    return finish(status);
  if (!stack.empty())
    stack.pop_back();
  return finish();
}

hipError_t hipCtxSetCurrent(hipCtx_t context) {
  if (!context) {
    if (!stack.empty())
      stack.pop_back();
    return finish();
  }
  if (Status status = check(context); !status)
    return finish(status);
  if (stack.empty())
    stack.push_back(context);
  else
    stack.back() = context;
  return finish();
}

hipError_t hipCtxGetCurrent(hipCtx_t *context) {
  if (!context)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *context = primary();
  return finish();
}

hipError_t hipCtxPushCurrent(hipCtx_t context) {
  if (Status status = check(context); !status)
    return finish(status);
  stack.push_back(context);
  return finish();
}

hipError_t hipCtxPopCurrent(hipCtx_t *context) {
  if (stack.empty())
    return finish(hipErrorInvalidContext, "no context was pushed");
  if (context)
    *context = stack.back();
  stack.pop_back();
  return finish();
}

hipError_t hipCtxGetDevice(hipDevice_t *device) {
  if (!device)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *device = 0;
  return finish();
}

hipError_t hipCtxSynchronize() { return finish(synchronizeAll()); }

hipError_t hipCtxGetApiVersion(hipCtx_t, int *version) {
  if (!version)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *version = 4;
  return finish();
}

hipError_t hipCtxGetFlags(unsigned int *flags) {
  if (!flags)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *flags = 0;
  return finish();
}

hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device) {
  if (!context)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  *context = primary();
  return finish();
}

hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device) {
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  return finish();
}

hipError_t hipDevicePrimaryCtxReset(hipDevice_t device) {
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  return hipDeviceReset();
}

hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned int) {
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  return finish();
}

hipError_t hipDevicePrimaryCtxGetState(hipDevice_t device, unsigned int *flags, int *active) {
  if (device != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device {}", device));
  if (flags)
    *flags = 0;
  if (active)
    *active = 1;
  return finish();
}

// The same as of the device.
hipError_t hipCtxGetCacheConfig(hipFuncCache_t *config) { return hipDeviceGetCacheConfig(config); }
hipError_t hipCtxSetCacheConfig(hipFuncCache_t config) { return hipDeviceSetCacheConfig(config); }
hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *config) {
  return hipDeviceGetSharedMemConfig(config);
}
hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config) {
  return hipDeviceSetSharedMemConfig(config);
}
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned int) {
  return finish(hipErrorInvalidDevice, "a device is not its own peer");
}
hipError_t hipCtxDisablePeerAccess(hipCtx_t) {
  return finish(hipErrorPeerAccessNotEnabled, "a device is not its own peer");
}
