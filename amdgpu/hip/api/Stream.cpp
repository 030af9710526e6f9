#include "amdgpu/hip/Stream.h"
#include "amdgpu/hip/Capture.h"
#include "amdgpu/hip/Model.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <algorithm>

using namespace assay::amdhip;

namespace {

hipError_t create(hipStream_t *stream, unsigned flags, int priority,
                  std::vector<uint32_t> units = {},
                  std::source_location where = std::source_location::current()) {
  if (!stream)
    return finish(hipErrorInvalidValue, "the result's pointer is null", where);
  if (flags != hipStreamDefault && flags != hipStreamNonBlocking)
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags), where);
  *stream = Runtime::get().streams.add(std::make_shared<Stream>(flags, priority, std::move(units)));
  return finish();
}

/// Gives out what `ask` says of a stream.
template <class T, class Ask>
hipError_t tell(hipStream_t handle, T *result, Ask ask,
                std::source_location where = std::source_location::current()) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status, where);
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null", where);
  *result = static_cast<T>(ask(*stream));
  return finish();
}

/// Memory that a stream may wait for or write to.
Status checkValue(const void *pointer, unsigned bytes) {
  auto allocation = Runtime::get().memory.find(reinterpret_cast<uint64_t>(pointer));
  if (!allocation || allocation->end - reinterpret_cast<uint64_t>(pointer) < bytes)
    return {hipErrorInvalidValue, fmt::format("{} is no memory of the device", pointer)};
  if (reinterpret_cast<uint64_t>(pointer) % bytes != 0)
    return {hipErrorInvalidValue, fmt::format("{} is not aligned to {} bytes", pointer, bytes)};
  return {};
}

Status waitValue(hipStream_t stream, const void *pointer, uint64_t value, unsigned condition,
                 uint64_t mask, unsigned bytes) {
  if (condition > hipStreamWaitValueNor)
    return {hipErrorInvalidValue, fmt::format("{} is no condition", condition)};
  if (Status status = checkValue(pointer, bytes); !status)
    return status;
  return enqueue(stream,
                 WaitValue{reinterpret_cast<uint64_t>(pointer), value, mask, condition, bytes});
}

Status writeValue(hipStream_t stream, const void *pointer, uint64_t value, unsigned bytes) {
  if (Status status = checkValue(pointer, bytes); !status)
    return status;
  return enqueue(stream, WriteValue{reinterpret_cast<uint64_t>(pointer), value, bytes});
}

} // namespace

hipError_t hipStreamCreate(hipStream_t *stream) { return create(stream, hipStreamDefault, 0); }

hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags) {
  return create(stream, flags, 0);
}

hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned int flags, int priority) {
  return create(stream, flags, std::clamp(priority, -1, 1));
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t size, const uint32_t *mask) {
  if (size == 0 || !mask)
    return finish(hipErrorInvalidValue, "there is no mask");
  return create(stream, hipStreamDefault, 0, {mask, mask + size});
}

// Without a mask of its own a stream may use all units.
hipError_t hipExtStreamGetCUMask(hipStream_t handle, uint32_t size, uint32_t *mask) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  const auto units = static_cast<uint32_t>(modelOf(Runtime::get().settings.chip).computeUnits);
  if (!mask || size < (units + 31) / 32)
    return finish(hipErrorInvalidValue, fmt::format("a mask of {} bits has no room", units));
  std::fill_n(mask, size, 0);
  if (!stream->units.empty())
    std::copy_n(stream->units.begin(), std::min<size_t>(size, stream->units.size()), mask);
  else
    for (uint32_t unit = 0; unit < units; ++unit)
      mask[unit / 32] |= 1U << unit % 32;
  return finish();
}

hipError_t hipStreamDestroy(hipStream_t handle) {
  if (!handle || handle == hipStreamPerThread)
    return finish(hipErrorInvalidHandle, "the null stream cannot be destroyed");
  auto stream = Runtime::get().streams.find(handle);
  if (!stream)
    return finish(hipErrorContextIsDestroyed, "the stream does not exist, or no more");
  if (isInHostCall())
    return finish(hipErrorNotSupported, "a host function in a stream may not destroy streams");
  (void)Runtime::get().streams.remove(handle);
  return finish();
}

hipError_t hipStreamQuery(hipStream_t handle) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (stream->capture())
    return finish(mayLeaveCaptures());
  if (Status error = stream->error(); !error)
    return finish(error);
  // Not an error that hipGetLastError would tell of.
  const bool isIdle = stream->isIdle() && implicitWaits(*stream).empty();
  return isIdle ? hipSuccess : hipErrorNotReady;
}

hipError_t hipStreamSynchronize(hipStream_t handle) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (Status allowed = mayWait(); !allowed)
    return finish(allowed);
  for (const auto &mark : implicitWaits(*stream))
    mark->wait();
  return finish(stream->wait());
}

hipError_t hipStreamGetFlags(hipStream_t handle, unsigned int *flags) {
  return tell(handle, flags, [](const Stream &stream) { return stream.flags; });
}

hipError_t hipStreamGetPriority(hipStream_t handle, int *priority) {
  return tell(handle, priority, [](const Stream &stream) {
    LaunchAttributeValue value = {};
    (void)stream.attributes().get(LaunchAttributeId::Priority, &value);
    return value.priority;
  });
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *data,
                                unsigned int flags) {
  if (!callback || flags != 0)
    return finish(hipErrorInvalidValue, "there is no callback, or flags are not 0");
  return finish(
      enqueue(stream, HostCall{[=] { callback(stream, hipSuccess, data); }, hipHostNodeParams{}}));
}

hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *data) {
  if (!function)
    return finish(hipErrorInvalidValue, "there is no function");
  return finish(enqueue(stream, HostCall{[=] { function(data); }, {function, data}}));
}

hipError_t hipStreamWaitValue32(hipStream_t stream, void *pointer, uint32_t value,
                                unsigned int condition, uint32_t mask) {
  return finish(waitValue(stream, pointer, value, condition, mask, 4));
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void *pointer, uint64_t value,
                                unsigned int condition, uint64_t mask) {
  return finish(waitValue(stream, pointer, value, condition, mask, 8));
}

hipError_t hipStreamWriteValue32(hipStream_t stream, void *pointer, uint32_t value, unsigned int) {
  return finish(writeValue(stream, pointer, value, 4));
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void *pointer, uint64_t value, unsigned int) {
  return finish(writeValue(stream, pointer, value, 8));
}

int hipGetStreamDeviceId(hipStream_t) { return 0; }

// Later versions of HIP.
extern "C" {

hipError_t hipStreamGetDevice(hipStream_t handle, hipDevice_t *device) {
  return tell(handle, device, [](const Stream &) { return 0; });
}

hipError_t hipStreamGetId(hipStream_t handle, unsigned long long *id) {
  return tell(handle, id, [](const Stream &stream) { return stream.id; });
}

hipError_t hipStreamGetAttribute(hipStream_t handle, LaunchAttributeId id,
                                 LaunchAttributeValue *value) {
  Status status;
  auto stream = findStream(handle, status);
  return finish(stream ? stream->attributes().get(id, value) : status);
}

hipError_t hipStreamSetAttribute(hipStream_t handle, LaunchAttributeId id,
                                 const LaunchAttributeValue *value) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  LaunchAttributes attributes = stream->attributes();
  if (status = attributes.set(id, value); status)
    stream->setAttributes(std::move(attributes));
  return finish(status);
}

hipError_t hipStreamCopyAttributes(hipStream_t to, hipStream_t from) {
  Status status;
  auto target = findStream(to, status), source = findStream(from, status);
  if (!target || !source)
    return finish(status);
  target->setAttributes(source->attributes());
  return finish();
}
}
