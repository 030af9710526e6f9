#include "Check.h"

#include <atomic>
#include <thread>

__global__ void append(int *list, int value) { list[list[0]++ + 1] = value; }
__global__ void spin(int *value, int count) {
  for (int i = 0; i < count; ++i)
    atomicAdd(value, 1);
}

void testOrder() {
  int *list = onDevice(std::vector<int>(40, 0));
  hipStream_t first, second;
  hipEvent_t event;
  OK(hipStreamCreate(&first));
  OK(hipStreamCreateWithPriority(&second, hipStreamNonBlocking, -1));
  OK(hipEventCreateWithFlags(&event, hipEventDisableTiming));
  for (int i = 0; i < 5; ++i) {
    append<<<1, 1, 0, first>>>(list, i);
    OK(hipEventRecord(event, first));
    OK(hipStreamWaitEvent(second, event, 0));
    append<<<1, 1, 0, second>>>(list, 100 + i);
    OK(hipEventRecord(event, second));
    OK(hipStreamWaitEvent(first, event, 0));
  }
  // The null stream waits for `first`, which by then waits for `second`.
  append<<<1, 1>>>(list, 7);
  CHECK(fromDevice(list, 12) ==
        std::vector<int>{11, 0, 100, 1, 101, 2, 102, 3, 103, 4, 104, 7});
  OK(hipStreamDestroy(first));
  OK(hipStreamDestroy(second));
  CHECK_IS(hipErrorContextIsDestroyed, hipStreamSynchronize(first));
  OK(hipEventDestroy(event));
  CHECK_IS(hipErrorInvalidHandle, hipEventRecord(event, nullptr));
  (void)hipGetLastError();
  OK(hipFree(list));
}

/// A host function holds a stream up until the host lets go.
void testQueries() {
  hipStream_t stream;
  hipEvent_t event;
  OK(hipStreamCreate(&stream));
  OK(hipEventCreate(&event));
  OK(hipEventQuery(event));
  std::atomic<bool> go = false;
  int *value = onDevice(std::vector<int>{0});
  OK(hipLaunchHostFunc(
      stream,
      [](void *data) {
        while (!*static_cast<std::atomic<bool> *>(data))
          std::this_thread::yield();
      },
      &go));
  append<<<1, 1, 0, stream>>>(value, 0);
  OK(hipEventRecord(event, stream));
  CHECK_IS(hipErrorNotReady, hipStreamQuery(stream));
  CHECK_IS(hipErrorNotReady, hipEventQuery(event));
  OK(hipGetLastError());
  go = true;
  // value has room for one int: the kernel writes behind it, which is the stream's error.
  CHECK_IS(hipErrorIllegalAddress, hipStreamSynchronize(stream));
  OK(hipEventSynchronize(event));
  OK(hipStreamDestroy(stream));
  OK(hipEventDestroy(event));
  OK(hipFree(value));
}

void testCallback() {
  hipStream_t stream;
  OK(hipStreamCreate(&stream));
  static int seen;
  static hipStream_t told;
  seen = 0;
  int *value = nullptr;
  OK(hipMallocManaged(&value, sizeof(int)));
  *value = 5;
  spin<<<1, 1, 0, stream>>>(value, 3);
  OK(hipStreamAddCallback(
      stream,
      [](hipStream_t of, hipError_t status, void *data) {
        told = of;
        seen = status == hipSuccess ? *static_cast<int *>(data) : -1;
        // Waiting in here would wait for itself.
        if (hipStreamSynchronize(of) != hipErrorNotSupported)
          seen = -2;
      },
      value, 0));
  OK(hipStreamSynchronize(stream));
  CHECK(seen == 8 && told == stream);
  OK(hipStreamDestroy(stream));
  OK(hipFree(value));
}

void testTime() {
  hipEvent_t begin, end, never;
  OK(hipEventCreate(&begin));
  OK(hipEventCreate(&end));
  OK(hipEventCreate(&never));
  int *value = onDevice(std::vector<int>{0});
  OK(hipEventRecord(begin));
  spin<<<1, 64>>>(value, 2000);
  OK(hipEventRecord(end));
  OK(hipEventSynchronize(end));
  float forward = 0, backward = 0;
  OK(hipEventElapsedTime(&forward, begin, end));
  OK(hipEventElapsedTime(&backward, end, begin));
  CHECK(forward > 0 && forward < 60000 && backward == -forward);
  CHECK_IS(hipErrorInvalidHandle, hipEventElapsedTime(&forward, begin, never));
  for (hipEvent_t event : {begin, end, never})
    OK(hipEventDestroy(event));
  OK(hipFree(value));
}

/// Memory that is freed while a kernel has still to use it.
void testFreeInFlight() {
  hipStream_t stream;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  std::atomic<bool> go = false;
  int *inOrder = nullptr, *byDevice = onDevice(std::vector<int>(4, 0));
  OK(hipMallocAsync((void **)&inOrder, 16, stream));
  OK(hipMemsetAsync(inOrder, 0, 16, stream));
  OK(hipLaunchHostFunc(
      stream,
      [](void *data) {
        while (!*static_cast<std::atomic<bool> *>(data))
          std::this_thread::yield();
      },
      &go));
  append<<<1, 1, 0, stream>>>(inOrder, 1);
  append<<<1, 1, 0, stream>>>(byDevice, 1);
  OK(hipFreeAsync(inOrder, stream));
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    go = true;
  });
  OK(hipFree(byDevice)); // waits
  later.join();
  OK(hipStreamSynchronize(stream));
  CHECK_IS(hipErrorInvalidValue, hipFree(inOrder));
  (void)hipGetLastError();
  OK(hipStreamDestroy(stream));
}

void testValues() {
  hipStream_t stream;
  OK(hipStreamCreate(&stream));
  unsigned *flag = nullptr;
  OK(hipHostMalloc(&flag, 8));
  *flag = 0;
  OK(hipStreamWaitValue32(stream, flag, 3, hipStreamWaitValueGte, ~0u));
  OK(hipStreamWriteValue32(stream, flag, 9, 0));
  CHECK_IS(hipErrorNotReady, hipStreamQuery(stream));
  __atomic_store_n(flag, 4u, __ATOMIC_SEQ_CST);
  OK(hipStreamSynchronize(stream));
  CHECK(*flag == 9);
  OK(hipStreamDestroy(stream));
  OK(hipHostFree(flag));
}

int main() {
  testOrder();
  testQueries();
  testCallback();
  testTime();
  testFreeInFlight();
  testValues();
  return failures != 0;
}
