#include "Check.h"

#include <hip/hip_ext.h>

#include <cassert>
#include <cstring>

// The parts of HIP that few programs use, and what is said of those that are not there.

// What programs compiled with -fgpu-default-stream=per-thread call.
extern "C" {
hipError_t hipMemcpy_spt(void *, const void *, size_t, hipMemcpyKind);
hipError_t hipMemset_spt(void *, int, size_t);
hipError_t hipStreamQuery_spt(hipStream_t);
hipError_t hipLaunchKernel_spt(const void *, dim3, dim3, void **, size_t, hipStream_t);
}

__device__ int variable = 7;

__global__ void increment(int *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    ++values[i];
}
__global__ void insist(const int *values) { assert(values[threadIdx.x] != 3); }

void testRefusals() {
  hipArray *array = nullptr;
  const hipChannelFormatDesc format = {32, 0, 0, 0, hipChannelFormatKindFloat};
  CHECK_IS(hipErrorNotSupported, hipMallocArray(&array, &format, 4, 4, 0));
  hipTextureObject_t texture = {};
  CHECK_IS(hipErrorNotSupported, hipCreateTextureObject(&texture, nullptr, nullptr, nullptr));
  hipIpcMemHandle_t handle = {};
  CHECK_IS(hipErrorNotSupported, hipIpcGetMemHandle(&handle, nullptr));
  void *address = nullptr;
  CHECK_IS(hipErrorNotSupported, hipMemAddressReserve(&address, 4096, 0, nullptr, 0));
  hipExternalMemory_t memory = {};
  CHECK_IS(hipErrorNotSupported, hipImportExternalMemory(&memory, nullptr));
  CHECK(hipGetLastError() == hipErrorNotSupported);
}

void testNames() {
  OK(hipProfilerStart());
  OK(hipProfilerStop());
  CHECK(!std::strcmp(hipKernelNameRefByPtr(reinterpret_cast<void *>(increment), nullptr),
                     "_Z9incrementPii"));
  CHECK(hipGetStreamDeviceId(nullptr) == 0);
  hipFuncCache_t config;
  OK(hipCtxGetCacheConfig(&config));
  hipMemPool_t pool;
  hipMemAccessFlags access;
  hipMemLocation location = {hipMemLocationTypeDevice, 0};
  OK(hipDeviceGetDefaultMemPool(&pool, 0));
  OK(hipMemPoolGetAccess(&access, pool, &location));
  CHECK(access == hipMemAccessFlagsProtReadWrite);
}

void testPerThread() {
  int count = 100;
  int *device = onDevice(std::vector<int>(count, 1)), host[100];
  void *arguments[] = {&device, &count};
  OK(hipLaunchKernel_spt(reinterpret_cast<void *>(increment), dim3(2), dim3(64), arguments, 0,
                         nullptr));
  OK(hipMemcpy_spt(host, device, sizeof host, hipMemcpyDeviceToHost));
  CHECK(host[0] == 2 && host[99] == 2);
  OK(hipMemset_spt(device, 0, 4));
  OK(hipStreamQuery_spt(nullptr));
  CHECK(fromDevice(device, 2) == std::vector<int>{0, 2});
}

void testNodes() {
  hipGraph_t graph;
  hipGraphExec_t executable;
  hipGraphNode_t record, copy;
  hipEvent_t first, second, found;
  OK(hipGraphCreate(&graph, 0));
  OK(hipEventCreate(&first));
  OK(hipEventCreate(&second));
  OK(hipGraphAddEventRecordNode(&record, graph, nullptr, 0, first));
  OK(hipGraphEventRecordNodeGetEvent(record, &found));
  CHECK(found == first);
  OK(hipGraphEventRecordNodeSetEvent(record, second));
  OK(hipGraphEventRecordNodeGetEvent(record, &found));
  CHECK(found == second);
  int out = 0, in = 50;
  OK(hipGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, &out, &in, sizeof out, hipMemcpyDefault));
  OK(hipGraphMemcpyNodeSetParamsFromSymbol(copy, &out, &variable, sizeof out, 0,
                                           hipMemcpyDeviceToHost));
  OK(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(executable, nullptr));
  OK(hipDeviceSynchronize());
  CHECK(out == 7);
  OK(hipGraphExecMemcpyNodeSetParamsToSymbol(executable, copy, &variable, &in, sizeof in, 0,
                                             hipMemcpyHostToDevice));
  OK(hipGraphLaunch(executable, nullptr));
  OK(hipMemcpyFromSymbol(&out, HIP_SYMBOL(variable), sizeof out));
  CHECK(out == 50);
  OK(hipEventQuery(second));
  OK(hipGraphExecDestroy(executable));
  OK(hipGraphDestroy(graph));
}

/// The error of a stream in which a kernel did that.
template <class Launch> hipError_t errorOf(Launch launch) {
  hipStream_t stream;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  launch(stream);
  const hipError_t error = hipStreamSynchronize(stream);
  OK(hipStreamDestroy(stream));
  (void)hipGetLastError();
  return error;
}

void testFailedAssert() {
  std::vector<int> values(64, 1);
  int *device = onDevice(values);
  CHECK_IS(hipSuccess, errorOf([&](hipStream_t stream) { insist<<<1, 64, 0, stream>>>(device); }));
  values[40] = 3;
  OK(hipMemcpy(device, values.data(), 64 * sizeof(int), hipMemcpyHostToDevice));
  CHECK_IS(hipErrorAssert,
           errorOf([&](hipStream_t stream) { insist<<<1, 64, 0, stream>>>(device); }));
  OK(hipFree(device));
}

int main() {
  testRefusals();
  testNames();
  testPerThread();
  testNodes();
  testFailedAssert();
  return failures != 0;
}
