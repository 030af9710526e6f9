#pragma once

#include "runners/amdhip/Work.h"

namespace assay::amdhip {

// HIP's ways of saying what is copied, as one.

Copy lineCopy(void *to, const void *from, size_t bytes, hipMemcpyKind kind);
Copy rectangleCopy(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                   size_t height, hipMemcpyKind kind);
/// hipMemcpy3D's parameters. Arrays are not supported.
Status boxCopy(const hipMemcpy3DParms &parameters, Copy &copy);
Status rectangleCopy(const hip_Memcpy2D &parameters, Copy &copy);
Status boxCopy(const HIP_MEMCPY3D &parameters, Copy &copy);

} // namespace assay::amdhip
