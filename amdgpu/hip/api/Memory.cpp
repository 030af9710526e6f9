#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

// Allocations. A pointer is the same on both sides, so that host and managed memory need nothing
// more than to be known to the machine.

using namespace assay::amdhip;

namespace {

hipError_t allocate(void **pointer, size_t bytes, Block::Kind kind, unsigned flags,
                    std::source_location where = std::source_location::current()) {
  if (!pointer)
    return finish(hipErrorInvalidValue, "the result's pointer is null", where);
  *pointer = nullptr;
  if (bytes == 0)
    return finish();
  return finish(Runtime::get().allocate(pointer, bytes, kind, flags), where);
}

/// Work in flight may still use it: HIP's calls that free memory wait for all of it.
hipError_t release(void *pointer, Block::Kind kind, Block::Kind orKind,
                   std::source_location where = std::source_location::current()) {
  if (!pointer)
    return finish();
  if (Status status = mayWait(); !status)
    return finish(status, where);
  (void)synchronizeAll();
  Reservation::setLeft(pointer, false);
  return finish(Runtime::get().release(pointer, kind, orKind), where);
}

/// Rows begin at multiples of this.
constexpr size_t pitchBytes = 256;

Status allocatePitched(void **pointer, size_t *pitch, size_t width, size_t rows) {
  if (!pointer || !pitch)
    return {hipErrorInvalidValue, "a result's pointer is null"};
  *pointer = nullptr;
  *pitch = 0;
  size_t bytes = 0;
  if (width > SIZE_MAX - pitchBytes)
    return {hipErrorInvalidValue, fmt::format("rows cannot have {} bytes", width)};
  const size_t rounded = (width + pitchBytes - 1) / pitchBytes * pitchBytes;
  if (__builtin_mul_overflow(rounded, rows, &bytes))
    return {hipErrorOutOfMemory, fmt::format("no memory has {} rows of {} bytes", rows, rounded)};
  if (bytes == 0)
    return {};
  *pitch = rounded;
  return Runtime::get().allocate(pointer, bytes, Block::Kind::Device, 0);
}

/// Device 0 or the host, whose numbers of NUMA nodes mean nothing here.
Status checkLocation(const hipMemLocation &location) {
  const int type = static_cast<int>(location.type), device = 1, hostNumaCurrent = 4;
  if (type < device || type > hostNumaCurrent)
    return {hipErrorInvalidValue, fmt::format("{} is no kind of location", type)};
  return type == device ? checkDevice(location.id) : Status{};
}

} // namespace

hipError_t hipMalloc(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, Block::Kind::Device, 0);
}

hipError_t hipExtMallocWithFlags(void **pointer, size_t bytes, unsigned int flags) {
  return allocate(pointer, bytes, Block::Kind::Device, flags);
}

hipError_t hipMallocManaged(void **pointer, size_t bytes, unsigned int flags) {
  if (flags != hipMemAttachGlobal && flags != hipMemAttachHost)
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags));
  return allocate(pointer, bytes, Block::Kind::Managed, flags);
}

hipError_t hipHostMalloc(void **pointer, size_t bytes, unsigned int flags) {
  return allocate(pointer, bytes, Block::Kind::Host, flags);
}

hipError_t hipHostAlloc(void **pointer, size_t bytes, unsigned int flags) {
  return allocate(pointer, bytes, Block::Kind::Host, flags);
}

hipError_t hipMallocHost(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, Block::Kind::Host, 0);
}

hipError_t hipMemAllocHost(void **pointer, size_t bytes) {
  return allocate(pointer, bytes, Block::Kind::Host, 0);
}

hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  return finish(allocatePitched(pointer, pitch, width, height));
}

hipError_t hipMemAllocPitch(hipDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height,
                            unsigned int) {
  return finish(allocatePitched(pointer, pitch, width, height));
}

hipError_t hipMalloc3D(hipPitchedPtr *result, hipExtent extent) {
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  size_t rows = 0;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return finish(hipErrorOutOfMemory, "no memory has so many rows");
  *result = {nullptr, 0, extent.width, extent.height};
  return finish(allocatePitched(&result->ptr, &result->pitch, extent.width, rows));
}

hipError_t hipFree(void *pointer) {
  return release(pointer, Block::Kind::Device, Block::Kind::Managed);
}

hipError_t hipHostFree(void *pointer) {
  return release(pointer, Block::Kind::Host, Block::Kind::Host);
}

hipError_t hipFreeHost(void *pointer) {
  return release(pointer, Block::Kind::Host, Block::Kind::Host);
}

hipError_t hipHostRegister(void *pointer, size_t bytes, unsigned int flags) {
  if (!pointer || bytes == 0)
    return finish(hipErrorInvalidValue, "there is nothing to register");
  return finish(Runtime::get().registerHost(pointer, bytes, flags));
}

hipError_t hipHostUnregister(void *pointer) {
  if (!pointer)
    return finish(hipErrorInvalidValue, "the pointer is null");
  return release(pointer, Block::Kind::Registered, Block::Kind::Registered);
}

hipError_t hipHostGetDevicePointer(void **result, void *pointer, unsigned int) {
  if (!result || !pointer)
    return finish(hipErrorInvalidValue, "a pointer is null");
  auto block = Runtime::get().find(pointer);
  if (!block || block->kind == Block::Kind::Device)
    return finish(hipErrorInvalidValue,
                  fmt::format("{} is neither of hipHostMalloc nor registered", pointer));
  *result = pointer;
  return finish();
}

hipError_t hipHostGetFlags(unsigned int *flags, void *pointer) {
  if (!flags || !pointer)
    return finish(hipErrorInvalidValue, "a pointer is null");
  auto block = Runtime::get().find(pointer);
  if (!block || block->kind != Block::Kind::Host)
    return finish(hipErrorInvalidValue, fmt::format("{} is not of hipHostMalloc", pointer));
  *flags = block->flags;
  return finish();
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *bytes, hipDeviceptr_t pointer) {
  auto block = Runtime::get().find(pointer);
  if (!block)
    return finish(hipErrorNotFound, fmt::format("{} lies in no allocation", pointer));
  if (base)
    *base = reinterpret_cast<void *>(block->begin);
  if (bytes)
    *bytes = block->bytes;
  return finish();
}

hipError_t hipMemPtrGetInfo(void *pointer, size_t *bytes) {
  auto block = Runtime::get().find(pointer);
  if (!bytes || !block)
    return finish(hipErrorInvalidValue, fmt::format("{} lies in no allocation", pointer));
  *bytes = block->bytes;
  return finish();
}

hipError_t hipMemPrefetchAsync(const void *pointer, size_t bytes, int, hipStream_t stream) {
  auto block = Runtime::get().find(pointer);
  if (!block || bytes > block->begin + block->bytes - reinterpret_cast<uint64_t>(pointer))
    return finish(hipErrorInvalidValue,
                  fmt::format("{} bytes at {} are not all managed memory", bytes, pointer));
  return finish(enqueue(stream, Nothing{}));
}

hipError_t hipMemAdvise(const void *pointer, size_t, hipMemoryAdvise, int) {
  if (!Runtime::get().find(pointer))
    return finish(hipErrorInvalidValue, fmt::format("{} lies in no allocation", pointer));
  return finish();
}

hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *pointer, size_t, unsigned int) {
  auto block = Runtime::get().find(pointer);
  if (!block || block->kind != Block::Kind::Managed)
    return finish(hipErrorInvalidValue, fmt::format("{} is no managed memory", pointer));
  return finish(enqueue(stream, Nothing{}));
}

// Later versions of HIP.
extern "C" {

hipError_t hipExtHostAlloc(void **pointer, size_t bytes, unsigned int flags) {
  return allocate(pointer, bytes, Block::Kind::Host, flags);
}

hipError_t hipMemPrefetchAsync_v2(const void *pointer, size_t bytes, hipMemLocation location,
                                  unsigned int flags, hipStream_t stream) {
  if (flags != 0)
    return finish(hipErrorInvalidValue, "flags must be 0");
  if (Status status = checkLocation(location); !status)
    return finish(status);
  return hipMemPrefetchAsync(pointer, bytes, location.id, stream);
}

hipError_t hipMemAdvise_v2(const void *pointer, size_t bytes, hipMemoryAdvise advice,
                           hipMemLocation location) {
  if (Status status = checkLocation(location); !status)
    return finish(status);
  return hipMemAdvise(pointer, bytes, advice, location.id);
}
}
