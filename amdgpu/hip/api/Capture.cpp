#include "amdgpu/hip/Capture.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/api/NodeEdit.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

hipGraph_t handleOf(const Capture &capture) {
  return reinterpret_cast<hipGraph_t>(capture.graph.get());
}

Status checkMode(hipStreamCaptureMode mode) {
  if (mode < hipStreamCaptureModeGlobal || mode > hipStreamCaptureModeRelaxed)
    return {hipErrorInvalidValue, fmt::format("{} is no mode", int(mode))};
  return {};
}

} // namespace

hipError_t hipStreamBeginCapture(hipStream_t handle, hipStreamCaptureMode mode) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (status = checkMode(mode); !status)
    return finish(status);
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
  const std::shared_ptr<Capture> capture = stream->capture();
  std::shared_ptr<Graph> graph;
  status = endCapture(*stream, graph);
  if (status)
    *result = Runtime::get().graphs.add(std::move(graph));
  else if (capture && capture->isOwnGraph && !stream->capture())
    (void)Runtime::get().graphs.remove(handleOf(*capture));
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
                                      const hipGraphNode_t **nodes, size_t *count) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  auto capture = stream->capture();
  *result = !capture             ? hipStreamCaptureStatusNone
            : capture->isInvalid ? hipStreamCaptureStatusInvalidated
                                 : hipStreamCaptureStatusActive;
  if (id)
    *id = capture ? capture->id : 0;
  if (*result != hipStreamCaptureStatusActive)
    return finish();
  if (graph)
    *graph = Runtime::get().graphs.add(capture->graph);
  const std::vector<hipGraphNode_t> &tip = capture->tipHandles(*stream);
  if (nodes)
    *nodes = tip.data();
  if (count)
    *count = tip.size();
  return finish();
}

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, hipGraphNode_t *nodes,
                                              size_t count, unsigned int flags) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  auto capture = stream->capture();
  if (!capture)
    return finish(hipErrorIllegalState, "the stream is not being captured");
  if (flags > 1) // 0: they are added, 1: they replace
    return finish(hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags));
  Nodes found;
  if (status = nodesOf(capture->graph, nodes, count, found); !status)
    return finish(status);
  capture->setTip(*stream, found, flags == 0);
  return finish();
}

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  if (!mode)
    return finish(hipErrorInvalidValue, "the mode's pointer is null");
  if (Status status = checkMode(*mode); !status)
    return finish(status);
  *mode = exchangeMode(*mode);
  return finish();
}

// Of later versions. Dependencies have no data here: a port is nothing but the end of a node.
extern "C" hipError_t hipStreamBeginCaptureToGraph(hipStream_t handle, hipGraph_t graphHandle,
                                                   const hipGraphNode_t *nodes, const void *,
                                                   size_t count, hipStreamCaptureMode mode) {
  Status status;
  auto stream = findStream(handle, status);
  if (!stream)
    return finish(status);
  auto graph = Runtime::get().graphs.find(graphHandle);
  if (!graph)
    return finish(hipErrorInvalidValue, "the graph does not exist, or no more");
  Nodes tip;
  if (status = checkMode(mode); status)
    status = nodesOf(graph, nodes, count, tip);
  if (status)
    status = beginCapture(*stream, mode, std::move(graph), std::move(tip));
  return finish(status);
}
