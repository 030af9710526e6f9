#include "amdgpu/hip/Box.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

#include <vector>

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

/// Each of the attributes is for the copies from its number on: they rise, beginning with 0.
Status checkAttributes(const BatchAttributes *attributes, const size_t *firsts, size_t kinds,
                       size_t count) {
  if (kinds == 0)
    return {};
  if (!attributes || !firsts || kinds > count || firsts[0] != 0)
    return {hipErrorInvalidValue, "the copies' attributes are null or not of the first copy"};
  for (size_t i = 0; i < kinds; ++i) {
    if ((i > 0 && firsts[i] <= firsts[i - 1]) || firsts[i] >= count)
      return {hipErrorInvalidValue, "the attributes are not in the order of the copies"};
    if (attributes[i].srcAccessOrder < 1 || attributes[i].srcAccessOrder > 3)
      return {hipErrorInvalidValue, fmt::format("{} is no order in which sources are read",
                                                attributes[i].srcAccessOrder)};
  }
  return {};
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
  for (int device : {toDevice, fromDevice})
    if (Status status = checkDevice(device); !status)
      return finish(status);
  return copyNow(lineCopy(to, from, bytes, hipMemcpyDeviceToDevice));
}

hipError_t hipMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice,
                              size_t bytes, hipStream_t stream) {
  for (int device : {toDevice, fromDevice})
    if (Status status = checkDevice(device); !status)
      return finish(status);
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

// Later versions of HIP.
extern "C" {

hipError_t hipMemcpy3DPeer(PeerBox *parameters) { return boxNow(parameters); }

hipError_t hipMemcpy3DPeerAsync(PeerBox *parameters, hipStream_t stream) {
  return boxLater(parameters, stream);
}

// Nothing is copied if one of the copies is wrong. The attributes are hints.
hipError_t hipMemcpyBatchAsync(void **to, void **from, size_t *bytes, size_t count,
                               BatchAttributes *attributes, size_t *firsts, size_t kinds,
                               size_t *failed, hipStream_t stream) {
  if (failed)
    *failed = SIZE_MAX;
  if (!to || !from || !bytes || count == 0)
    return finish(hipErrorInvalidValue, "a list is null or empty");
  if (Status status = checkAttributes(attributes, firsts, kinds, count); !status)
    return finish(status);
  std::vector<Copy> copies;
  for (size_t i = 0; i < count; ++i) {
    copies.push_back(lineCopy(to[i], from[i], bytes[i], hipMemcpyDefault));
    if (Status status = check(copies.back()); !status) {
      if (failed)
        *failed = i;
      return finish(status);
    }
  }
  for (const Copy &copy : copies)
    if (Status status = enqueue(stream, copy); !status)
      return finish(status);
  return finish();
}
}
