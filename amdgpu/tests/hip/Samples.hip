#include "Check.h"

#include <algorithm>
#include <cmath>

// What samples of HIP and CUDA are made of, against the host's results.

__global__ void bitonicStep(unsigned *values, unsigned distance, unsigned length) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;
  if (other <= i)
    return;
  const bool isAscending = (i & length) == 0;
  if ((values[i] > values[other]) == isAscending) {
    const unsigned kept = values[i];
    values[i] = values[other];
    values[other] = kept;
  }
}

void testBitonicSort() {
  const unsigned count = 1024;
  std::vector<unsigned> values(count);
  for (unsigned i = 0; i < count; ++i)
    values[i] = i * 2654435761u ^ i << 3;
  unsigned *device = onDevice(values);
  for (unsigned length = 2; length <= count; length *= 2)
    for (unsigned distance = length / 2; distance > 0; distance /= 2)
      bitonicStep<<<count / 256, 256>>>(device, distance, length);
  std::sort(values.begin(), values.end());
  CHECK(fromDevice(device, count) == values);
}

__device__ int scanOfWave(int value) {
  for (int distance = 1; distance < warpSize; distance *= 2) {
    const int below = __shfl_up(value, distance);
    if (int(threadIdx.x % warpSize) >= distance)
      value += below;
  }
  return value;
}

__global__ void prefixSums(const int *values, int *sums, int count) {
  __shared__ int ofWaves[16];
  const int i = threadIdx.x, wave = i / warpSize;
  int sum = scanOfWave(i < count ? values[i] : 0);
  if (i % warpSize == warpSize - 1)
    ofWaves[wave] = sum;
  __syncthreads();
  if (wave == 0) {
    const int all = scanOfWave(i < int(blockDim.x) / warpSize ? ofWaves[i] : 0);
    if (i < 16)
      ofWaves[i] = all;
  }
  __syncthreads();
  if (wave > 0)
    sum += ofWaves[wave - 1];
  if (i < count)
    sums[i] = sum;
}

void testPrefixSums() {
  const int count = 1000;
  std::vector<int> values(count), wanted(count);
  for (int i = 0, sum = 0; i < count; ++i)
    wanted[i] = sum += values[i] = i * 37 % 101 - 50;
  int *device = onDevice(values), *sums = onDevice(std::vector<int>(count, 0));
  prefixSums<<<1, 1024>>>(device, sums, count);
  CHECK(fromDevice(sums, count) == wanted);
}

struct Body {
  float x, y, z, mass;
};

template <class Root>
__host__ __device__ void attract(const Body &self, const Body &other, float *sum, Root root) {
  const float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
  const float square = dx * dx + dy * dy + dz * dz + 0.01f;
  const float weight = other.mass / (square * root(square));
  sum[0] += dx * weight;
  sum[1] += dy * weight;
  sum[2] += dz * weight;
}

__global__ void accelerations(const Body *bodies, float *result, int count) {
  extern __shared__ Body tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum[3] = {};
  for (int first = 0; first < count; first += blockDim.x) {
    tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < int(blockDim.x); ++j)
      attract(bodies[i], tile[j], sum, [](float x) { return sqrtf(x); });
    __syncthreads();
  }
  for (int axis = 0; axis < 3; ++axis)
    result[3 * i + axis] = sum[axis];
}

void testBodies() {
  const int count = 256;
  std::vector<Body> bodies(count);
  for (int i = 0; i < count; ++i)
    bodies[i] = {i * 7 % 31 * 0.1f, i * 5 % 17 * 0.2f, i * 3 % 13 * 0.3f, 1.0f + i % 5};
  Body *device = onDevice(bodies);
  float *result = onDevice(std::vector<float>(3 * count, 0));
  accelerations<<<count / 64, 64, 64 * sizeof(Body)>>>(device, result, count);
  const auto got = fromDevice(result, 3 * count);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    float sum[3] = {};
    for (const Body &other : bodies)
      attract(bodies[i], other, sum, [](float x) { return std::sqrt(x); });
    // Sums of terms with both signs: the bound is of what is summed, not of what comes out.
    for (int axis = 0; axis < 3; ++axis)
      wrong += !(std::fabs(got[3 * i + axis] - sum[axis]) <= 1e-3f * (1 + std::fabs(sum[axis])));
  }
  CHECK(wrong == 0);
}

__global__ void live(const unsigned char *from, unsigned char *to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        neighbours += from[(y + dy + height) % height * width + (x + dx + width) % width];
  to[y * width + x] = neighbours == 3 || (neighbours == 2 && from[y * width + x]);
}

void testLife() {
  const int width = 37, height = 29, steps = 12;
  std::vector<unsigned char> cells(width * height, 0);
  // A glider, which has gone three cells to the right and down after twelve steps.
  const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  std::vector<unsigned char> wanted = cells;
  for (auto [x, y] : glider) {
    cells[(y + 25) * width + x + 33] = 1;
    wanted[(y + 25 + 3) % height * width + (x + 33 + 3) % width] = 1;
  }
  unsigned char *from = onDevice(cells), *to = onDevice(cells);
  for (int step = 0; step < steps; ++step) {
    live<<<dim3(3, 4), dim3(16, 8)>>>(from, to, width, height);
    std::swap(from, to);
  }
  CHECK(fromDevice(from, cells.size()) == wanted);
}

__global__ void sumOfSquares(const double *values, double *result, int count) {
  __shared__ double partial[256];
  double own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    own += values[i] * values[i];
  partial[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    unsafeAtomicAdd(result, partial[0]);
}

void testDoubles() {
  std::vector<double> values(3000);
  double wanted = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = int(i * 31 % 64) - 20.5; // squares are exact in any order
    wanted += values[i] * values[i];
  }
  double *device = onDevice(values), *result = onDevice(std::vector<double>{0});
  sumOfSquares<<<4, 256>>>(device, result, int(values.size()));
  CHECK(fromDevice(result, 1)[0] == wanted);
}

__global__ void mandelbrot(int *counts, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width)
    return;
  const float cx = -2 + 3 * (x / float(width)), cy = -1 + 2 * (y / float(height));
  float zx = 0, zy = 0;
  int count = 0;
  while (count < limit && zx * zx + zy * zy < 4) {
    const float next = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = next;
    ++count;
  }
  counts[y * width + x] = count;
}

void testMandelbrot() {
  const int width = 96, height = 32, limit = 64;
  int *device = onDevice(std::vector<int>(width * height, 0));
  mandelbrot<<<dim3(1, height), dim3(128)>>>(device, width, height, limit);
  const auto counts = fromDevice(device, width * height);
  // Around the origin it never leaves; at the left edge it does so at once.
  CHECK(counts[height / 2 * width + 64] == limit);
  CHECK(counts[0] == 1);
  // The picture is its own mirror image, but for its first row.
  int different = 0;
  for (int y = 1; y < height; ++y)
    for (int x = 0; x < width; ++x)
      different += counts[y * width + x] != counts[(height - y) * width + x];
  CHECK(different < width * height / 50);
}

int main() {
  testBitonicSort();
  testPrefixSums();
  testBodies();
  testLife();
  testDoubles();
  testMandelbrot();
  return failures != 0;
}
