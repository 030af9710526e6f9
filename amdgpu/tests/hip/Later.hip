#include "Check.h"

#include <dlfcn.h>

#include <cstring>

// Functions that HIP has since 5.3, as far as programs reach them by hipGetProcAddress or link to
// them by hand.

extern "C" {
hipError_t hipGetProcAddress(const char *, void **, int, uint64_t, int *);
hipError_t hipGetDriverEntryPoint_spt(const char *, void **, unsigned long long, int *);
hipError_t hipModuleLoadFatBinary(hipModule_t *, const void *);
hipError_t hipModuleGetFunctionCount(unsigned *, hipModule_t);
hipError_t hipGetFuncBySymbol(hipFunction_t *, const void *);
hipError_t hipLibraryLoadData(void **, const void *, void *, void **, unsigned, void *, void **,
                              unsigned);
hipError_t hipLibraryLoadFromFile(void **, const char *, void *, void **, unsigned, void *, void **,
                                  unsigned);
hipError_t hipLibraryUnload(void *);
hipError_t hipLibraryGetKernel(void **, void *, const char *);
hipError_t hipLibraryGetKernelCount(unsigned *, void *);
hipError_t hipLibraryEnumerateKernels(void **, unsigned, void *);
hipError_t hipKernelGetName(const char **, void *);
hipError_t hipLaunchKernelExC(const void *, const void *, void **);
hipError_t hipDrvLaunchKernelEx(const void *, hipFunction_t, void **, void **);
hipError_t hipMemsetD2D8(void *, size_t, unsigned char, size_t, size_t);
hipError_t hipMemsetD2D16(void *, size_t, unsigned short, size_t, size_t);
hipError_t hipMemsetD2D16Async(void *, size_t, unsigned short, size_t, size_t, hipStream_t);
hipError_t hipMemsetD2D32(void *, size_t, unsigned, size_t, size_t);
hipError_t hipMemcpy3DPeer(const void *);
hipError_t hipMemcpyBatchAsync(void **, void **, size_t *, size_t, void *, size_t *, size_t,
                               size_t *, hipStream_t);
hipError_t hipMemPrefetchAsync_v2(const void *, size_t, hipMemLocation, unsigned, hipStream_t);
hipError_t hipMemAdvise_v2(const void *, size_t, hipMemoryAdvise, hipMemLocation);
hipError_t hipPointerSetAttribute(const void *, hipPointer_attribute, hipDeviceptr_t);
hipError_t hipSetValidDevices(int *, int);
hipError_t hipLinkCreate(unsigned, void *, void **, void **);
const char *hipApiName(uint32_t);

// The start-up code of this program calls it with the program's fat binary.
struct Wrapper {
  uint32_t magic, version;
  const void *image;
};
const Wrapper *ownBinary;
void **__hipRegisterFatBinary(const void *wrapper) {
  ownBinary = static_cast<const Wrapper *>(wrapper);
  auto next =
      reinterpret_cast<void **(*)(const void *)>(dlsym(RTLD_NEXT, "__hipRegisterFatBinary"));
  return next(wrapper);
}
}

__global__ void increment(int *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    ++values[i];
}
/// Each of two workgroups waits for the other.
__global__ void meet(int *arrived) {
  atomicAdd(arrived, 1);
  while (atomicAdd(arrived, 0) < int(gridDim.x * blockDim.x))
    ;
}

void testLookup() {
  void *found = nullptr;
  int outcome = -1;
  OK(hipGetProcAddress("hipMemGetInfo", &found, 70000000, 0, &outcome));
  CHECK(outcome == 0 && found == dlsym(RTLD_DEFAULT, "hipMemGetInfo"));
  size_t free = 0, total = 0;
  OK(reinterpret_cast<decltype(&hipMemGetInfo)>(found)(&free, &total));
  CHECK(total > 0);
  OK(hipGetProcAddress("hipGetDeviceProperties", &found, 60000000, 0, nullptr));
  CHECK(found == dlsym(RTLD_DEFAULT, "hipGetDevicePropertiesR0600"));
  OK(hipGetProcAddress("hipGetDeviceProperties", &found, 50200000, 0, nullptr));
  CHECK(found == dlsym(RTLD_DEFAULT, "hipGetDeviceProperties"));
  OK(hipGetDriverEntryPoint_spt("hipMemcpy", &found, 0, &outcome));
  CHECK(found == dlsym(RTLD_DEFAULT, "hipMemcpy_spt"));
  OK(hipGetDriverEntryPoint_spt("hipMalloc", &found, 0, &outcome));
  CHECK(found == dlsym(RTLD_DEFAULT, "hipMalloc"));
  for (const char *name : {"printf", "hipNothing", "hip", ""}) {
    CHECK_IS(hipErrorInvalidValue, hipGetProcAddress(name, &found, 60000000, 0, &outcome));
    CHECK(!found && outcome == 1);
  }
  CHECK_IS(hipErrorInvalidValue, hipGetProcAddress(nullptr, &found, 60000000, 0, nullptr));
  CHECK_IS(hipErrorInvalidValue, hipGetProcAddress("hipInit", nullptr, 60000000, 0, nullptr));
  CHECK(!std::strcmp(hipApiName(1), "__hipPopCallConfiguration"));
  for (const char *name : {"hipExtModuleLaunchKernel", "hipHccModuleLaunchKernel"})
    CHECK(dlsym(RTLD_DEFAULT, name));
}

void testLibraries() {
  unsigned count = 0;
  hipModule_t module = nullptr;
  OK(hipModuleLoadFatBinary(&module, ownBinary));
  OK(hipModuleGetFunctionCount(&count, module));
  CHECK(count == 2);
  OK(hipModuleUnload(module));
  CHECK_IS(hipErrorInvalidHandle, hipModuleGetFunctionCount(&count, module));
  CHECK_IS(hipErrorInvalidValue, hipModuleLoadFatBinary(&module, nullptr));

  void *library = nullptr, *kernel = nullptr, *kernels[3] = {&library, &library, &library};
  OK(hipLibraryLoadData(&library, ownBinary->image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(hipLibraryGetKernelCount(&count, library));
  CHECK(count == 2);
  OK(hipLibraryGetKernel(&kernel, library, "_Z9incrementPii"));
  const char *name = nullptr;
  OK(hipKernelGetName(&name, kernel));
  CHECK(!std::strcmp(name, "_Z9incrementPii"));
  OK(hipLibraryEnumerateKernels(kernels, 3, library));
  CHECK((kernels[0] == kernel || kernels[1] == kernel) && kernels[1] && !kernels[2]);
  CHECK_IS(hipErrorNotFound, hipLibraryGetKernel(&kernel, library, "nothing"));
  CHECK_IS(hipErrorInvalidValue, hipLibraryGetKernelCount(nullptr, library));
  OK(hipLibraryUnload(library));
  CHECK_IS(hipErrorInvalidHandle, hipLibraryUnload(library));
  CHECK_IS(hipErrorInvalidHandle, hipLibraryGetKernel(&kernel, nullptr, "nothing"));
  CHECK_IS(hipErrorFileNotFound, hipLibraryLoadFromFile(&library, "/no/such/file", nullptr, nullptr,
                                                        0, nullptr, nullptr, 0));
}

void testLaunches() {
  struct Attribute {
    int id, padding;
    union {
      char bytes[64];
      int value;
    };
  } attributes[] = {{8, 0, {}}, {2, 0, {}}};
  attributes[1].value = 1; // cooperative
  struct {
    dim3 grid = dim3(2), block = dim3(64);
    size_t lds = 0;
    hipStream_t stream = nullptr;
    Attribute *attributes = nullptr;
    unsigned count = 0;
  } config;
  int count = 100;
  int *device = onDevice(std::vector<int>(count, 4)), *arrived = onDevice(std::vector<int>(1, 0));
  void *arguments[] = {&device, &count}, *meeting[] = {&arrived};
  OK(hipLaunchKernelExC(&config, reinterpret_cast<void *>(increment), arguments));
  config.attributes = attributes;
  config.count = 2;
  OK(hipLaunchKernelExC(&config, reinterpret_cast<void *>(meet), meeting));
  OK(hipDeviceSynchronize());
  CHECK(fromDevice(arrived, 1)[0] == 128);

  struct {
    unsigned gridX = 2, gridY = 1, gridZ = 1, blockX = 64, blockY = 1, blockZ = 1, lds = 0;
    hipStream_t stream = nullptr;
    Attribute *attributes = nullptr;
    unsigned count = 0;
  } driver;
  hipFunction_t function = nullptr;
  OK(hipGetFuncBySymbol(&function, reinterpret_cast<void *>(increment)));
  OK(hipDrvLaunchKernelEx(&driver, function, arguments, nullptr));
  CHECK(fromDevice(device, count) == std::vector<int>(count, 6));
  CHECK_IS(hipErrorInvalidDeviceFunction, hipGetFuncBySymbol(&function, &count));
  CHECK_IS(hipErrorInvalidHandle, hipDrvLaunchKernelEx(&driver, nullptr, arguments, nullptr));
  CHECK_IS(hipErrorInvalidValue, hipLaunchKernelExC(nullptr, nullptr, nullptr));
  attributes[0].id = 77;
  CHECK_IS(hipErrorNotSupported,
           hipLaunchKernelExC(&config, reinterpret_cast<void *>(meet), meeting));
  config.attributes = nullptr;
  CHECK_IS(hipErrorInvalidValue,
           hipLaunchKernelExC(&config, reinterpret_cast<void *>(meet), meeting));
  OK(hipFree(device));
  OK(hipFree(arrived));
}

void testMemory() {
  unsigned *device = onDevice(std::vector<unsigned>(12, 7)); // 3 rows of 4
  OK(hipMemsetD2D32(device, 16, 0x01020304, 2, 3));
  OK(hipMemsetD2D16Async(device + 2, 16, 0xabcd, 1, 2, nullptr));
  OK(hipMemsetD2D8(device + 3, 16, 9, 4, 1));
  OK(hipMemsetD2D16(device + 11, 16, 0x0506, 2, 1));
  const unsigned a = 0x01020304, b = 0x0000abcd;
  CHECK(fromDevice(device, 12) ==
        std::vector<unsigned>{a, a, b, 0x09090909, a, a, b, 7, a, a, 7, 0x05060506});
  CHECK_IS(hipErrorInvalidValue, hipMemsetD2D32(device, 4, 0, 2, 3));
  CHECK_IS(hipErrorInvalidValue, hipMemsetD2D32(nullptr, 16, 0, 2, 3));
  OK(hipMemsetD2D32(device, 16, 0, 0, 0));

  struct {
    hipArray *fromArray = nullptr;
    hipPos from = {4, 0, 0};
    hipPitchedPtr source;
    int fromDevice = 0;
    hipArray *toArray = nullptr;
    hipPos to = {0, 1, 0};
    hipPitchedPtr target;
    int toDevice = 0;
    hipExtent extent = {8, 2, 1};
  } peer;
  unsigned *other = onDevice(std::vector<unsigned>(6, 1)); // 3 rows of 2
  peer.source = {device, 16, 16, 3};
  peer.target = {other, 8, 8, 3};
  OK(hipMemcpy3DPeer(&peer));
  CHECK(fromDevice(other, 6) == std::vector<unsigned>{1, 1, a, b, a, b});
  peer.toDevice = 1;
  CHECK_IS(hipErrorInvalidDevice, hipMemcpy3DPeer(&peer));
  CHECK_IS(hipErrorInvalidValue, hipMemcpy3DPeer(nullptr));

  unsigned host[2] = {};
  void *to[] = {host, host + 1}, *from[] = {other + 2, other + 3};
  size_t bytes[] = {4, 4}, failed = 0;
  OK(hipMemcpyBatchAsync(to, from, bytes, 2, nullptr, nullptr, 0, &failed, nullptr));
  OK(hipDeviceSynchronize());
  CHECK(host[0] == a && host[1] == b && failed == SIZE_MAX);
  bytes[1] = 4000;
  CHECK_IS(hipErrorInvalidValue,
           hipMemcpyBatchAsync(to, from, bytes, 2, nullptr, nullptr, 0, &failed, nullptr));
  CHECK(failed == 1);
  CHECK_IS(hipErrorInvalidValue,
           hipMemcpyBatchAsync(nullptr, from, bytes, 2, nullptr, nullptr, 0, nullptr, nullptr));

  const hipMemLocation here = {hipMemLocationTypeDevice, 0}, there = {hipMemLocationTypeDevice, 3};
  OK(hipMemPrefetchAsync_v2(other, 24, here, 0, nullptr));
  OK(hipMemAdvise_v2(other, 24, hipMemAdviseSetReadMostly, here));
  CHECK_IS(hipErrorInvalidDevice, hipMemAdvise_v2(other, 24, hipMemAdviseSetReadMostly, there));
  CHECK_IS(hipErrorInvalidValue, hipMemPrefetchAsync_v2(other, 28, here, 0, nullptr));
  const int yes = 1;
  OK(hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, other));
  CHECK_IS(hipErrorInvalidValue,
           hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, host));
  hipPointer_attribute which[] = {HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                  HIP_POINTER_ATTRIBUTE_RANGE_SIZE};
  uint64_t begin = 0;
  size_t size = 0;
  void *results[] = {&begin, &size};
  OK(hipDrvPointerGetAttributes(2, which, results, other + 1));
  CHECK(begin == reinterpret_cast<uint64_t>(other) && size == 24);
  CHECK_IS(hipErrorInvalidValue, hipDrvPointerGetAttributes(2, which, nullptr, other));
  OK(hipFree(device));
  OK(hipFree(other));
}

void testRest() {
  int devices[] = {0, 1};
  OK(hipSetValidDevices(devices, 1));
  OK(hipSetValidDevices(nullptr, 0));
  CHECK_IS(hipErrorInvalidDevice, hipSetValidDevices(devices, 2));
  CHECK_IS(hipErrorInvalidValue, hipSetValidDevices(nullptr, 1));
  void *state = nullptr;
  CHECK_IS(hipErrorNotSupported, hipLinkCreate(0, nullptr, nullptr, &state));
  const hipChannelFormatDesc format = hipCreateChannelDesc(8, 16, 0, 0, hipChannelFormatKindSigned);
  CHECK(format.x == 8 && format.y == 16 && format.f == hipChannelFormatKindSigned);
}

int main() {
  testLookup();
  testLibraries();
  testLaunches();
  testMemory();
  testRest();
  (void)hipGetLastError();
  return failures != 0;
}
