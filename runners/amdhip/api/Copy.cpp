#include "runners/amdhip/Box.h"
#include "runners/amdhip/Stream.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

hipError_t copyNow(const Copy &copy, hipStream_t stream = nullptr,
                   std::source_location where = std::source_location::current()) {
  if (Status status = check(copy); !status)
    return finish(status, where);
  return finish(enqueueAndWait(stream, copy), where);
}

hipError_t copyLater(const Copy &copy, hipStream_t stream,
                     std::source_location where = std::source_location::current()) {
  if (Status status = check(copy); !status)
    return finish(status, where);
  return finish(enqueue(stream, copy), where);
}

template <class Parameters>
hipError_t boxNow(const Parameters *parameters,
                  std::source_location where = std::source_location::current()) {
  Copy copy;
  if (Status status = copyOf(parameters, copy); !status)
    return finish(status, where);
  return finish(enqueueAndWait(nullptr, copy), where);
}

template <class Parameters>
hipError_t boxLater(const Parameters *parameters, hipStream_t stream,
                    std::source_location where = std::source_location::current()) {
  Copy copy;
  if (Status status = copyOf(parameters, copy); !status)
    return finish(status, where);
  return finish(enqueue(stream, copy), where);
}

} // namespace

hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  return copyNow(lineCopy(to, from, bytes, kind));
}

hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, hipMemcpyKind kind,
                               hipStream_t stream) {
  return copyNow(lineCopy(to, from, bytes, kind), stream);
}

hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind,
                          hipStream_t stream) {
  return copyLater(lineCopy(to, from, bytes, kind), stream);
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void *from, size_t bytes) {
  return copyNow(lineCopy(to, from, bytes, hipMemcpyHostToDevice));
}

hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t bytes) {
  return copyNow(lineCopy(to, from, bytes, hipMemcpyDeviceToHost));
}

hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) {
  return copyNow(lineCopy(to, from, bytes, hipMemcpyDeviceToDevice));
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void *from, size_t bytes, hipStream_t stream) {
  return copyLater(lineCopy(to, from, bytes, hipMemcpyHostToDevice), stream);
}

hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return copyLater(lineCopy(to, from, bytes, hipMemcpyDeviceToHost), stream);
}

hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes,
                              hipStream_t stream) {
  return copyLater(lineCopy(to, from, bytes, hipMemcpyDeviceToDevice), stream);
}

hipError_t hipMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t bytes) {
  if (toDevice != 0 || fromDevice != 0)
    return finish(hipErrorInvalidDevice, "there is device 0 only");
  return copyNow(lineCopy(to, from, bytes, hipMemcpyDeviceToDevice));
}

hipError_t hipMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice,
                              size_t bytes, hipStream_t stream) {
  if (toDevice != 0 || fromDevice != 0)
    return finish(hipErrorInvalidDevice, "there is device 0 only");
  return copyLater(lineCopy(to, from, bytes, hipMemcpyDeviceToDevice), stream);
}

hipError_t hipMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                       size_t height, hipMemcpyKind kind) {
  return copyNow(rectangleCopy(to, toPitch, from, fromPitch, width, height, kind));
}

hipError_t hipMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch,
                            size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return copyLater(rectangleCopy(to, toPitch, from, fromPitch, width, height, kind), stream);
}

hipError_t hipMemcpyParam2D(const hip_Memcpy2D *parameters) { return boxNow(parameters); }

hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *parameters, hipStream_t stream) {
  return boxLater(parameters, stream);
}

hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *parameters) {
  return hipMemcpyParam2D(parameters);
}

hipError_t hipMemcpy3D(const hipMemcpy3DParms *parameters) { return boxNow(parameters); }

hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream) {
  return boxLater(parameters, stream);
}

hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *parameters) { return boxNow(parameters); }

hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *parameters, hipStream_t stream) {
  return boxLater(parameters, stream);
}
