#pragma once

#include "amdgpu/machine/isa/Signature.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

// What atomics make of floats: a NaN loses against a number, and -0 is below +0 (IEEE 754-2008's
// minNum, maxNum).
template <class T> inline T minNumber(T a, T b) {
  const T smaller = a < b || (a == b && __builtin_signbit(a)) ? a : b;
  return a != a ? b : b != b ? a : smaller;
}
template <class T> inline T maxNumber(T a, T b) {
  const T larger = a > b || (a == b && !__builtin_signbit(a)) ? a : b;
  return a != a ? b : b != b ? a : larger;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
