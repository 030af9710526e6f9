#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

Fill line(void *to, uint32_t value, unsigned elementBytes, size_t count) {
  Fill fill;
  fill.to.address = reinterpret_cast<uint64_t>(to);
  fill.value = value;
  fill.elementBytes = elementBytes;
  fill.width = count;
  return fill;
}

Fill rectangle(void *to, size_t pitch, int value, size_t width, size_t height,
               unsigned elementBytes = 1) {
  Fill fill = line(to, static_cast<uint32_t>(value), elementBytes, width);
  fill.to.pitch = pitch;
  fill.height = height;
  return fill;
}

Fill box(const hipPitchedPtr &to, int value, const hipExtent &extent) {
  Fill fill = rectangle(to.ptr, to.pitch, value, extent.width, extent.height);
  fill.to.layer = to.pitch * to.ysize;
  fill.depth = extent.depth;
  return fill;
}

hipError_t setNow(const Fill &fill, std::source_location where = std::source_location::current()) {
  if (Status status = check(fill); !status)
    return finish(status, where);
  return finish(enqueueAndWait(nullptr, fill), where);
}

hipError_t setLater(const Fill &fill, hipStream_t stream,
                    std::source_location where = std::source_location::current()) {
  if (Status status = check(fill); !status)
    return finish(status, where);
  return finish(enqueue(stream, fill), where);
}

} // namespace

hipError_t hipMemset(void *to, int value, size_t bytes) {
  return setNow(line(to, static_cast<uint32_t>(value), 1, bytes));
}

hipError_t hipMemsetAsync(void *to, int value, size_t bytes, hipStream_t stream) {
  return setLater(line(to, static_cast<uint32_t>(value), 1, bytes), stream);
}

hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  return setNow(line(to, value, 1, count));
}

hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                            hipStream_t stream) {
  return setLater(line(to, value, 1, count), stream);
}

hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  return setNow(line(to, value, 2, count));
}

hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                             hipStream_t stream) {
  return setLater(line(to, value, 2, count), stream);
}

hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  return setNow(line(to, static_cast<uint32_t>(value), 4, count));
}

hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return setLater(line(to, static_cast<uint32_t>(value), 4, count), stream);
}

hipError_t hipMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  return setNow(rectangle(to, pitch, value, width, height));
}

hipError_t hipMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  return setLater(rectangle(to, pitch, value, width, height), stream);
}

hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  return setNow(box(to, value, extent));
}

hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return setLater(box(to, value, extent), stream);
}

// Later versions of HIP.
extern "C" {

hipError_t hipMemsetD2D8(hipDeviceptr_t to, size_t pitch, unsigned char value, size_t width,
                         size_t height) {
  return setNow(rectangle(to, pitch, value, width, height, 1));
}

hipError_t hipMemsetD2D8Async(hipDeviceptr_t to, size_t pitch, unsigned char value, size_t width,
                              size_t height, hipStream_t stream) {
  return setLater(rectangle(to, pitch, value, width, height, 1), stream);
}

hipError_t hipMemsetD2D16(hipDeviceptr_t to, size_t pitch, unsigned short value, size_t width,
                          size_t height) {
  return setNow(rectangle(to, pitch, value, width, height, 2));
}

hipError_t hipMemsetD2D16Async(hipDeviceptr_t to, size_t pitch, unsigned short value, size_t width,
                               size_t height, hipStream_t stream) {
  return setLater(rectangle(to, pitch, value, width, height, 2), stream);
}

hipError_t hipMemsetD2D32(hipDeviceptr_t to, size_t pitch, unsigned int value, size_t width,
                          size_t height) {
  return setNow(rectangle(to, pitch, static_cast<int>(value), width, height, 4));
}

hipError_t hipMemsetD2D32Async(hipDeviceptr_t to, size_t pitch, unsigned int value, size_t width,
                               size_t height, hipStream_t stream) {
  return setLater(rectangle(to, pitch, static_cast<int>(value), width, height, 4), stream);
}
}
