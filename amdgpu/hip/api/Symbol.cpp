#include "amdgpu/hip/Symbol.h"
#include "amdgpu/hip/Box.h"
#include "amdgpu/hip/Modules.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

namespace assay::amdhip {

Status partOfSymbol(const void *symbol, size_t bytes, size_t offset, void *&pointer) {
  std::pair<uint64_t, uint64_t> found;
  if (Status status = findSymbol(symbol, found); !status)
    return status;
  if (offset > found.second || bytes > found.second - offset)
    return {hipErrorInvalidValue,
            fmt::format("a symbol of {} bytes has no {} bytes at {}", found.second, bytes, offset)};
  pointer = reinterpret_cast<void *>(found.first + offset);
  return {};
}

} // namespace assay::amdhip

using namespace assay::amdhip;

namespace {

Status toSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                hipMemcpyKind kind, Copy &copy) {
  if (kind != hipMemcpyHostToDevice && kind != hipMemcpyDeviceToDevice && kind != hipMemcpyDefault)
    return {hipErrorInvalidMemcpyDirection, "a symbol is memory of the device"};
  void *to = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, to); !status)
    return status;
  copy = lineCopy(to, from, bytes, kind);
  return check(copy);
}

Status fromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind,
                  Copy &copy) {
  if (kind != hipMemcpyDeviceToHost && kind != hipMemcpyDeviceToDevice && kind != hipMemcpyDefault)
    return {hipErrorInvalidMemcpyDirection, "a symbol is memory of the device"};
  void *from = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, from); !status)
    return status;
  copy = lineCopy(to, from, bytes, kind);
  return check(copy);
}

} // namespace

hipError_t hipGetSymbolAddress(void **result, const void *symbol) {
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  return finish(partOfSymbol(symbol, 0, 0, *result));
}

hipError_t hipGetSymbolSize(size_t *result, const void *symbol) {
  if (!result)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  std::pair<uint64_t, uint64_t> found;
  Status status = findSymbol(symbol, found);
  if (status)
    *result = found.second;
  return finish(status);
}

hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                             hipMemcpyKind kind) {
  Copy copy;
  if (Status status = toSymbol(symbol, from, bytes, offset, kind, copy); !status)
    return finish(status);
  return finish(enqueueAndWait(nullptr, copy));
}

hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
  Copy copy;
  if (Status status = toSymbol(symbol, from, bytes, offset, kind, copy); !status)
    return finish(status);
  return finish(enqueue(stream, copy));
}

hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                               hipMemcpyKind kind) {
  Copy copy;
  if (Status status = fromSymbol(to, symbol, bytes, offset, kind, copy); !status)
    return finish(status);
  return finish(enqueueAndWait(nullptr, copy));
}

hipError_t hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                    hipMemcpyKind kind, hipStream_t stream) {
  Copy copy;
  if (Status status = fromSymbol(to, symbol, bytes, offset, kind, copy); !status)
    return finish(status);
  return finish(enqueue(stream, copy));
}
