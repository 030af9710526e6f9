#include "Check.h"

#include <cstring>

__global__ void increment(int *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    ++values[i];
}
__global__ void outside(int *values) { values[threadIdx.x + 4] = 1; }
__global__ void trapped() { __builtin_trap(); }

void testRectangles() {
  const size_t width = 10, height = 4, pitch = 16;
  std::vector<char> from(pitch * height), back(pitch * height, 'x');
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = char(i);
  char *device = nullptr;
  size_t devicePitch = 0;
  OK(hipMallocPitch((void **)&device, &devicePitch, width, height));
  CHECK(devicePitch >= width && devicePitch % 64 == 0);
  OK(hipMemset2D(device, devicePitch, 7, width, height));
  OK(hipMemcpy2D(device, devicePitch, from.data(), pitch, 5, height, hipMemcpyHostToDevice));
  OK(hipMemcpy2D(back.data(), pitch, device, devicePitch, width, height, hipMemcpyDeviceToHost));
  for (size_t y = 0; y < height; ++y)
    for (size_t x = 0; x < pitch; ++x)
      CHECK(back[y * pitch + x] == (x < 5 ? char(y * pitch + x) : x < width ? 7 : 'x'));
  CHECK_IS(hipErrorInvalidPitchValue, hipMemcpy2D(device, 4, from.data(), pitch, 5, height,
                                                  hipMemcpyHostToDevice));
  CHECK_IS(hipErrorInvalidValue, hipMemcpy2D(device, devicePitch, from.data(), pitch, 5,
                                             height + 1, hipMemcpyHostToDevice));
  OK(hipFree(device));
}

void testBoxes() {
  const hipExtent extent = make_hipExtent(8, 3, 2);
  hipPitchedPtr device;
  OK(hipMalloc3D(&device, extent));
  OK(hipMemset3D(device, 1, extent));
  char from[8 * 3 * 2], back[8 * 3 * 2];
  for (size_t i = 0; i < sizeof from; ++i)
    from[i] = char(50 + i);
  hipMemcpy3DParms parameters = {};
  parameters.srcPtr = make_hipPitchedPtr(from, 8, 8, 3);
  parameters.dstPtr = device;
  parameters.dstPos = make_hipPos(2, 1, 1);
  parameters.extent = make_hipExtent(3, 2, 1);
  parameters.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&parameters));
  parameters = {};
  parameters.srcPtr = device;
  parameters.dstPtr = make_hipPitchedPtr(back, 8, 8, 3);
  parameters.extent = extent;
  parameters.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3D(&parameters));
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 8; ++x) {
        const bool isIn = z == 1 && y >= 1 && x >= 2 && x < 5;
        CHECK(back[(z * 3 + y) * 8 + x] == (isIn ? from[(y - 1) * 8 + x - 2] : 1));
      }
  OK(hipFree(device.ptr));
}

void testKinds() {
  int *host = nullptr, *managed = nullptr;
  static int plain[100];
  OK(hipHostMalloc(&host, 400));
  OK(hipMallocManaged(&managed, 400));
  OK(hipHostRegister(plain, sizeof plain, hipHostRegisterDefault));
  CHECK_IS(hipErrorHostMemoryAlreadyRegistered, hipHostRegister(plain, 4, 0));
  for (int *memory : {host, managed, plain}) {
    for (int i = 0; i < 100; ++i)
      memory[i] = i;
    increment<<<2, 64>>>(memory, 100);
    OK(hipDeviceSynchronize());
    for (int i = 0; i < 100; ++i)
      CHECK(memory[i] == i + 1);
  }
  hipPointerAttribute_t attributes;
  OK(hipPointerGetAttributes(&attributes, managed + 3));
  CHECK(attributes.isManaged && attributes.devicePointer == managed + 3);
  OK(hipPointerGetAttributes(&attributes, host));
  CHECK(attributes.memoryType == hipMemoryTypeHost && !attributes.isManaged);
  int *device = onDevice(std::vector<int>(4, 0));
  OK(hipPointerGetAttributes(&attributes, device));
  CHECK(attributes.memoryType == hipMemoryTypeDevice);
  CHECK_IS(hipErrorInvalidValue, hipPointerGetAttributes(&attributes, &attributes));
  CHECK_IS(hipErrorInvalidValue, hipFree(host));
  CHECK_IS(hipErrorInvalidValue, hipHostFree(device));
  CHECK_IS(hipErrorInvalidValue, hipFree(device + 1));
  OK(hipHostUnregister(plain));
  CHECK_IS(hipErrorHostMemoryNotRegistered, hipHostUnregister(plain));
  OK(hipHostFree(host));
  OK(hipFree(managed));
  OK(hipFree(device));
  OK(hipFree(nullptr));
  CHECK_IS(hipErrorInvalidValue, hipFree(device));
  (void)hipGetLastError();
}

void testErrors() {
  int value = 0;
  int *device = onDevice(std::vector<int>(4, 0));
  CHECK_IS(hipErrorInvalidValue, hipMalloc((void **)nullptr, 4));
  CHECK_IS(hipErrorOutOfMemory, hipMalloc(&device, size_t(1) << 60));
  CHECK(device == nullptr);
  device = onDevice(std::vector<int>(4, 0));
  CHECK_IS(hipErrorInvalidValue, hipMemcpy(device, nullptr, 4, hipMemcpyHostToDevice));
  CHECK_IS(hipErrorInvalidValue, hipMemcpy(device, &value, 20, hipMemcpyHostToDevice));
  CHECK_IS(hipErrorInvalidValue, hipMemcpy(&value, &value, 4, hipMemcpyDeviceToHost));
  CHECK_IS(hipErrorInvalidMemcpyDirection,
           hipMemcpy(device, &value, 4, static_cast<hipMemcpyKind>(77)));
  CHECK_IS(hipErrorInvalidValue, hipMemset(device, 0, 17));
  CHECK_IS(hipErrorInvalidDevice, hipSetDevice(1));
  CHECK(hipPeekAtLastError() == hipErrorInvalidDevice);
  CHECK(hipGetLastError() == hipErrorInvalidDevice && hipGetLastError() == hipSuccess);
  increment<<<1, 2048>>>(device, 4);
  CHECK_IS(hipErrorInvalidConfiguration, hipGetLastError());
  increment<<<0, 64>>>(device, 4);
  CHECK_IS(hipErrorInvalidConfiguration, hipGetLastError());
  increment<<<1, 64, 70000>>>(device, 4);
  CHECK_IS(hipErrorInvalidConfiguration, hipGetLastError());
  CHECK_IS(hipErrorInvalidDeviceFunction, hipLaunchKernel(&value, 1, 1, nullptr, 0, nullptr));
  hipModule_t module;
  CHECK_IS(hipErrorInvalidImage, hipModuleLoadData(&module, "this is no code object, only text"));
  CHECK_IS(hipErrorFileNotFound, hipModuleLoad(&module, "/no/such/file"));
  CHECK(!std::strcmp(hipGetErrorName(hipErrorNotReady), "hipErrorNotReady"));
  (void)hipGetLastError();

  // A kernel's fault is its stream's, and no other's.
  hipStream_t bad, good;
  OK(hipStreamCreateWithFlags(&bad, hipStreamNonBlocking));
  OK(hipStreamCreateWithFlags(&good, hipStreamNonBlocking));
  outside<<<1, 64, 0, bad>>>(device);
  CHECK_IS(hipErrorIllegalAddress, hipStreamSynchronize(bad));
  increment<<<1, 64, 0, good>>>(device, 4);
  OK(hipStreamSynchronize(good));
  trapped<<<1, 1, 0, good>>>();
  CHECK_IS(hipErrorAssert, hipStreamSynchronize(good));
  OK(hipStreamDestroy(bad));
  OK(hipStreamDestroy(good));
  (void)hipGetLastError();
  CHECK(fromDevice(device, 4) == std::vector<int>(4, 1));
  OK(hipFree(device));
}

void testDevice() {
  int devices = 0, warp = 0;
  OK(hipGetDeviceCount(&devices));
  hipDeviceProp_t properties;
  OK(hipGetDeviceProperties(&properties, 0));
  OK(hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0));
  CHECK(devices == 1 && warp == 64 && properties.warpSize == 64);
  CHECK(properties.maxThreadsPerBlock == 1024 && properties.sharedMemPerBlock == 65536);
  CHECK(std::strstr(properties.name, "emulator (gfx") != nullptr);
  CHECK(!std::strncmp(properties.gcnArchName, "gfx9", 4));
  size_t before = 0, after = 0, total = 0;
  OK(hipMemGetInfo(&before, &total));
  void *memory;
  OK(hipMalloc(&memory, 1 << 20));
  OK(hipMemGetInfo(&after, &total));
  CHECK(before - after == 1 << 20);
  OK(hipFree(memory));
  int grid = 0, block = 0, blocks = 0;
  OK(hipOccupancyMaxPotentialBlockSize(&grid, &block, (const void *)increment, 0, 0));
  CHECK(block > 0 && block <= 1024 && block % 64 == 0 && grid > 0);
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)increment, 256, 32768));
  CHECK(blocks == 2);
  hipFuncAttributes attributes;
  OK(hipFuncGetAttributes(&attributes, (const void *)increment));
  CHECK(attributes.sharedSizeBytes == 0 && attributes.numRegs > 0);
}

int main() {
  testRectangles();
  testBoxes();
  testKinds();
  testErrors();
  testDevice();
  return failures != 0;
}
