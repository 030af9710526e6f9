#include "amdgpu/hip/Box.h"

#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

namespace assay::amdhip {
namespace {

uint64_t addressOf(const void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

/// Of hipMemoryType's numbers, which changed with HIP 6: whether the pointer for the host is meant.
/// False also where the type says that one pointer serves both sides.
Status isHostSide(hipMemoryType type, bool &isHost) {
  const bool isNew = Runtime::get().isHip6();
  const int host = isNew ? 1 : 0, device = isNew ? 2 : 1, managed = 3, unified = isNew ? 11 : 3;
  const int value = static_cast<int>(type);
  isHost = value == host;
  if (isHost || value == device || value == unified || (isNew && value == managed))
    return {};
  return {hipErrorNotSupported, fmt::format("memory of type {} cannot be copied", value)};
}

/// Applies a position to a side. A null pointer stays null.
void move(Copy::Side &side, uint64_t x, uint64_t y, uint64_t z) {
  if (side.address != 0)
    side.address += x + y * side.pitch + z * side.layer;
}

template <class Parameters> Status driverBox(const Parameters &parameters, Copy &copy) {
  bool fromHost = false, toHost = false;
  if (Status status = isHostSide(parameters.srcMemoryType, fromHost); !status)
    return status;
  if (Status status = isHostSide(parameters.dstMemoryType, toHost); !status)
    return status;
  const uint64_t width = parameters.WidthInBytes, height = parameters.Height;
  auto side = [&](const void *pointer, uint64_t pitch, uint64_t rows) {
    pitch = pitch ? pitch : width;
    return Copy::Side{addressOf(pointer), pitch, pitch * (rows ? rows : height)};
  };
  copy.from = side(fromHost ? parameters.srcHost : parameters.srcDevice, parameters.srcPitch,
                   parameters.srcHeight);
  copy.to = side(toHost ? parameters.dstHost : parameters.dstDevice, parameters.dstPitch,
                 parameters.dstHeight);
  move(copy.from, parameters.srcXInBytes, parameters.srcY, parameters.srcZ);
  move(copy.to, parameters.dstXInBytes, parameters.dstY, parameters.dstZ);
  copy.width = width;
  copy.height = height;
  copy.depth = parameters.Depth;
  copy.kind = hipMemcpyDefault;
  return {};
}

template <class Parameters>
Status pitchedBox(const Parameters &parameters, hipMemcpyKind kind, Copy &copy) {
  if (parameters.srcArray || parameters.dstArray)
    return {hipErrorNotSupported, "arrays are not supported"};
  auto side = [](const hipPitchedPtr &pointer, const hipPos &at) {
    Copy::Side result = {addressOf(pointer.ptr), pointer.pitch, pointer.pitch * pointer.ysize};
    move(result, at.x, at.y, at.z);
    return result;
  };
  copy.to = side(parameters.dstPtr, parameters.dstPos);
  copy.from = side(parameters.srcPtr, parameters.srcPos);
  copy.width = parameters.extent.width;
  copy.height = parameters.extent.height;
  copy.depth = parameters.extent.depth;
  copy.kind = kind;
  return {};
}

} // namespace

Copy lineCopy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  Copy copy;
  copy.to = {addressOf(to), bytes, bytes};
  copy.from = {addressOf(from), bytes, bytes};
  copy.width = bytes;
  copy.kind = kind;
  return copy;
}

Copy rectangleCopy(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                   size_t height, hipMemcpyKind kind) {
  Copy copy = lineCopy(to, from, width, kind);
  copy.to.pitch = toPitch;
  copy.from.pitch = fromPitch;
  copy.height = height;
  return copy;
}

Status boxCopy(const hipMemcpy3DParms &parameters, Copy &copy) {
  return pitchedBox(parameters, parameters.kind, copy);
}

Status boxCopy(const PeerBox &parameters, Copy &copy) {
  for (int device : {parameters.srcDevice, parameters.dstDevice})
    if (Status status = checkDevice(device); !status)
      return status;
  return pitchedBox(parameters, hipMemcpyDeviceToDevice, copy);
}

Status boxCopy(const hip_Memcpy2D &parameters, Copy &copy) {
  bool fromHost = false, toHost = false;
  if (Status status = isHostSide(parameters.srcMemoryType, fromHost); !status)
    return status;
  if (Status status = isHostSide(parameters.dstMemoryType, toHost); !status)
    return status;
  const auto width = parameters.WidthInBytes;
  copy.from = {addressOf(fromHost ? parameters.srcHost : parameters.srcDevice),
               parameters.srcPitch ? parameters.srcPitch : width, 0};
  copy.to = {addressOf(toHost ? parameters.dstHost : parameters.dstDevice),
             parameters.dstPitch ? parameters.dstPitch : width, 0};
  move(copy.from, parameters.srcXInBytes, parameters.srcY, 0);
  move(copy.to, parameters.dstXInBytes, parameters.dstY, 0);
  copy.width = width;
  copy.height = parameters.Height;
  copy.kind = hipMemcpyDefault;
  return {};
}

Status boxCopy(const HIP_MEMCPY3D &parameters, Copy &copy) {
  if (Runtime::get().isHip6())
    return boxCopy(reinterpret_cast<const DriverBox6 &>(parameters), copy);
  return driverBox(parameters, copy);
}

Status boxCopy(const DriverBox6 &parameters, Copy &copy) { return driverBox(parameters, copy); }

} // namespace assay::amdhip
