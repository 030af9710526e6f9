#include "Check.h"

// What GPU programs are made of, against the host's results. Values are small integers, so that
// sums are exact in any order.

constexpr int tile = 16;

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float as[tile][tile], bs[tile][tile + 1];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int begin = 0; begin < k; begin += tile) {
    const int x = begin + threadIdx.x, y = begin + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0;
    bs[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i)
      sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n)
    c[row * n + column] = sum;
}

void testGemm() {
  const int m = 37, n = 50, k = 41;
  std::vector<float> a(m * k), b(k * n), wanted(m * n, 0);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = int(i * 7 % 11) - 5;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = int(i * 5 % 13) - 6;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      for (int l = 0; l < k; ++l)
        wanted[i * n + j] += a[i * k + l] * b[l * n + j];
  float *da = onDevice(a), *db = onDevice(b), *dc = onDevice(std::vector<float>(m * n, -1));
  gemm<<<dim3((n + tile - 1) / tile, (m + tile - 1) / tile), dim3(tile, tile)>>>(da, db, dc, m, n,
                                                                                 k);
  OK(hipGetLastError());
  CHECK(fromDevice(dc, m * n) == wanted);
  OK(hipFree(da));
  OK(hipFree(db));
  OK(hipFree(dc));
}

__global__ void reduce(const int *values, int *sum, int count) {
  __shared__ int ofWaves[4];
  int own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    own += values[i];
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    own += __shfl_down(own, offset);
  if (threadIdx.x % warpSize == 0)
    ofWaves[threadIdx.x / warpSize] = own;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(sum, ofWaves[0] + ofWaves[1] + ofWaves[2] + ofWaves[3]);
}

void testReduce() {
  std::vector<int> values(10007);
  int wanted = 0;
  for (size_t i = 0; i < values.size(); ++i)
    wanted += values[i] = int(i * 2654435761u >> 20) - 2048;
  int *device = onDevice(values), *sum = onDevice(std::vector<int>{0});
  reduce<<<5, 256>>>(device, sum, int(values.size()));
  CHECK(fromDevice(sum, 1)[0] == wanted);
  OK(hipFree(device));
  OK(hipFree(sum));
}

__global__ void histogram(const unsigned char *values, unsigned *bins, int count) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void testHistogram() {
  std::vector<unsigned char> values(5000);
  std::vector<unsigned> wanted(256, 0);
  for (size_t i = 0; i < values.size(); ++i)
    ++wanted[values[i] = static_cast<unsigned char>(i * i >> 3)];
  unsigned char *device = onDevice(values);
  unsigned *bins = onDevice(std::vector<unsigned>(256, 0));
  histogram<<<3, 256>>>(device, bins, int(values.size()));
  CHECK(fromDevice(bins, 256) == wanted);
  OK(hipFree(device));
  OK(hipFree(bins));
}

__global__ void scan(int *values) {
  extern __shared__ int row[];
  const int i = threadIdx.x;
  row[i] = values[i];
  __syncthreads();
  for (int distance = 1; distance < blockDim.x; distance *= 2) {
    const int add = i >= distance ? row[i - distance] : 0;
    __syncthreads();
    row[i] += add;
    __syncthreads();
  }
  values[i] = row[i];
}

void testScan() {
  const int count = 300;
  std::vector<int> values(count), wanted(count);
  for (int i = 0, sum = 0; i < count; ++i)
    wanted[i] = sum += values[i] = i * 3 % 17 - 4;
  int *device = onDevice(values);
  scan<<<1, count, count * sizeof(int)>>>(device);
  CHECK(fromDevice(device, count) == wanted);
  // Without the LDS that it asks for, the kernel goes out of range.
  OK(hipFree(device));
}

__global__ void transpose(const double *from, double *to, int width, int height) {
  __shared__ double block[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    block[threadIdx.y][threadIdx.x] = from[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    to[y * height + x] = block[threadIdx.x][threadIdx.y];
}

void testTranspose() {
  const int width = 35, height = 22;
  std::vector<double> values(width * height), wanted(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      wanted[x * height + y] = values[y * width + x] = y * 100 + x + 0.25;
  double *from = onDevice(values), *to = onDevice(std::vector<double>(width * height, -1));
  transpose<<<dim3(3, 2), dim3(16, 16)>>>(from, to, width, height);
  CHECK(fromDevice(to, width * height) == wanted);
  OK(hipFree(from));
  OK(hipFree(to));
}

__global__ void vote(unsigned long long *masks) {
  const unsigned long long odd = __ballot(threadIdx.x & 1);
  const bool all = __all(threadIdx.x < 64), any = __any(threadIdx.x == 200);
  if (threadIdx.x % 64 == 0)
    masks[threadIdx.x / 64] = odd ^ (all ? 1 : 0) ^ (any ? 4 : 0);
}

void testVote() {
  auto *device = onDevice(std::vector<unsigned long long>(2, 0));
  vote<<<1, 128>>>(device);
  const unsigned long long odd = 0xaaaaaaaaaaaaaaaaull;
  CHECK(fromDevice(device, 2) == std::vector<unsigned long long>{odd ^ 1, odd});
  OK(hipFree(device));
}

int main() {
  testGemm();
  testReduce();
  testHistogram();
  testScan();
  testTranspose();
  testVote();
  return failures != 0;
}
