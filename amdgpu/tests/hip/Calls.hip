#include "Check.h"

// Calls that the compiler cannot see through, stacks, and memory that has a name.

typedef int (*Operation)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int largest(int a, int b) { return a > b ? a : b; }
__device__ Operation operations[] = {add, subtract, largest};

__global__ void callByPointer(int *out) {
  const int i = threadIdx.x;
  out[i] = operations[i % 3](i, 40); // other functions in other lanes
}

void testPointers() {
  int *out = onDevice(std::vector<int>(128, 0));
  callByPointer<<<1, 128>>>(out);
  const auto got = fromDevice(out, 128);
  int wrong = 0;
  for (int i = 0; i < 128; ++i)
    wrong += got[i] != (i % 3 == 0 ? i + 40 : i % 3 == 1 ? i - 40 : std::max(i, 40));
  CHECK(wrong == 0);
}

struct Figure {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Figure() {}
};
struct Square : Figure {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
struct Rectangle : Figure {
  float width, height;
  __device__ Rectangle(float width, float height) : width(width), height(height) {}
  __device__ float area() const override { return width * height; }
};

__device__ __noinline__ float areaOf(const Figure &figure) { return figure.area(); }

__global__ void callVirtual(float *out) {
  const int i = threadIdx.x;
  const Square square(i + 0.5f);
  const Rectangle rectangle(i, 3);
  const Figure *figures[] = {&square, &rectangle};
  out[i] = areaOf(*figures[i & 1]);
}

void testVirtual() {
  float *out = onDevice(std::vector<float>(64, 0));
  callVirtual<<<1, 64>>>(out);
  const auto got = fromDevice(out, 64);
  int wrong = 0;
  for (int i = 0; i < 64; ++i)
    wrong += got[i] != (i & 1 ? i * 3.0f : (i + 0.5f) * (i + 0.5f));
  CHECK(wrong == 0);
}

__device__ __noinline__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__global__ void recurse(int *out) {
  const int i = threadIdx.x;
  out[i] = i < 12 ? fibonacci(i) : int(ackermann(2, i - 12));
}

void testRecursion() {
  int *out = onDevice(std::vector<int>(16, 0));
  recurse<<<1, 16>>>(out);
  CHECK(fromDevice(out, 16) ==
        std::vector<int>{0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 3, 5, 7, 9});
}

/// An array that is indexed by what only the running kernel knows lies in scratch.
__global__ void permuteOnStack(const int *order, int *out, int count) {
  int own[40];
  for (int i = 0; i < count; ++i)
    own[order[(i + threadIdx.x) % count]] = i;
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += own[i] * (i + 1);
  out[threadIdx.x] = sum;
}

void testStack() {
  const int count = 40;
  std::vector<int> order(count);
  for (int i = 0; i < count; ++i)
    order[i] = i * 7 % count;
  int *device = onDevice(order), *out = onDevice(std::vector<int>(64, 0));
  permuteOnStack<<<1, 64>>>(device, out, count);
  const auto got = fromDevice(out, 64);
  int wrong = 0;
  for (int lane = 0; lane < 64; ++lane) {
    std::vector<int> own(count);
    for (int i = 0; i < count; ++i)
      own[order[(i + lane) % count]] = i;
    int sum = 0;
    for (int i = 0; i < count; ++i)
      sum += own[i] * (i + 1);
    wrong += got[lane] != sum;
  }
  CHECK(wrong == 0);
}

__constant__ float coefficients[8];
__device__ int counter = 5;
__device__ float results[64];
__managed__ int shared = 3;

__global__ void polynomial(const float *x) {
  float sum = 0;
  for (int i = 7; i >= 0; --i)
    sum = sum * x[threadIdx.x] + coefficients[i];
  results[threadIdx.x] = sum;
  atomicAdd(&counter, 2);
  if (threadIdx.x == 0)
    shared *= 7;
}

void testNamedMemory() {
  const float host[8] = {1, -2, 3, 0, 5, 0, 0, 1};
  OK(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), host, sizeof host));
  std::vector<float> x(64);
  for (int i = 0; i < 64; ++i)
    x[i] = i % 7 - 3;
  float *device = onDevice(x);
  polynomial<<<1, 64>>>(device);
  OK(hipDeviceSynchronize());
  CHECK(shared == 21);
  int count = 0;
  OK(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof count));
  CHECK(count == 5 + 128);
  std::vector<float> got(64);
  OK(hipMemcpyFromSymbol(got.data(), HIP_SYMBOL(results), 64 * sizeof(float)));
  int wrong = 0;
  for (int i = 0; i < 64; ++i) {
    float sum = 0; // whole numbers below 2^24
    for (int power = 7; power >= 0; --power)
      sum = sum * x[i] + host[power];
    wrong += got[i] != sum;
  }
  CHECK(wrong == 0);
  size_t size = 0;
  OK(hipGetSymbolSize(&size, HIP_SYMBOL(coefficients)));
  CHECK(size == sizeof host);
}

/// Static and dynamic shared memory in one kernel, of two types.
__global__ void twoKinds(const short *in, double *out) {
  __shared__ short fixed[64];
  extern __shared__ double sums[];
  fixed[threadIdx.x] = in[threadIdx.x];
  sums[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i <= int(threadIdx.x); ++i)
    sums[threadIdx.x] += fixed[i] * 0.5;
  __syncthreads();
  out[threadIdx.x] = sums[63 - threadIdx.x];
}

void testSharedMemory() {
  std::vector<short> in(64);
  for (int i = 0; i < 64; ++i)
    in[i] = short(i * i - 900);
  short *device = onDevice(in);
  double *out = onDevice(std::vector<double>(64, 0));
  twoKinds<<<1, 64, 64 * sizeof(double)>>>(device, out);
  const auto got = fromDevice(out, 64);
  double sum = 0;
  int wrong = 0;
  for (int i = 0; i < 64; ++i) {
    sum += in[i] * 0.5;
    wrong += got[63 - i] != sum;
  }
  CHECK(wrong == 0);
}

int main() {
  testPointers();
  testVirtual();
  testRecursion();
  testStack();
  testNamedMemory();
  testSharedMemory();
  return failures != 0;
}
