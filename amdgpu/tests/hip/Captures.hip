#include "Check.h"

// Streams and captures: what they are told and asked since HIP 5.2.

extern "C" {
hipError_t hipEventRecordWithFlags(hipEvent_t, hipStream_t, unsigned);
hipError_t hipStreamGetDevice(hipStream_t, int *);
hipError_t hipStreamGetId(hipStream_t, unsigned long long *);
hipError_t hipStreamGetAttribute(hipStream_t, int, void *);
hipError_t hipStreamSetAttribute(hipStream_t, int, const void *);
hipError_t hipStreamCopyAttributes(hipStream_t, hipStream_t);
hipError_t hipStreamBeginCaptureToGraph(hipStream_t, hipGraph_t, const hipGraphNode_t *,
                                        const void *, size_t, hipStreamCaptureMode);
}

__global__ void append(int *values, int value) {
  int *end = values + 15;
  values[(*end)++] = value;
}

/// What was appended to the 15 places, since the last time.
std::vector<int> taken(int *values) {
  std::vector<int> all = fromDevice(values, 16);
  OK(hipMemset(values, 0, 64));
  all.resize(all[15]);
  return all;
}

void launch(hipGraph_t graph) {
  hipGraphExec_t executable = nullptr;
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(executable, nullptr));
  OK(hipDeviceSynchronize());
  OK(hipGraphExecDestroy(executable));
}

void testStreams() {
  hipStream_t first, second;
  OK(hipStreamCreateWithPriority(&first, hipStreamNonBlocking, -1));
  const uint32_t mask[] = {0xf0};
  OK(hipExtStreamCreateWithCUMask(&second, 1, mask));
  int device = 7, value = 0;
  OK(hipStreamGetDevice(first, &device));
  CHECK(device == 0);
  unsigned long long ids[3] = {};
  OK(hipStreamGetId(first, ids));
  OK(hipStreamGetId(second, ids + 1));
  OK(hipStreamGetId(nullptr, ids + 2));
  CHECK(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);

  constexpr int cooperative = 2, policy = 3, priority = 8;
  OK(hipStreamGetAttribute(first, priority, &value));
  CHECK(value == -1);
  value = 2;
  OK(hipStreamSetAttribute(first, policy, &value));
  OK(hipStreamCopyAttributes(second, first));
  value = 0;
  OK(hipStreamGetAttribute(second, policy, &value));
  CHECK(value == 2);
  OK(hipStreamGetPriority(second, &value));
  CHECK(value == -1);
  CHECK_IS(hipErrorInvalidValue, hipStreamSetAttribute(first, cooperative, &value));
  CHECK_IS(hipErrorInvalidValue, hipStreamSetAttribute(first, policy, nullptr));
  CHECK_IS(hipErrorInvalidValue, hipStreamGetAttribute(first, 99, &value));
  CHECK_IS(hipErrorContextIsDestroyed,
           hipStreamGetAttribute(reinterpret_cast<hipStream_t>(&value), policy, &value));

  uint32_t units[16];
  OK(hipExtStreamGetCUMask(second, 16, units));
  CHECK(units[0] == 0xf0 && units[1] == 0);
  OK(hipExtStreamGetCUMask(first, 16, units));
  int count = 0, bits = 0;
  OK(hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, 0));
  for (uint32_t word : units)
    bits += __builtin_popcount(word);
  CHECK(bits == count);
  CHECK_IS(hipErrorInvalidValue, hipExtStreamGetCUMask(first, 1, units));
  OK(hipStreamDestroy(first));
  OK(hipStreamDestroy(second));
  CHECK_IS(hipErrorContextIsDestroyed, hipStreamGetId(first, ids));
}

void testDependencies() {
  int *values = onDevice(std::vector<int>(16, 0));
  hipStream_t stream;
  OK(hipStreamCreate(&stream));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  hipStreamCaptureStatus status;
  unsigned long long id = 0;
  hipGraph_t graph, ended;
  const hipGraphNode_t *nodes = nullptr;
  size_t count = 9;
  OK(hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count));
  CHECK(count == 0 && graph);
  append<<<1, 1, 0, stream>>>(values, 1);
  OK(hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count));
  CHECK(count == 1 && status == hipStreamCaptureStatusActive);
  hipGraphNode_t first = *nodes, added;
  // Beside the first one, and then before the next.
  OK(hipGraphAddEmptyNode(&added, graph, nullptr, 0));
  OK(hipStreamUpdateCaptureDependencies(stream, &added, 1, 0));
  append<<<1, 1, 0, stream>>>(values, 2);
  OK(hipStreamUpdateCaptureDependencies(stream, &first, 1, 1));
  append<<<1, 1, 0, stream>>>(values, 3);
  CHECK_IS(hipErrorInvalidValue, hipStreamUpdateCaptureDependencies(stream, nullptr, 1, 0));
  CHECK_IS(hipErrorInvalidValue, hipStreamUpdateCaptureDependencies(stream, &first, 1, 2));
  OK(hipStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &nodes, &count));
  hipGraphNode_t last = *nodes;
  OK(hipStreamEndCapture(stream, &ended));
  CHECK(ended == graph);
  CHECK_IS(hipErrorIllegalState, hipStreamUpdateCaptureDependencies(stream, &first, 1, 0));
  size_t before = 0, edges = 0;
  OK(hipGraphNodeGetDependencies(last, nullptr, &before));
  OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(before == 1 && edges == 3);
  launch(graph);
  CHECK(taken(values) == std::vector<int>{1, 2, 3});

  // Into a graph that there is, behind a node of it.
  OK(hipStreamBeginCaptureToGraph(stream, graph, &last, nullptr, 1, hipStreamCaptureModeGlobal));
  append<<<1, 1, 0, stream>>>(values, 4);
  OK(hipStreamEndCapture(stream, &ended));
  CHECK(ended == graph);
  OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(edges == 4);
  launch(graph);
  CHECK(taken(values) == std::vector<int>{1, 2, 3, 4});
  CHECK_IS(hipErrorInvalidValue, hipStreamBeginCaptureToGraph(stream, nullptr, nullptr, nullptr, 0,
                                                              hipStreamCaptureModeGlobal));
  CHECK_IS(hipErrorInvalidValue, hipStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 1,
                                                              hipStreamCaptureModeGlobal));
  OK(hipGraphDestroy(graph));
  CHECK_IS(hipErrorInvalidValue, hipGraphDestroy(graph));
  OK(hipStreamDestroy(stream));
  OK(hipFree(values));
}

void testExternalEvents() {
  hipStream_t stream;
  hipEvent_t event;
  hipGraph_t graph;
  OK(hipStreamCreate(&stream));
  OK(hipEventCreate(&event));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(hipEventRecordWithFlags(event, stream, 1));
  OK(hipStreamWaitEvent(stream, event, 1));
  CHECK_IS(hipErrorInvalidValue, hipEventRecordWithFlags(event, stream, 2));
  CHECK_IS(hipErrorInvalidHandle, hipEventRecordWithFlags(nullptr, stream, 0));
  OK(hipStreamEndCapture(stream, &graph));
  size_t nodes = 0;
  OK(hipGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes == 2);
  float milliseconds = 0;
  CHECK_IS(hipErrorInvalidHandle, hipEventElapsedTime(&milliseconds, event, event));
  launch(graph);
  OK(hipEventElapsedTime(&milliseconds, event, event));
  OK(hipEventRecordWithFlags(event, stream, 0));

  // What a graph's nodes were given later is as external, when the graph is captured in turn.
  hipGraphNode_t pair[2];
  nodes = 2;
  OK(hipGraphGetNodes(graph, pair, &nodes));
  OK(hipGraphEventRecordNodeSetEvent(pair[0], event));
  OK(hipGraphEventWaitNodeSetEvent(pair[1], event));
  hipGraphExec_t executable;
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  OK(hipGraphExecEventRecordNodeSetEvent(executable, pair[0], event));
  OK(hipGraphExecEventWaitNodeSetEvent(executable, pair[1], event));
  hipGraph_t captured;
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(hipGraphLaunch(executable, stream));
  OK(hipStreamEndCapture(stream, &captured));
  OK(hipGraphGetNodes(captured, nullptr, &nodes));
  CHECK(nodes == 2);
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(captured));
  OK(hipGraphDestroy(graph));
  OK(hipEventDestroy(event));
  OK(hipStreamDestroy(stream));
}

/// Allocations of a stream become nodes.
void testMemory() {
  hipStream_t stream;
  hipGraph_t graph;
  int *values = nullptr, result[2] = {};
  OK(hipStreamCreate(&stream));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(hipMallocAsync(reinterpret_cast<void **>(&values), 64, stream));
  OK(hipMemsetAsync(values, 0, 64, stream));
  append<<<1, 1, 0, stream>>>(values, 5);
  OK(hipMemcpyAsync(result, values, sizeof result, hipMemcpyDeviceToHost, stream));
  OK(hipFreeAsync(values, stream));
  OK(hipStreamEndCapture(stream, &graph));
  launch(graph);
  CHECK(result[0] == 5 && result[1] == 0);
  // Freed by the graph itself.
  CHECK_IS(hipErrorInvalidValue, hipFree(values));
  launch(graph);
  OK(hipGraphDestroy(graph));
  OK(hipStreamDestroy(stream));
}

int main() {
  testStreams();
  testDependencies();
  testExternalEvents();
  testMemory();
  (void)hipGetLastError();
  return failures != 0;
}
