#pragma once

#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Graph.h"
#include "amdgpu/hip/Stream.h"

namespace assay::amdhip {

/// What streams are asked for between hipStreamBeginCapture and hipStreamEndCapture, as a graph.
/// Other streams join by waiting for an event that was recorded in the capture.
struct Capture : std::enable_shared_from_this<Capture> {
  std::shared_ptr<Graph> graph;
  /// False if it captures into a graph of the program's.
  bool isOwnGraph = true;
  hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  const Stream *origin = nullptr;
  std::thread::id thread = std::this_thread::get_id();
  uint64_t id = 0;
  bool isInvalid = false;
  /// For each stream that takes part, the nodes that its next one comes after.
  std::unordered_map<const Stream *, Nodes> tips;

  /// What the stream's next node comes after, for the program; valid until the next such call.
  const std::vector<hipGraphNode_t> &tipHandles(const Stream &stream);
  std::vector<hipGraphNode_t> givenOut;

  Status add(Stream &stream, Work work);
  /// Says what the stream's next node comes after, beside what it would or instead.
  void setTip(const Stream &stream, const Nodes &nodes, bool isAdded);

  std::mutex mutex;
};

/// Into a graph of its own, or behind `tip` in one that there is.
Status beginCapture(Stream &stream, hipStreamCaptureMode mode,
                    std::shared_ptr<Graph> graph = nullptr, Nodes tip = {});
Status endCapture(Stream &stream, std::shared_ptr<Graph> &graph);
/// A wait for an event that was recorded in a capture takes the stream into it. False if the event
/// was recorded in none.
bool join(Stream &stream, const Event &event, Status &status);

/// The null stream may not be used while a blocking stream is captured.
Status mayUseNullStream();
/// Calls that wait are wrong while this thread captures, or any thread in the global mode, and
/// spoil these captures.
Status mayLeaveCaptures();

/// This thread's mode for calls that are unsafe while others capture. Returns the one before.
hipStreamCaptureMode exchangeMode(hipStreamCaptureMode mode);

} // namespace assay::amdhip
