#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Capture.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

constexpr unsigned knownFlags = hipEventBlockingSync | hipEventDisableTiming |
                                hipEventInterprocess | hipEventReleaseToDevice |
                                hipEventReleaseToSystem;

/// hipEventRecordExternal and hipEventWaitExternal of later versions.
constexpr unsigned externalFlag = 1;

std::shared_ptr<Event> find(hipEvent_t handle, Status &status) {
  auto event = Runtime::get().events.find(handle);
  if (!event)
    status = {hipErrorInvalidHandle, "the event does not exist, or no more"};
  return event;
}

hipError_t record(hipEvent_t handle, hipStream_t stream, unsigned flags = 0,
                  std::source_location where = std::source_location::current()) {
  Status status;
  auto event = find(handle, status);
  if (!event)
    return finish(status, where);
  if (flags > externalFlag)
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags), where);
  return finish(enqueue(stream, Record{event, flags == externalFlag}), where);
}

} // namespace

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags) {
  if (!event)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  // Later versions have more flags, none of which says what an event means.
  if (flags & ~(knownFlags | 0x20000000))
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags));
  *event = Runtime::get().events.add(std::make_shared<Event>(flags));
  return finish();
}

hipError_t hipEventCreate(hipEvent_t *event) { return hipEventCreateWithFlags(event, 0); }

hipError_t hipEventDestroy(hipEvent_t event) {
  if (!Runtime::get().events.remove(event))
    return finish(hipErrorInvalidHandle, "the event does not exist, or no more");
  return finish();
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) { return record(event, stream); }

// Of later versions.
extern "C" hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream,
                                              unsigned int flags) {
  return record(event, stream, flags);
}

hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t eventHandle, unsigned int flags) {
  Status status;
  auto event = find(eventHandle, status);
  auto stream = findStream(handle, status);
  if (!event || !stream)
    return finish(status);
  if (flags > externalFlag)
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags));
  if (flags == externalFlag && stream->capture())
    return finish(enqueue(handle, Wait{event, nullptr, true}));
  if (join(*stream, *event, status))
    return finish(status);
  // An event that was never recorded is nothing to wait for.
  if (!event->mark() && !stream->capture())
    return finish();
  return finish(enqueue(handle, Wait{event, nullptr}));
}

hipError_t hipEventSynchronize(hipEvent_t handle) {
  Status status;
  auto event = find(handle, status);
  if (!event)
    return finish(status);
  if (event->place())
    return finish(hipErrorCapturedEvent, "the event was recorded in a capture");
  if (Status allowed = mayWait(); !allowed)
    return finish(allowed);
  // Errors are the stream's: drivers do not expect one here.
  if (auto mark = event->mark())
    mark->wait();
  return finish();
}

hipError_t hipEventQuery(hipEvent_t handle) {
  Status status;
  auto event = find(handle, status);
  if (!event)
    return finish(status);
  if (event->place())
    return finish(hipErrorCapturedEvent, "the event was recorded in a capture");
  auto mark = event->mark();
  return !mark || mark->isDone() ? hipSuccess : hipErrorNotReady;
}

hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t from, hipEvent_t to) {
  if (!milliseconds)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  Status status;
  auto begin = find(from, status), end = find(to, status);
  if (!begin || !end)
    return finish(status);
  if ((begin->flags | end->flags) & hipEventDisableTiming)
    return finish(hipErrorInvalidHandle, "an event was created without timing");
  auto first = begin->mark(), last = end->mark();
  if (!first || !last)
    return finish(hipErrorInvalidHandle, "an event was never recorded");
  if (!first->isDone() || !last->isDone())
    return hipErrorNotReady;
  *milliseconds = std::chrono::duration<float, std::milli>(last->time() - first->time()).count();
  return finish();
}
