#include "Check.h"

#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

// Graphs as programs of HIP 6 see them: numbers and structures that HIP 5.2 has otherwise, or not.

struct Allocation {
  hipMemPoolProps properties;
  const void *access;
  size_t accessCount, bytes;
  void *pointer;
};
struct AnyNode {
  AnyNode() : all{} {}
  int type = 0, reserved[3] = {};
  union {
    long long all[29];
    hipKernelNodeParams kernel;
    hipMemsetParams memset;
    struct {
      int flags, reserved[3];
      hipMemcpy3DParms box;
    } copy;
    hipHostNodeParams host;
    void *pointer;
    Allocation allocation;
  };
  long long end = 0;
};
struct Box {
  size_t fromX = 0, fromY = 0, fromZ = 0, fromLevel = 0;
  int fromType = 0;
  const void *fromHost = nullptr;
  void *fromDevice = nullptr, *fromArray = nullptr;
  size_t fromPitch = 0, fromHeight = 0;
  size_t toX = 0, toY = 0, toZ = 0, toLevel = 0;
  int toType = 0;
  void *toHost = nullptr, *toDevice = nullptr, *toArray = nullptr;
  size_t toPitch = 0, toHeight = 0, width = 0, height = 1, depth = 1;
};
enum { Kernel, Copy, Set, Host, Child, Empty, Wait, Record, Allocate = 10, Free };

extern "C" {
hipError_t hipGraphAddNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, AnyNode *);
hipError_t hipGraphNodeSetParams(hipGraphNode_t, AnyNode *);
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t, hipGraphNode_t, AnyNode *);
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                   Allocation *);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t, Allocation *);
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                  void *);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t, void *);
hipError_t hipDeviceGetGraphMemAttribute(int, int, void *);
hipError_t hipDeviceSetGraphMemAttribute(int, int, void *);
hipError_t hipDeviceGraphMemTrim(int);
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                    const Box *, hipCtx_t);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t, Box *);
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t, const Box *);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, const Box *,
                                              hipCtx_t);
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *, hipGraph_t, void *);
hipError_t hipGraphExecGetFlags(hipGraphExec_t, unsigned long long *);
hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned *);
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t, hipGraphNode_t);
hipError_t hipGraphDebugDotPrint(hipGraph_t, const char *, unsigned);
hipError_t hipUserObjectCreate(void **, void *, void (*)(void *), unsigned, unsigned);
hipError_t hipUserObjectRelease(void *, unsigned);
hipError_t hipUserObjectRetain(void *, unsigned);
hipError_t hipGraphRetainUserObject(hipGraph_t, void *, unsigned, unsigned);
hipError_t hipGraphReleaseUserObject(hipGraph_t, void *, unsigned);
}

__global__ void addTo(int *values, int what) { values[threadIdx.x] += what; }
/// Each of two workgroups waits for the other.
__global__ void meet(int *arrived) {
  atomicAdd(arrived, 1);
  while (atomicAdd(arrived, 0) < int(gridDim.x * blockDim.x))
    ;
}

void run(hipGraphExec_t executable) {
  OK(hipGraphLaunch(executable, nullptr));
  OK(hipDeviceSynchronize());
}

void testNodes() {
  int *values = onDevice(std::vector<int>(4, 0)), what = 3;
  hipGraph_t graph, child, found;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphCreate(&child, 0));
  AnyNode any;
  hipGraphNode_t set, kernel, nested, inner;
  any.type = Set;
  any.memset = {values, 4, 1, 0, 5, 4};
  OK(hipGraphAddNode(&set, graph, nullptr, 0, &any));
  void *arguments[] = {&values, &what};
  AnyNode launch;
  launch.type = Kernel;
  launch.kernel.func = reinterpret_cast<void *>(addTo);
  launch.kernel.gridDim = dim3(1);
  launch.kernel.blockDim = dim3(4);
  launch.kernel.kernelParams = arguments;
  OK(hipGraphAddNode(&kernel, graph, &set, 1, &launch));
  hipGraphNodeType type;
  OK(hipGraphNodeGetType(kernel, &type));
  CHECK(int(type) == Kernel);
  OK(hipGraphAddNode(&inner, child, nullptr, 0, &launch));
  OK(hipGraphAddChildGraphNode(&nested, graph, &kernel, 1, child));
  OK(hipGraphChildGraphNodeGetGraph(nested, &found));
  size_t count = 0;
  OK(hipGraphGetNodes(found, nullptr, &count));
  CHECK(count == 1 && found != child);
  CHECK_IS(hipErrorInvalidValue, hipGraphChildGraphNodeGetGraph(kernel, &found));

  struct {
    hipGraphNode_t wrong = nullptr;
    unsigned long long flags = 8;
    int result = 7;
    hipStream_t stream = nullptr;
  } how;
  hipGraphExec_t executable;
  OK(hipGraphInstantiateWithParams(&executable, graph, &how));
  unsigned long long flags = 0;
  OK(hipGraphExecGetFlags(executable, &flags));
  CHECK(how.result == 0 && flags == 8);
  OK(hipGraphUpload(executable, nullptr));
  CHECK_IS(hipErrorInvalidValue, hipGraphUpload(nullptr, nullptr));
  run(executable);
  CHECK(fromDevice(values, 4) == std::vector<int>(4, 11));

  // What is passed over, and what is changed, in the executable graph only.
  unsigned isEnabled = 7;
  OK(hipGraphNodeSetEnabled(executable, kernel, 0));
  OK(hipGraphNodeGetEnabled(executable, kernel, &isEnabled));
  CHECK(isEnabled == 0);
  any.memset.value = 50;
  OK(hipGraphExecNodeSetParams(executable, set, &any));
  run(executable);
  CHECK(fromDevice(values, 4) == std::vector<int>(4, 53));
  CHECK_IS(hipErrorInvalidValue, hipGraphNodeSetEnabled(executable, nested, 0));
  CHECK_IS(hipErrorInvalidValue, hipGraphNodeGetEnabled(executable, nullptr, &isEnabled));
  OK(hipGraphNodeSetEnabled(executable, kernel, 1));
  what = 20;
  OK(hipGraphNodeSetParams(kernel, &launch));
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  run(executable);
  CHECK(fromDevice(values, 4) == std::vector<int>(4, 28));
  any.type = 99;
  CHECK_IS(hipErrorNotSupported, hipGraphAddNode(&set, graph, nullptr, 0, &any));
  CHECK_IS(hipErrorInvalidValue, hipGraphAddNode(&set, graph, nullptr, 0, nullptr));
  CHECK_IS(hipErrorInvalidValue, hipGraphNodeSetParams(kernel, nullptr));

  // A node that is drawn has a name, an edge to the next one, and a box for the graph in it.
  const std::string path = std::string(std::getenv("ASSAY_HIP_CODE")) + "/graph.dot";
  OK(hipGraphDebugDotPrint(graph, path.c_str(), 1));
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  auto occurrences = [&](const std::string &what) {
    size_t count = 0;
    for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1))
      ++count;
    return count;
  };
  CHECK(text.starts_with("digraph") && occurrences("_Z5addToPii") == 2);
  CHECK(occurrences(" -> ") == 2 && occurrences("subgraph") == 1 && occurrences("grid 1x1x1") == 2);
  CHECK(occurrences("{") == occurrences("}") && occurrences("{") == 2);
  CHECK_IS(hipErrorInvalidValue, hipGraphDebugDotPrint(graph, nullptr, 0));
  CHECK(hipGraphDebugDotPrint(graph, "/no/such/folder/file", 0) != hipSuccess);
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphChildGraphNodeGetGraph(nested, &found));
  OK(hipGraphDestroy(graph));
  CHECK_IS(hipErrorInvalidValue, hipGraphGetNodes(found, nullptr, &count));
  OK(hipGraphDestroy(child));
  OK(hipFree(values));
}

void testAttributes() {
  int *arrived = onDevice(std::vector<int>(1, 0));
  void *arguments[] = {&arrived};
  hipKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void *>(meet);
  launch.gridDim = dim3(2);
  launch.blockDim = dim3(64);
  launch.kernelParams = arguments;
  hipGraph_t graph;
  hipGraphNode_t first, second;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddKernelNode(&first, graph, nullptr, 0, &launch));
  OK(hipGraphAddKernelNode(&second, graph, &first, 1, &launch));
  hipKernelNodeAttrValue value = {};
  value.cooperative = 1;
  OK(hipGraphKernelNodeSetAttribute(first, hipKernelNodeAttributeCooperative, &value));
  OK(hipGraphKernelNodeCopyAttributes(first, second));
  OK(hipGraphKernelNodeSetParams(second, &launch));
  value.cooperative = 0;
  OK(hipGraphKernelNodeGetAttribute(second, hipKernelNodeAttributeCooperative, &value));
  CHECK(value.cooperative == 1);
  CHECK_IS(hipErrorInvalidValue,
           hipGraphKernelNodeSetAttribute(first, static_cast<hipKernelNodeAttrID>(3), &value));
  CHECK_IS(hipErrorInvalidValue,
           hipGraphKernelNodeGetAttribute(nullptr, hipKernelNodeAttributeCooperative, &value));
  hipGraphExec_t executable;
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  run(executable); // would not end if it were not cooperative
  CHECK(fromDevice(arrived, 1)[0] == 256);
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(graph));
  OK(hipFree(arrived));
}

uint64_t ofGraphs(int which) {
  uint64_t bytes = 0;
  OK(hipDeviceGetGraphMemAttribute(0, which, &bytes));
  return bytes;
}

void testMemory() {
  hipGraph_t graph;
  OK(hipGraphCreate(&graph, 0));
  Allocation allocation = {};
  allocation.bytes = 400;
  hipGraphNode_t allocated, set, kernel, copied, freed;
  OK(hipGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &allocation));
  int *values = static_cast<int *>(allocation.pointer), what = 2, result[100] = {};
  hipMemsetParams memset = {values, 4, 1, 0, 40, 100};
  OK(hipGraphAddMemsetNode(&set, graph, &allocated, 1, &memset));
  void *arguments[] = {&values, &what};
  hipKernelNodeParams launch = {};
  launch.func = reinterpret_cast<void *>(addTo);
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(100);
  launch.kernelParams = arguments;
  OK(hipGraphAddKernelNode(&kernel, graph, &set, 1, &launch));
  OK(hipGraphAddMemcpyNode1D(&copied, graph, &kernel, 1, result, values, sizeof result,
                             hipMemcpyDeviceToHost));
  CHECK(ofGraphs(0) == 0 && ofGraphs(2) == 400);
  hipGraphExec_t executable;
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  run(executable);
  CHECK(result[0] == 42 && result[99] == 42 && ofGraphs(0) == 400);
  // What is left of one launch, the program frees before the next.
  CHECK_IS(hipErrorInvalidValue, hipGraphLaunch(executable, nullptr));
  OK(hipFreeAsync(values, nullptr));
  run(executable);
  OK(hipFree(values));
  CHECK(ofGraphs(0) == 0 && ofGraphs(1) == 400);
  uint64_t none = 0;
  OK(hipDeviceSetGraphMemAttribute(0, 1, &none));
  CHECK(ofGraphs(1) == 0);
  CHECK_IS(hipErrorInvalidValue, hipDeviceSetGraphMemAttribute(0, 0, &none));
  CHECK_IS(hipErrorInvalidValue, hipDeviceGetGraphMemAttribute(0, 9, &none));
  CHECK_IS(hipErrorInvalidDevice, hipDeviceGraphMemTrim(1));
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphInstantiateWithFlags(&executable, graph, 1)); // frees it itself
  run(executable);
  run(executable);
  OK(hipFree(values));
  OK(hipGraphExecDestroy(executable));

  OK(hipGraphAddMemFreeNode(&freed, graph, &copied, 1, values));
  void *pointer = nullptr;
  OK(hipGraphMemFreeNodeGetParams(freed, &pointer));
  CHECK(pointer == values);
  hipGraphNodeType type;
  OK(hipGraphNodeGetType(freed, &type));
  CHECK(int(type) == Free);
  OK(hipGraphNodeGetType(allocated, &type));
  CHECK(int(type) == Allocate);
  Allocation asked = {};
  OK(hipGraphMemAllocNodeGetParams(allocated, &asked));
  CHECK(asked.bytes == 400 && asked.pointer == values);
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  run(executable);
  run(executable);
  CHECK(ofGraphs(0) == 0);
  CHECK_IS(hipErrorInvalidValue, hipGraphAddMemFreeNode(&freed, graph, nullptr, 0, result));
  CHECK_IS(hipErrorInvalidValue, hipGraphMemFreeNodeGetParams(allocated, &pointer));
  CHECK_IS(hipErrorInvalidValue, hipGraphAddMemAllocNode(&set, graph, nullptr, 0, nullptr));
  allocation.bytes = 0;
  CHECK_IS(hipErrorInvalidValue, hipGraphAddMemAllocNode(&set, graph, nullptr, 0, &allocation));
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(graph));
  CHECK(ofGraphs(2) == 0);
}

void testBoxes() {
  const std::vector<int> host = {1, 2, 3, 4, 5, 6};
  int *device = onDevice(std::vector<int>(6, 0));
  Box box, given;
  box.fromType = 1; // host
  box.fromHost = host.data();
  box.fromX = 4;
  box.fromPitch = 12;
  box.toType = 2; // device
  box.toDevice = device;
  box.toPitch = 12;
  box.width = 8;
  box.height = 2;
  hipGraph_t graph;
  hipGraphNode_t node;
  hipGraphExec_t executable;
  OK(hipGraphCreate(&graph, 0));
  OK(hipDrvGraphAddMemcpyNode(&node, graph, nullptr, 0, &box, nullptr));
  OK(hipDrvGraphMemcpyNodeGetParams(node, &given));
  CHECK(given.fromX == 4 && given.height == 2 && given.toDevice == device);
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  run(executable);
  CHECK(fromDevice(device, 6) == std::vector<int>{2, 3, 0, 5, 6, 0});
  box.fromX = 0;
  box.toX = 4;
  OK(hipDrvGraphExecMemcpyNodeSetParams(executable, node, &box, nullptr));
  run(executable);
  CHECK(fromDevice(device, 6) == std::vector<int>{2, 1, 2, 5, 4, 5});
  box.height = 1;
  OK(hipDrvGraphMemcpyNodeSetParams(node, &box));
  OK(hipDrvGraphMemcpyNodeGetParams(node, &given));
  CHECK(given.height == 1);
  CHECK_IS(hipErrorInvalidValue, hipDrvGraphMemcpyNodeSetParams(node, nullptr));
  CHECK_IS(hipErrorInvalidValue, hipDrvGraphMemcpyNodeGetParams(nullptr, &given));
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(graph));
  OK(hipFree(device));
}

void testObjects() {
  static int destroyed = 0;
  auto destroy = [](void *pointer) { destroyed += *static_cast<int *>(pointer); };
  int one = 1, ten = 10;
  void *first, *second;
  OK(hipUserObjectCreate(&first, &one, destroy, 2, 1));
  OK(hipUserObjectCreate(&second, &ten, destroy, 1, 1));
  OK(hipUserObjectRetain(first, 1));
  OK(hipUserObjectRelease(first, 2));
  hipGraph_t graph, clone;
  hipGraphNode_t node;
  hipGraphExec_t executable;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddEmptyNode(&node, graph, nullptr, 0));
  OK(hipGraphRetainUserObject(graph, first, 1, 0));
  OK(hipGraphRetainUserObject(graph, second, 1, 1)); // the program's own reference
  CHECK_IS(hipErrorInvalidValue, hipGraphReleaseUserObject(graph, first, 2));
  OK(hipGraphReleaseUserObject(graph, first, 1));
  CHECK(destroyed == 0);
  OK(hipUserObjectRelease(first, 1));
  CHECK(destroyed == 1);
  CHECK_IS(hipErrorInvalidValue, hipUserObjectRelease(first, 1));
  OK(hipGraphClone(&clone, graph));
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  OK(hipGraphDestroy(graph));
  OK(hipGraphDestroy(clone));
  run(executable);
  CHECK(destroyed == 1);
  OK(hipGraphExecDestroy(executable));
  OK(hipDeviceSynchronize());
  CHECK(destroyed == 11);
  CHECK_IS(hipErrorInvalidValue, hipUserObjectCreate(&first, &one, nullptr, 1, 1));
  CHECK_IS(hipErrorInvalidValue, hipUserObjectCreate(nullptr, &one, destroy, 1, 1));
  CHECK_IS(hipErrorInvalidValue, hipUserObjectRetain(nullptr, 1));
  CHECK_IS(hipErrorInvalidValue, hipGraphRetainUserObject(nullptr, second, 1, 0));
}

int main() {
  testNodes();
  testAttributes();
  testMemory();
  testBoxes();
  testObjects();
  (void)hipGetLastError();
  return failures != 0;
}
