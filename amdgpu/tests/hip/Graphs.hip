#include "Check.h"

__global__ void scale(int *values, int factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] *= factor;
}
__global__ void add(int *to, const int *from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    to[i] += from[i];
}

__device__ int table[4];
constexpr int count = 100;

void testNodes() {
  int *a = onDevice(std::vector<int>(count, 0)), *b = onDevice(std::vector<int>(count, 0));
  std::vector<int> host(count, 3), result(count, 0);
  int called = 0;
  hipGraph_t graph, child;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphCreate(&child, 0));
  hipGraphNode_t set, copy, scaled, both, back, call, empty, nested;

  hipMemsetParams memset = {};
  memset.dst = a;
  memset.elementSize = 4;
  memset.value = 5;
  memset.width = count;
  memset.height = 1;
  OK(hipGraphAddMemsetNode(&set, graph, nullptr, 0, &memset));
  OK(hipGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, b, host.data(), count * 4,
                             hipMemcpyHostToDevice));
  int factor = 2, n = count;
  void *arguments[] = {&b, &factor, &n};
  hipKernelNodeParams kernel = {};
  kernel.func = (void *)scale;
  kernel.gridDim = dim3(2);
  kernel.blockDim = dim3(64);
  kernel.kernelParams = arguments;
  OK(hipGraphAddKernelNode(&scaled, child, nullptr, 0, &kernel));
  OK(hipGraphAddChildGraphNode(&nested, graph, &copy, 1, child));
  hipGraphNode_t two[] = {set, nested};
  void *addArguments[] = {&a, &b, &n};
  kernel.func = (void *)add;
  kernel.kernelParams = addArguments;
  OK(hipGraphAddKernelNode(&both, graph, two, 2, &kernel));
  OK(hipGraphAddMemcpyNode1D(&back, graph, &both, 1, result.data(), a, count * 4,
                             hipMemcpyDeviceToHost));
  hipHostNodeParams hostNode = {[](void *data) { ++*static_cast<int *>(data); }, &called};
  OK(hipGraphAddHostNode(&call, graph, &back, 1, &hostNode));
  OK(hipGraphAddEmptyNode(&empty, graph, &call, 1));

  size_t nodes = 0, roots = 0, edges = 0;
  OK(hipGraphGetNodes(graph, nullptr, &nodes));
  OK(hipGraphGetRootNodes(graph, nullptr, &roots));
  OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(nodes == 7 && roots == 2 && edges == 6);
  hipGraphNodeType type;
  OK(hipGraphNodeGetType(nested, &type));
  CHECK(type == hipGraphNodeTypeGraph);

  hipGraphExec_t executable;
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  hipStream_t stream;
  OK(hipStreamCreate(&stream));
  OK(hipGraphLaunch(executable, stream));
  OK(hipStreamSynchronize(stream));
  CHECK(result == std::vector<int>(count, 11) && called == 1);

  // A change in the executable graph leaves the graph as it was.
  memset.value = 100;
  OK(hipGraphExecMemsetNodeSetParams(executable, set, &memset));
  OK(hipGraphLaunch(executable, stream));
  OK(hipStreamSynchronize(stream));
  CHECK(result == std::vector<int>(count, 106) && called == 2);
  OK(hipGraphMemsetNodeGetParams(set, &memset));
  CHECK(memset.value == 5);

  OK(hipGraphAddDependencies(graph, &empty, &set, 1));
  hipGraphExec_t none;
  CHECK_IS(hipErrorInvalidValue, hipGraphInstantiate(&none, graph, nullptr, nullptr, 0));
  OK(hipGraphRemoveDependencies(graph, &empty, &set, 1));
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(graph));
  OK(hipGraphDestroy(child));
  CHECK_IS(hipErrorInvalidValue, hipGraphDestroy(graph));
  OK(hipStreamDestroy(stream));
  OK(hipFree(a));
  OK(hipFree(b));
}

void testCapture() {
  int *a = onDevice(std::vector<int>(count, 1)), *b = onDevice(std::vector<int>(count, 1));
  hipStream_t stream, other;
  hipEvent_t fork, join;
  OK(hipStreamCreate(&stream));
  OK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  OK(hipEventCreate(&fork));
  OK(hipEventCreate(&join));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  hipStreamCaptureStatus status;
  OK(hipStreamIsCapturing(stream, &status));
  CHECK(status == hipStreamCaptureStatusActive);
  OK(hipMemsetAsync(a, 0, count * 4, stream));
  OK(hipMemsetD32Async(a, 2, count, stream));
  OK(hipEventRecord(fork, stream));
  OK(hipStreamWaitEvent(other, fork, 0));
  scale<<<2, 64, 0, stream>>>(a, 3, count);
  scale<<<2, 64, 0, other>>>(b, 10, count);
  OK(hipEventRecord(join, other));
  OK(hipStreamWaitEvent(stream, join, 0));
  add<<<2, 64, 0, stream>>>(a, b, count);
  hipGraph_t graph;
  OK(hipStreamEndCapture(stream, &graph));
  // Nothing was done yet.
  CHECK(fromDevice(a, count) == std::vector<int>(count, 1));
  size_t nodes = 0, edges = 0;
  OK(hipGraphGetNodes(graph, nullptr, &nodes));
  OK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
  CHECK(nodes == 5 && edges == 5);
  hipGraphExec_t executable;
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  for (int wanted : {16, 106}) {
    OK(hipGraphLaunch(executable, stream));
    OK(hipStreamSynchronize(stream));
    CHECK(fromDevice(a, count) == std::vector<int>(count, wanted));
  }
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(graph));

  // What waits spoils a capture; a stream that was not joined is told of.
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  CHECK_IS(hipErrorStreamCaptureUnsupported, hipStreamSynchronize(stream));
  CHECK_IS(hipErrorStreamCaptureInvalidated, hipStreamEndCapture(stream, &graph));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(hipEventRecord(fork, stream));
  OK(hipStreamWaitEvent(other, fork, 0));
  scale<<<2, 64, 0, other>>>(b, 10, count);
  CHECK_IS(hipErrorStreamCaptureUnjoined, hipStreamEndCapture(stream, &graph));
  CHECK_IS(hipErrorIllegalState, hipStreamEndCapture(stream, &graph));
  CHECK_IS(hipErrorStreamCaptureUnsupported,
           hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal));
  (void)hipGetLastError();
  OK(hipStreamDestroy(stream));
  OK(hipStreamDestroy(other));
  OK(hipEventDestroy(fork));
  OK(hipEventDestroy(join));
  OK(hipFree(a));
  OK(hipFree(b));
}

__global__ void useTable(int *to) { to[threadIdx.x] = table[threadIdx.x] * 2; }
__managed__ int managed = 40;
__global__ void useManaged() { managed += 2; }
__constant__ float weights[3] = {1, 2, 3};
__global__ void useConstants(float *to) { to[threadIdx.x] = weights[threadIdx.x]; }

void testSymbols() {
  const int values[] = {1, 2, 3, 4};
  int more = 30, back[4];
  OK(hipMemcpyToSymbol(HIP_SYMBOL(table), values, sizeof values));
  OK(hipMemcpyToSymbol(HIP_SYMBOL(table), &more, 4, 8));
  CHECK_IS(hipErrorInvalidValue, hipMemcpyToSymbol(HIP_SYMBOL(table), values, sizeof values, 4));
  int *to = onDevice(std::vector<int>(4, 0));
  useTable<<<1, 4>>>(to);
  CHECK(fromDevice(to, 4) == std::vector<int>{2, 4, 60, 8});
  OK(hipMemcpyFromSymbol(back, HIP_SYMBOL(table), 8, 4));
  CHECK(back[0] == 2 && back[1] == 30);
  size_t bytes = 0;
  OK(hipGetSymbolSize(&bytes, HIP_SYMBOL(table)));
  CHECK(bytes == 16);
  CHECK_IS(hipErrorInvalidSymbol, hipGetSymbolSize(&bytes, &more));
  useManaged<<<1, 1>>>();
  OK(hipDeviceSynchronize());
  CHECK(managed == 42);
  float *three = onDevice(std::vector<float>(3, 0));
  useConstants<<<1, 3>>>(three);
  CHECK(fromDevice(three, 3) == std::vector<float>{1, 2, 3});
  (void)hipGetLastError();
  OK(hipFree(to));
  OK(hipFree(three));
}

int main() {
  testNodes();
  testCapture();
  testSymbols();
  return failures != 0;
}
