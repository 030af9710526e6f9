#include "Check.h"

#include <hip/hip_cooperative_groups.h>

#include <filesystem>

// Grids whose workgroups wait for each other.

// Of later versions of HIP.
extern "C" hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t, unsigned, unsigned, unsigned,
                                                       unsigned, unsigned, unsigned, unsigned,
                                                       hipStream_t, void **);

/// All workgroups come here before any goes on; `arrived` counts on over the barriers of a launch.
__device__ void waitForAll(unsigned *arrived, unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) <
           round * gridDim.x)
      __builtin_amdgcn_s_sleep(1);
  }
  __syncthreads();
}

/// Each element becomes the sum of itself and its right neighbour, which is another workgroup's at
/// the ends, `rounds` times.
__global__ void neighbours(int *values, int *next, unsigned *arrived, int count, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned barriers = 0;
  for (int round = 0; round < rounds; ++round) {
    next[i] = values[i] + values[(i + 1) % count];
    waitForAll(arrived, ++barriers);
    values[i] = next[i];
    waitForAll(arrived, ++barriers);
  }
}

__global__ void neighboursOfGroups(int *values, int *next, int *isValid, int count, int rounds) {
  auto grid = cooperative_groups::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *isValid = grid.is_valid();
  for (int round = 0; round < rounds; ++round) {
    next[i] = values[i] + values[(i + 1) % count];
    grid.sync();
    values[i] = next[i];
    grid.sync();
  }
}

std::vector<int> wantedAfter(std::vector<int> values, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> next = values;
    for (size_t i = 0; i < values.size(); ++i)
      next[i] += values[(i + 1) % values.size()];
    values = next;
  }
  return values;
}

void testBarriers() {
  const int blocks = 20, threads = 128, rounds = 5;
  int count = blocks * threads, all = rounds;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i * 7 % 31;
  int *device = onDevice(values), *next = onDevice(values),
      *isValid = onDevice(std::vector<int>{0});
  unsigned *arrived = onDevice(std::vector<unsigned>{0});
  void *spinning[] = {&device, &next, &arrived, &count, &all};
  OK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(neighbours), dim3(blocks), dim3(threads),
                                spinning, 0, nullptr));
  CHECK(fromDevice(device, count) == wantedAfter(values, rounds));
  OK(hipMemcpy(device, values.data(), count * sizeof(int), hipMemcpyHostToDevice));
  void *grouped[] = {&device, &next, &isValid, &count, &all};
  OK(hipLaunchCooperativeKernel(reinterpret_cast<void *>(neighboursOfGroups), dim3(blocks),
                                dim3(threads), grouped, 0, nullptr));
  CHECK(fromDevice(device, count) == wantedAfter(values, rounds));
  CHECK(fromDevice(isValid, 1)[0] == 1);
}

/// What a device has room for is what it says it has room for.
void testSizes() {
  int blocks = 0, units = 0, supports = 0;
  OK(hipDeviceGetAttribute(&supports, hipDeviceAttributeCooperativeLaunch, 0));
  CHECK(supports == 1);
  OK(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reinterpret_cast<const void *>(neighbours), 1024, 65536));
  CHECK(blocks == 1);
  const int count = units * 1024;
  int one = 1, all = count;
  std::vector<int> values(count, 3);
  int *device = onDevice(values), *next = onDevice(values);
  unsigned *arrived = onDevice(std::vector<unsigned>{0});
  void *arguments[] = {&device, &next, &arrived, &all, &one};
  const auto launch = [&](int blocks) {
    return hipLaunchCooperativeKernel(reinterpret_cast<void *>(neighbours), dim3(blocks),
                                      dim3(1024), arguments, 65536, nullptr);
  };
  CHECK_IS(hipErrorCooperativeLaunchTooLarge, launch(units + 1));
  OK(launch(units));
  CHECK(fromDevice(device, count) == std::vector<int>(count, 6));
  // The handle of a kernel, not of a function of the host.
  CHECK_IS(hipErrorInvalidHandle,
           hipModuleLaunchCooperativeKernel(reinterpret_cast<hipFunction_t>(&one), 1, 1, 1, 64, 1,
                                            1, 0, nullptr, arguments));
}

/// From one of the files in which the library keeps what it was given.
void testModule() {
  hipFunction_t function = nullptr;
  hipModule_t module = nullptr;
  const char *kept = std::getenv("ASSAY_HIP_CODE");
  for (const auto &file : std::filesystem::directory_iterator(kept ? kept : "."))
    if (!function && file.path().extension() == ".hsaco" &&
        hipModuleLoad(&module, file.path().c_str()) == hipSuccess)
      (void)hipModuleGetFunction(&function, module, "_Z10neighboursPiS_Pjii");
  CHECK(function != nullptr);
  int count = 4 * 64, rounds = 3;
  const std::vector<int> values(count, 1);
  int *device = onDevice(values), *next = onDevice(values);
  unsigned *arrived = onDevice(std::vector<unsigned>{0});
  void *arguments[] = {&device, &next, &arrived, &count, &rounds};
  OK(hipModuleLaunchCooperativeKernel(function, 4, 1, 1, 64, 1, 1, 0, nullptr, arguments));
  CHECK(fromDevice(device, count) == std::vector<int>(count, 8));
  CHECK_IS(
      hipErrorCooperativeLaunchTooLarge,
      hipModuleLaunchCooperativeKernel(function, 1 << 20, 1, 1, 64, 1, 1, 0, nullptr, arguments));
}

int main() {
  testBarriers();
  testModule();
  testSizes();
  return failures != 0;
}
