#include "Check.h"

// The heap of kernels.

struct Node {
  Node *next;
  int value;
};

/// Each thread makes a list, and leaves it to the next launch.
__global__ void makeLists(Node **lists, int length) {
  Node *list = nullptr;
  for (int i = 0; i < length; ++i)
    list = new Node{list, i * int(threadIdx.x)};
  lists[blockIdx.x * blockDim.x + threadIdx.x] = list;
}

__global__ void addLists(Node **lists, int *sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (Node *node = lists[i]; node != nullptr;) {
    sums[i] += node->value;
    Node *next = node->next;
    delete node;
    node = next;
  }
}

void testLists() {
  const int blocks = 3, threads = 100, length = 9;
  Node **lists = onDevice(std::vector<Node *>(blocks * threads, nullptr));
  int *sums = onDevice(std::vector<int>(blocks * threads, 0));
  makeLists<<<blocks, threads>>>(lists, length);
  addLists<<<blocks, threads>>>(lists, sums);
  std::vector<int> wanted;
  for (int i = 0; i < blocks * threads; ++i)
    wanted.push_back(i % threads * length * (length - 1) / 2);
  CHECK(fromDevice(sums, blocks * threads) == wanted);
  OK(hipFree(lists));
  OK(hipFree(sums));
}

/// Sizes of all kinds, also those that no slab holds.
__global__ void fill(int *wrong) {
  const int i = threadIdx.x, count = 1 << i % 14;
  auto *values = static_cast<int *>(malloc(count * sizeof(int)));
  if (values == nullptr) {
    atomicAdd(wrong, 1);
    return;
  }
  for (int j = 0; j < count; ++j)
    values[j] = i + j;
  __syncthreads();
  for (int j = 0; j < count; ++j)
    if (values[j] != i + j)
      atomicAdd(wrong, 1);
  free(values);
}

void testSizes() {
  int *wrong = onDevice(std::vector<int>(1, 0));
  fill<<<2, 128>>>(wrong);
  CHECK(fromDevice(wrong, 1)[0] == 0);
  OK(hipFree(wrong));
}

__global__ void freeTwice(int bytes) {
  void *memory = malloc(bytes);
  free(memory);
  free(memory);
}

__global__ void overrun(int count) {
  auto *values = static_cast<volatile int *>(malloc(count * sizeof(int)));
  values[count] = 1;
}

__global__ void tooMuch(bool *isNull) { *isNull = malloc(size_t(1) << 60) == nullptr; }

void testMisuse() {
  bool *isNull = nullptr;
  OK(hipMalloc(&isNull, 1));
  tooMuch<<<1, 1>>>(isNull);
  bool result = false;
  OK(hipMemcpy(&result, isNull, 1, hipMemcpyDeviceToHost));
  CHECK(result);
  OK(hipFree(isNull));
  overrun<<<1, 1>>>(2000);
  CHECK_IS(hipErrorIllegalAddress, hipDeviceSynchronize());
  OK(hipDeviceReset());
  freeTwice<<<1, 1>>>(8000);
  CHECK_IS(hipErrorLaunchFailure, hipDeviceSynchronize());
  OK(hipDeviceReset());
  (void)hipGetLastError();
}

int main() {
  testLists();
  testSizes();
  testMisuse();
  testLists();
  // What the device library does is no finding.
  setenv("ASSAY_HIP_CHECKS", "races,waits,uninitialised", 1);
  OK(hipDeviceReset());
  testLists();
  testSizes();
  return failures != 0;
}
