#include "amdgpu/hip/Model.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

#include <climits>
#include <cstring>

using namespace assay::amdhip;

namespace {

const Model &model() { return modelOf(Runtime::get().settings.chip); }

std::string deviceName() {
  return fmt::format("assay AMDGPU emulator ({})",
                     assay::amdgpu::nameOf(Runtime::get().settings.chip));
}

void copyText(char *to, size_t size, const std::string &text) {
  if (size == 0)
    return;
  const size_t length = std::min(size - 1, text.size());
  std::memcpy(to, text.data(), length);
  to[length] = 0;
}

constexpr const char *busId = "0000:00:00.0";

} // namespace

hipError_t hipInit(unsigned int flags) {
  if (flags != 0)
    return finish(hipErrorInvalidValue, "flags must be 0");
  (void)Runtime::get();
  return finish();
}

hipError_t hipDriverGetVersion(int *version) { return hipRuntimeGetVersion(version); }

hipError_t hipRuntimeGetVersion(int *version) {
  if (!version)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  // Major * 10^7 + minor * 10^5 + patch.
  *version = Runtime::get().isHip6() ? 60000000 : 50200000;
  return finish();
}

hipError_t hipGetDeviceCount(int *count) {
  if (!count)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *count = 1;
  return finish();
}

hipError_t hipSetDevice(int device) { return finish(checkDevice(device)); }

hipError_t hipGetDevice(int *device) {
  if (!device)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *device = 0;
  return finish();
}

hipError_t hipDeviceGet(hipDevice_t *device, int ordinal) {
  if (!device)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (Status status = checkDevice(ordinal); !status)
    return finish(status);
  *device = 0;
  return finish();
}

hipError_t hipDeviceGetName(char *name, int size, hipDevice_t device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!name || size <= 0)
    return finish(hipErrorInvalidValue, "there is no room for the name");
  copyText(name, static_cast<size_t>(size), deviceName());
  return finish();
}

hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!uuid)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  copyText(uuid->bytes, sizeof uuid->bytes,
           fmt::format("assay-{}", assay::amdgpu::nameOf(Runtime::get().settings.chip)));
  return finish();
}

hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!major || !minor)
    return finish(hipErrorInvalidValue, "a result's pointer is null");
  *major = model().major;
  *minor = model().minor;
  return finish();
}

hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!bytes)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *bytes = assay::amdgpu::Memory::maxLiveBytes;
  return finish();
}

hipError_t hipMemGetInfo(size_t *free, size_t *total) {
  if (!free || !total)
    return finish(hipErrorInvalidValue, "a result's pointer is null");
  *total = assay::amdgpu::Memory::maxLiveBytes;
  *free = *total - std::min<size_t>(*total, Runtime::get().bytesInUse());
  return finish();
}

hipError_t hipDeviceGetPCIBusId(char *id, int size, int device) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!id || size <= 0)
    return finish(hipErrorInvalidValue, "there is no room for the id");
  copyText(id, static_cast<size_t>(size), busId);
  return finish();
}

hipError_t hipDeviceGetByPCIBusId(int *device, const char *id) {
  if (!device || !id)
    return finish(hipErrorInvalidValue, "a pointer is null");
  if (std::strcmp(id, busId) != 0)
    return finish(hipErrorInvalidDevice, fmt::format("there is no device at {}", id));
  *device = 0;
  return finish();
}

hipError_t hipDeviceSynchronize() { return finish(synchronizeAll()); }

hipError_t hipDeviceReset() {
  (void)synchronizeAll();
  Runtime::get().streams.forEach([](const auto &stream) { stream->forgetError(); });
  nullStream()->forgetError();
  Runtime::get().heap.reset();
  Runtime::get().settings = Runtime::readSettings();
  return finish();
}

hipError_t hipDeviceCanAccessPeer(int *can, int device, int peer) {
  if (!can)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  for (int one : {device, peer})
    if (Status status = checkDevice(one); !status)
      return finish(status);
  *can = 0; // nobody is its own peer
  return finish();
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned int) {
  if (Status status = checkDevice(peer); !status)
    return finish(status);
  return finish(hipErrorInvalidDevice, "a device is not its own peer");
}

hipError_t hipDeviceDisablePeerAccess(int peer) {
  if (Status status = checkDevice(peer); !status)
    return finish(status);
  return finish(hipErrorPeerAccessNotEnabled, "a device is not its own peer");
}

hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr, int, int) {
  if (!value)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  return finish(hipErrorInvalidDevice, "there is one device");
}

hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least)
    *least = 1;
  if (greatest)
    *greatest = -1;
  return finish();
}

hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit) {
  if (!value)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (limit != hipLimitMallocHeapSize)
    return finish(hipErrorUnsupportedLimit, "only the heap's size can be asked for");
  *value = 0; // kernels have no malloc here
  return finish();
}

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t) { return finish(); }

hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *config) {
  if (!config)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *config = hipFuncCachePreferNone;
  return finish();
}

hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig) { return finish(); }

hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *config) {
  if (!config)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *config = hipSharedMemBankSizeFourByte;
  return finish();
}

hipError_t hipSetDeviceFlags(unsigned flags) {
  if (flags & ~(hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax))
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags));
  return finish();
}

hipError_t hipGetDeviceFlags(unsigned int *flags) {
  if (!flags)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *flags = hipDeviceScheduleAuto;
  return finish();
}

hipError_t hipChooseDevice(int *device, const hipDeviceProp_t *) {
  if (!device)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *device = 0;
  return finish();
}

// No profiler is there to be started or stopped.
hipError_t hipProfilerStart() { return finish(); }
hipError_t hipProfilerStop() { return finish(); }

const char *hipGetErrorName(hipError_t code) { return nameOf(code); }
const char *hipGetErrorString(hipError_t code) { return textOf(code); }

hipError_t hipGetLastError() {
  const hipError_t code = lastError();
  setLastError(hipSuccess);
  return code;
}

hipError_t hipPeekAtLastError() { return lastError(); }

// Later versions of HIP.
extern "C" {

hipError_t hipDrvGetErrorName(hipError_t code, const char **name) {
  if (!name)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *name = nameOf(code);
  return finish();
}

hipError_t hipDrvGetErrorString(hipError_t code, const char **text) {
  if (!text)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *text = textOf(code);
  return finish();
}

hipError_t hipExtGetLastError() { return hipGetLastError(); }

hipError_t hipDeviceSetLimit(enum hipLimit_t, size_t) {
  return finish(hipErrorUnsupportedLimit, "no limit can be set");
}

hipError_t hipSetValidDevices(int *devices, int count) {
  if (count < 0 || (count > 0 && !devices))
    return finish(hipErrorInvalidValue, "the list is null or its length negative");
  for (int i = 0; i < count; ++i)
    if (Status status = checkDevice(devices[i]); !status)
      return finish(status);
  return finish();
}

// What hipChooseDevice is a macro for since HIP 6, and what it was before.
hipError_t hipChooseDeviceR0600(int *device, const void *) {
  return hipChooseDevice(device, nullptr);
}
hipError_t hipChooseDeviceR0000(int *device, const void *) {
  return hipChooseDevice(device, nullptr);
}
}
