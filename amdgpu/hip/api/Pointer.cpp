#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

/// hipMemoryType, whose numbers changed with HIP 6.
hipMemoryType typeOf(const Block &block) {
  const bool isNew = Runtime::get().isHip6();
  switch (block.kind) {
  case Block::Kind::Host:
  case Block::Kind::Registered:
    return static_cast<hipMemoryType>(isNew ? 1 : 0);
  case Block::Kind::Device:
    return static_cast<hipMemoryType>(isNew ? 2 : 1);
  case Block::Kind::Managed:
    return static_cast<hipMemoryType>(isNew ? 3 : 1);
  }
  return {};
}

} // namespace

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *result, const void *pointer) {
  if (!result || !pointer)
    return finish(hipErrorInvalidValue, "a pointer is null");
  *result = {};
  auto block = Runtime::get().find(pointer);
  if (!block) {
    // Since HIP 6 other memory has a type of its own, and asking is no error.
    if (Runtime::get().isHip6()) {
      result->device = -2;
      return finish();
    }
    return finish(hipErrorInvalidValue, fmt::format("{} is unknown to HIP", pointer));
  }
  auto *address = const_cast<void *>(pointer);
  result->memoryType = typeOf(*block);
  result->devicePointer = address;
  result->hostPointer = block->kind == Block::Kind::Device ? nullptr : address;
  result->isManaged = block->kind == Block::Kind::Managed;
  result->allocationFlags = block->flags;
  return finish();
}

hipError_t hipPointerGetAttribute(void *result, hipPointer_attribute which,
                                  hipDeviceptr_t pointer) {
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  auto block = Runtime::get().find(pointer);
  if (!block)
    return finish(hipErrorInvalidValue, fmt::format("{} is unknown to HIP", pointer));
  switch (which) {
  case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
    *static_cast<hipMemoryType *>(result) = typeOf(*block);
    return finish();
  case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *static_cast<void **>(result) = pointer;
    return finish();
  case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
    if (block->kind == Block::Kind::Device)
      return finish(hipErrorInvalidValue, "device memory has no pointer for the host");
    *static_cast<void **>(result) = pointer;
    return finish();
  case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
    *static_cast<bool *>(result) = block->kind == Block::Kind::Managed;
    return finish();
  case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    *static_cast<int *>(result) = 0;
    return finish();
  case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    *static_cast<uint64_t *>(result) = block->begin;
    return finish();
  case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
    *static_cast<size_t *>(result) = block->bytes;
    return finish();
  case HIP_POINTER_ATTRIBUTE_MAPPED:
    *static_cast<bool *>(result) = true;
    return finish();
  default:
    return finish(hipErrorNotSupported,
                  fmt::format("attribute {} of pointers is not known", int(which)));
  }
}

hipError_t hipDrvPointerGetAttributes(unsigned int count, hipPointer_attribute *which,
                                      void **results, hipDeviceptr_t pointer) {
  if (count == 0 || !which || !results)
    return finish(hipErrorInvalidValue, "a list is null or empty");
  for (unsigned i = 0; i < count; ++i)
    if (hipError_t error = hipPointerGetAttribute(results[i], which[i], pointer);
        error != hipSuccess)
      return error;
  return finish();
}

// Of later versions. Copies and sets of this memory are done in the order of the stream as it is.
extern "C" hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute which,
                                             hipDeviceptr_t pointer) {
  if (!value || !Runtime::get().find(pointer))
    return finish(hipErrorInvalidValue, "a pointer is null or unknown to HIP");
  if (which != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
    return finish(hipErrorInvalidValue, fmt::format("attribute {} cannot be set", int(which)));
  return finish();
}
