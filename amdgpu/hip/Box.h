#pragma once

#include "amdgpu/hip/Types6.h"
#include "amdgpu/hip/Work.h"

namespace assay::amdhip {

// HIP's ways of saying what is copied, as one.

Copy lineCopy(void *to, const void *from, size_t bytes, hipMemcpyKind kind);
Copy rectangleCopy(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                   size_t height, hipMemcpyKind kind);
/// Of hipMemcpy3D, hipMemcpy3DPeer, hipMemcpyParam2D and hipDrvMemcpy3D, which is a DriverBox6 to
/// programs of HIP 6. Arrays are not supported.
Status boxCopy(const hipMemcpy3DParms &parameters, Copy &copy);
Status boxCopy(const hip_Memcpy2D &parameters, Copy &copy);
Status boxCopy(const HIP_MEMCPY3D &parameters, Copy &copy);
Status boxCopy(const DriverBox6 &parameters, Copy &copy);
Status boxCopy(const PeerBox &parameters, Copy &copy);

/// The copy that any of these describes, which may be made: check() says so.
template <class Parameters> Status copyOf(const Parameters *parameters, Copy &copy) {
  if (!parameters)
    return {hipErrorInvalidValue, "the parameters are null"};
  if (Status status = boxCopy(*parameters, copy); !status)
    return status;
  return check(copy);
}

} // namespace assay::amdhip
