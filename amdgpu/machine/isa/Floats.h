#pragma once

#include "amdgpu/machine/isa/Signature.h"

#include <bit>
#include <cmath>

/// Narrow floats, in forms that the compiler vectorises. Whatever rounds does so as the host's
/// rounding mode says: see computeRounded(). A loop over a call is no vector code, and these are
/// too large to be inlined by themselves.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// A result that no source made a NaN: negative, as the manual gives it for 0/0 and sqrt(-1).
template <class T> constexpr BitsOf<T> defaultNaN = 0;
template <> inline constexpr uint16_t defaultNaN<Half> = 0xfe00;
template <> inline constexpr uint32_t defaultNaN<float> = 0xffc00000;
template <> inline constexpr uint64_t defaultNaN<double> = 0xfff8000000000000;

/// The bit of a NaN that says it is quiet.
template <class T> constexpr BitsOf<T> quietBit = 0;
template <> inline constexpr uint16_t quietBit<Half> = 0x0200;
template <> inline constexpr uint32_t quietBit<float> = 0x00400000;
template <> inline constexpr uint64_t quietBit<double> = 0x0008000000000000;

/// Exact.
[[gnu::always_inline]] inline float widen(Half half) {
  const uint32_t sign = uint32_t(half.bits & 0x8000) << 16, rest = half.bits & 0x7fff;
  // 2^112 makes up for the difference of the biases, and normalises denormals.
  const uint32_t finite = std::bit_cast<uint32_t>(std::bit_cast<float>(rest << 13) * 0x1p112f);
  const uint32_t special = 0x7f800000 | rest << 13;
  return std::bit_cast<float>(sign | (rest >= 0x7c00 ? special : finite));
}
inline float widen(float value) { return value; }
inline double widen(double value) { return value; }

/// To 10 bits of fraction: adding a number that is 2^13 times as large as the float's last place
/// lets the host round.
[[gnu::always_inline]] inline Half half(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = bits & 0x80000000, exponent = bits & 0x7f800000;
  const uint32_t least = (127U - 14) << 23;
  const uint32_t scale = (exponent > least ? exponent : least) + (13U << 23);
  const bool isOrdinary = exponent < (127U + 16) << 23;
  const float magic = std::bit_cast<float>(sign | (isOrdinary ? scale : 0x3f800000));
  const float rounded = (value + magic) - magic;
  const uint32_t magnitude = std::bit_cast<uint32_t>(rounded) & 0x7fffffff;
  const uint32_t denormal =
      std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3f000000;
  uint32_t result = magnitude < least ? denormal : (magnitude >> 13) - ((127U - 15) << 10);
  // From 2^16 on the result is infinite or the largest number, as this product is.
  const float large = value * 0x1p112f;
  const uint32_t overflow =
      (std::bit_cast<uint32_t>(large) & 0x7fffffff) == 0x7f800000 ? 0x7c00 : 0x7bff;
  result = isOrdinary ? result : overflow;
  const uint32_t quiet = 0x7e00 | (bits >> 13 & 0x3ff);
  result = value != value ? quiet : result;
  return {static_cast<uint16_t>(sign >> 16 | result)};
}

/// To odd: what an inexact sum loses stays visible to the next rounding, so that two roundings are
/// as good as one.
[[gnu::always_inline]] inline float narrowToOdd(double value) {
  const auto narrow = static_cast<float>(value);
  const auto bits = std::bit_cast<uint32_t>(narrow);
  const double back = narrow;
  // The magnitude was rounded away from zero: step back before the last bit is set.
  const uint32_t tooLarge = std::fabs(back) > std::fabs(value) ? 1 : 0;
  const uint32_t odd = (bits - tooLarge) | 1;
  return back == value || value != value ? narrow : std::bit_cast<float>(odd);
}
[[gnu::always_inline]] inline Half half(double value) { return half(narrowToOdd(value)); }

/// bf16 is the upper half of an f32.
inline float widenBf16(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

template <class T> constexpr bool isNaN(T value) { return value != value; }
inline bool isNaN(Half value) { return (value.bits & 0x7fff) > 0x7c00; }

template <class T> inline bool isSignalling(T value) {
  return isNaN(value) && (std::bit_cast<BitsOf<T>>(value) & quietBit<T>) == 0;
}
template <class T> inline T quieted(T value) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(value) | quietBit<T>));
}
template <class T> inline T nan() { return std::bit_cast<T>(defaultNaN<T>); }

} // namespace assay::amdgpu::AMDGPU_LEVEL
