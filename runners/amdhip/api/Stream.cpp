#include "runners/amdhip/Stream.h"
#include "runners/amdhip/Capture.h"
#include "runners/amdhip/Runtime.h"

#include <fmt/format.h>

#include <algorithm>

using namespace assay::amdhip;

namespace {

hipError_t create(hipStream_t *stream, unsigned flags, int priority,
                  std::source_location where = std::source_location::current()) {
  if (!stream)
    return finish(hipErrorInvalidValue, "the result's pointer is null", where);
  if (flags != hipStreamDefault && flags != hipStreamNonBlocking)
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags), where);
  *stream = Runtime::get().streams.add(std::make_shared<Stream>(flags, priority));
  return finish();
}

/// Gives out something that a stream was made with.
template <class T>
hipError_t tell(hipStream_t handle, T *result, const T Stream::*what,
                std::source_location where = std::source_location::current()) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status, where);
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null", where);
  *result = (*stream).*what;
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
  return create(stream, hipStreamDefault, 0);
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
  return tell(handle, flags, &Stream::flags);
}

hipError_t hipStreamGetPriority(hipStream_t handle, int *priority) {
  return tell(handle, priority, &Stream::priority);
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

hipError_t hipStreamBeginCapture(hipStream_t handle, hipStreamCaptureMode mode) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (mode < hipStreamCaptureModeGlobal || mode > hipStreamCaptureModeRelaxed)
    return finish(hipErrorInvalidValue, fmt::format("{} is no mode", int(mode)));
  return finish(beginCapture(*stream, mode));
}

hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *result) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  *result = nullptr;
  std::shared_ptr<Graph> graph;
  status = endCapture(*stream, graph);
  if (status)
    *result = Runtime::get().graphs.add(std::move(graph));
  return finish(status);
}

hipError_t hipStreamIsCapturing(hipStream_t handle, hipStreamCaptureStatus *result) {
  return hipStreamGetCaptureInfo(handle, result, nullptr);
}

hipError_t hipStreamGetCaptureInfo(hipStream_t handle, hipStreamCaptureStatus *result,
                                   unsigned long long *id) {
  return hipStreamGetCaptureInfo_v2(handle, result, id, nullptr, nullptr, nullptr);
}

hipError_t hipStreamGetCaptureInfo_v2(hipStream_t handle, hipStreamCaptureStatus *result,
                                      unsigned long long *id, hipGraph_t *graph,
                                      const hipGraphNode_t **, size_t *count) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  if (graph || count)
    return finish(hipErrorNotSupported, "a graph is given out when its capture has ended");
  auto capture = stream->capture();
  *result = !capture             ? hipStreamCaptureStatusNone
            : capture->isInvalid ? hipStreamCaptureStatusInvalidated
                                 : hipStreamCaptureStatusActive;
  if (id)
    *id = capture ? capture->id : 0;
  return finish();
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  if (!mode || *mode < hipStreamCaptureModeGlobal || *mode > hipStreamCaptureModeRelaxed)
    return finish(hipErrorInvalidValue, "there is no mode");
  *mode = exchangeMode(*mode);
  return finish();
}

int hipGetStreamDeviceId(hipStream_t) { return 0; }
