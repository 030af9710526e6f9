#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

#include <array>

// Memory in stream order. Pools hold nothing back: each allocation is one of its own, so that its
// bounds are checked, and is gone when it is freed.

namespace assay::amdhip {

struct Pool {
  std::array<uint64_t, 16> attributes = {};
};

} // namespace assay::amdhip

using namespace assay::amdhip;

namespace {

hipMemPool_t defaultPool() {
  static hipMemPool_t only = Runtime::get().pools.add(std::make_shared<Pool>());
  return only;
}

Status check(hipMemPool_t pool) {
  if (Runtime::get().pools.find(pool))
    return {};
  return {hipErrorInvalidValue, "there is no such pool"};
}

/// Attributes that are int; the others are uint64_t.
bool isInt(hipMemPoolAttr which) { return which <= hipMemPoolReuseAllowInternalDependencies; }

/// Work that was submitted before the allocation uses other memory: it may be made at once.
Status allocate(void **pointer, size_t bytes, hipStream_t stream) {
  if (!pointer)
    return {hipErrorInvalidValue, "the result's pointer is null"};
  *pointer = nullptr;
  Status status;
  auto found = findStream(stream, status);
  if (!found)
    return status;
  if (found->capture() && bytes > 0) {
    auto reservation = Reservation::make(bytes, status);
    if (!reservation)
      return status;
    *pointer = reservation->pointer;
    return enqueue(stream, AllocateMemory{reservation});
  }
  return bytes == 0 ? Status() : Runtime::get().allocate(pointer, bytes, Block::Kind::Device, 0);
}

} // namespace

hipError_t hipMallocAsync(void **pointer, size_t bytes, hipStream_t stream) {
  return finish(allocate(pointer, bytes, stream));
}

hipError_t hipMallocFromPoolAsync(void **pointer, size_t bytes, hipMemPool_t pool,
                                  hipStream_t stream) {
  if (Status status = check(pool); !status)
    return finish(status);
  return finish(allocate(pointer, bytes, stream));
}

hipError_t hipFreeAsync(void *pointer, hipStream_t stream) {
  if (!pointer)
    return finish();
  auto block = Runtime::get().find(pointer);
  Status status;
  if (auto found = findStream(stream, status); found && !found->capture())
    Reservation::setLeft(pointer, false);
  // Memory of a graph may be freed before the launch that allocates it is done.
  if (!block && Reservation::holds(reinterpret_cast<uint64_t>(pointer), 1))
    return finish(enqueue(stream, FreeMemory{pointer}));
  if (!block || block->begin != reinterpret_cast<uint64_t>(pointer) ||
      block->kind != Block::Kind::Device)
    return finish(hipErrorInvalidValue,
                  fmt::format("{} was not allocated, or is freed already", pointer));
  return finish(enqueue(stream, FreeMemory{pointer}));
}

hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *properties) {
  if (!pool || !properties)
    return finish(hipErrorInvalidValue, "a pointer is null");
  *pool = Runtime::get().pools.add(std::make_shared<Pool>());
  return finish();
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  if (pool == defaultPool() || !Runtime::get().pools.remove(pool))
    return finish(hipErrorInvalidValue, "there is no such pool, or it is the device's own");
  return finish();
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t) { return finish(check(pool)); }

hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr which, void *value) {
  auto found = Runtime::get().pools.find(pool);
  const auto index = static_cast<size_t>(which);
  if (!found || !value || index == 0 || index >= found->attributes.size())
    return finish(hipErrorInvalidValue, "there is no such pool or attribute");
  found->attributes[index] = isInt(which) ? static_cast<uint64_t>(*static_cast<int *>(value))
                                          : *static_cast<uint64_t *>(value);
  return finish();
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr which, void *value) {
  auto found = Runtime::get().pools.find(pool);
  const auto index = static_cast<size_t>(which);
  if (!found || !value || index == 0 || index >= found->attributes.size())
    return finish(hipErrorInvalidValue, "there is no such pool or attribute");
  if (isInt(which))
    *static_cast<int *>(value) = static_cast<int>(found->attributes[index]);
  else
    *static_cast<uint64_t *>(value) = found->attributes[index];
  return finish();
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc *, size_t) {
  return finish(check(pool));
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device) {
  if (!pool || device != 0)
    return finish(hipErrorInvalidValue, "a pointer is null or the device does not exist");
  *pool = defaultPool();
  return finish();
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device) {
  return hipDeviceGetDefaultMemPool(pool, device);
}

hipError_t hipDeviceSetMemPool(int, hipMemPool_t pool) { return finish(check(pool)); }

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *flags, hipMemPool_t pool, hipMemLocation *) {
  if (!flags)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *flags = hipMemAccessFlagsProtReadWrite;
  return finish(check(pool));
}
