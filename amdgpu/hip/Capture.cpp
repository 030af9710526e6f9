#include "amdgpu/hip/Capture.h"

#include "amdgpu/hip/Runtime.h"

#include <algorithm>

namespace assay::amdhip {
namespace {

std::atomic<uint64_t> captures = 0;
/// How many there are now: most programs have none, and every call that waits asks.
std::atomic<int> active = 0;
thread_local hipStreamCaptureMode threadMode = hipStreamCaptureModeGlobal;

void addNew(Nodes &to, const Nodes &from) {
  for (const auto &node : from)
    if (std::ranges::find(to, node) == to.end())
      to.push_back(node);
}

} // namespace

Status Capture::add(Stream &stream, Work work) {
  std::lock_guard lock(mutex);
  if (isInvalid)
    return {hipErrorStreamCaptureInvalidated, "the capture was spoilt by a call before"};
  Nodes &tip = tips[&stream];
  if (const auto *record = std::get_if<Record>(&work); record && !record->isExternal) {
    record->event->setPlace({weak_from_this(), tip});
    return {};
  }
  if (const auto *wait = std::get_if<Wait>(&work); wait && !wait->isExternal) {
    auto place = wait->event->place();
    if (!place) {
      isInvalid = true;
      return {hipErrorStreamCaptureIsolation,
              "a captured stream cannot wait for an event that was recorded outside"};
    }
    if (place->capture.lock().get() != this) {
      isInvalid = true;
      return {hipErrorStreamCaptureMerge, "the event belongs to another capture"};
    }
    addNew(tip, place->nodes);
    return {};
  }
  const hipGraphNodeType type = typeOf(work);
  tip = {graph->add(std::move(work), type, tip)};
  return {};
}

const std::vector<hipGraphNode_t> &Capture::tipHandles(const Stream &stream) {
  std::lock_guard lock(mutex);
  givenOut.clear();
  for (const auto &node : tips[&stream])
    givenOut.push_back(reinterpret_cast<hipGraphNode_t>(node.get()));
  return givenOut;
}

void Capture::setTip(const Stream &stream, const Nodes &nodes, bool isAdded) {
  std::lock_guard lock(mutex);
  Nodes &tip = tips[&stream];
  if (!isAdded)
    tip.clear();
  addNew(tip, nodes);
}

Status beginCapture(Stream &stream, hipStreamCaptureMode mode, std::shared_ptr<Graph> graph,
                    Nodes tip) {
  if (&stream == nullStream().get())
    return {hipErrorStreamCaptureUnsupported, "the null stream cannot be captured"};
  if (stream.capture())
    return {hipErrorIllegalState, "the stream is being captured already"};
  auto capture = std::make_shared<Capture>();
  capture->mode = mode;
  capture->origin = &stream;
  capture->id = ++captures;
  capture->isOwnGraph = !graph;
  capture->graph = graph ? std::move(graph) : std::make_shared<Graph>();
  capture->tips[&stream] = std::move(tip);
  stream.setCapture(std::move(capture));
  ++active;
  return {};
}

Status endCapture(Stream &stream, std::shared_ptr<Graph> &graph) {
  auto capture = stream.capture();
  if (!capture)
    return {hipErrorIllegalState, "the stream is not being captured"};
  if (capture->origin != &stream)
    return {hipErrorStreamCaptureUnmatched, "the capture was begun in another stream"};
  if (capture->mode != hipStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
    return {hipErrorStreamCaptureWrongThread, "the capture was begun by another thread"};
  std::lock_guard lock(capture->mutex);
  --active;
  auto leave = [&](const std::shared_ptr<Stream> &other) {
    if (other->capture() == capture)
      other->setCapture(nullptr);
  };
  Runtime::get().streams.forEach(leave);
  stream.setCapture(nullptr);
  if (capture->isInvalid)
    return {hipErrorStreamCaptureInvalidated, "the capture was spoilt by a call before"};
  // The last node of every stream must come before something of the stream that began.
  const Nodes &ends = capture->tips[&stream];
  for (const auto &[other, tip] : capture->tips)
    for (const auto &node : tip) {
      const bool isEnd = std::ranges::find(ends, node) != ends.end();
      const bool hasNext = std::ranges::any_of(capture->graph->nodes(), [&](const auto &next) {
        return std::ranges::find(next->after, node) != next->after.end();
      });
      if (!isEnd && !hasNext)
        return {hipErrorStreamCaptureUnjoined,
                "a stream that took part in the capture was not joined to the one that began it"};
    }
  graph = capture->graph;
  return {};
}

bool join(Stream &stream, const Event &event, Status &status) {
  auto place = event.place();
  auto capture = place ? place->capture.lock() : nullptr;
  if (!place || stream.capture())
    return false;
  if (!capture) {
    status = {hipErrorCapturedEvent, "the event was recorded in a capture that has ended"};
    return true;
  }
  std::lock_guard lock(capture->mutex);
  if (&stream == nullStream().get()) {
    capture->isInvalid = true;
    status = {hipErrorStreamCaptureImplicit, "the null stream cannot take part in a capture"};
    return true;
  }
  capture->tips[&stream] = place->nodes;
  stream.setCapture(capture);
  return true;
}

Status mayUseNullStream() {
  Status status;
  if (active > 0)
    Runtime::get().streams.forEach([&](const std::shared_ptr<Stream> &stream) {
      auto capture = stream->isBlocking() ? stream->capture() : nullptr;
      if (!capture)
        return;
      capture->isInvalid = true;
      status = {hipErrorStreamCaptureImplicit,
                "the null stream is used while a stream that waits for it is captured"};
    });
  return status;
}

Status mayLeaveCaptures() {
  Status status;
  if (active > 0 && threadMode != hipStreamCaptureModeRelaxed)
    Runtime::get().streams.forEach([&](const std::shared_ptr<Stream> &stream) {
      auto capture = stream->capture();
      if (!capture || capture->mode == hipStreamCaptureModeRelaxed)
        return;
      const bool isOurs = capture->thread == std::this_thread::get_id();
      if (!isOurs && (capture->mode == hipStreamCaptureModeThreadLocal ||
                      threadMode == hipStreamCaptureModeThreadLocal))
        return;
      capture->isInvalid = true;
      status = {hipErrorStreamCaptureUnsupported,
                "this call waits for the device, which a captured stream cannot do"};
    });
  return status;
}

hipStreamCaptureMode exchangeMode(hipStreamCaptureMode mode) {
  return std::exchange(threadMode, mode);
}

} // namespace assay::amdhip
