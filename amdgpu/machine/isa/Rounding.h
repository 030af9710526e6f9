#pragma once

#include "amdgpu/machine/isa/Floats.h"

/// Arithmetic on a float type T by way of the host's: for Half in f32 or, where that would round
/// twice, in f64.
namespace assay::amdgpu::AMDGPU_LEVEL {

template <class T> using HostFloat = decltype(widen(T()));

template <class T> inline T narrow(HostFloat<T> value) {
  if constexpr (std::is_same_v<T, Half>)
    return half(value);
  else
    return value;
}

template <class T> inline bool signOf(T value) {
  return std::bit_cast<BitsOf<T>>(value) >> (8 * sizeof(T) - 1);
}
template <class T> inline T withSign(T value, bool isNegative) {
  constexpr BitsOf<T> sign = BitsOf<T>(1) << (8 * sizeof(T) - 1);
  const auto rest = static_cast<BitsOf<T>>(std::bit_cast<BitsOf<T>>(value) & ~sign);
  return std::bit_cast<T>(static_cast<BitsOf<T>>(isNegative ? rest | sign : rest));
}

/// Biased, as the manual's exponent().
inline int exponentOf(float value) { return std::bit_cast<uint32_t>(value) >> 23 & 0xff; }
inline int exponentOf(double value) {
  return static_cast<int>(std::bit_cast<uint64_t>(value) >> 52 & 0x7ff);
}

template <class T> inline bool isDenormal(T value) { return exponentOf(value) == 0 && value != 0; }
/// Of instructions that have no denormals, whatever MODE says.
inline float flushed(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  return std::bit_cast<float>((bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits);
}
inline Half flushed(Half value) {
  return {static_cast<uint16_t>((value.bits & 0x7c00) == 0 ? value.bits & 0x8000 : value.bits)};
}

/// Fused: one rounding.
template <class T> inline T fused(T a, T b, T c) {
  if constexpr (std::is_same_v<T, Half>)
    return half(std::fma(double(widen(a)), double(widen(b)), double(widen(c))));
  else
    return std::fma(a, b, c);
}

/// v_mad and v_mac: two roundings, and no denormals.
template <class T> inline T multiplyThenAdd(T a, T b, T c) {
  const T product = flushed(narrow<T>(widen(flushed(a)) * widen(flushed(b))));
  return flushed(narrow<T>(widen(product) + widen(flushed(c))));
}

/// 2^exponent, which must be a normal number.
inline double powerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
}

template <class T> inline T scaled(T value, int exponent) {
  if constexpr (std::is_same_v<T, double>) {
    return std::ldexp(value, exponent);
  } else {
    // Both factors and the product are exact in f64.
    const int within = exponent < -400 ? -400 : exponent > 400 ? 400 : exponent;
    const double product = double(widen(value)) * powerOfTwo(within);
    if constexpr (std::is_same_v<T, Half>)
      return half(product);
    else
      return static_cast<T>(product);
  }
}

/// To nearest, ties to even, in any rounding mode.
inline float nearestEven(float value) { return __builtin_roundevenf(value); }
inline double nearestEven(double value) { return __builtin_roundeven(value); }

/// Toward zero; what does not fit becomes the nearest integer, NaN becomes 0.
template <class Int, class Float> inline Int truncated(Float value) {
  constexpr auto low = static_cast<Float>(std::numeric_limits<Int>::min());
  // One more than the largest integer: that is a power of two, and exact.
  constexpr Float limit = static_cast<Float>(std::numeric_limits<Int>::max() / 2 + 1) * 2;
  if (!(value > low))
    return value <= low ? std::numeric_limits<Int>::min() : Int(0);
  return value < limit ? static_cast<Int>(value) : std::numeric_limits<Int>::max();
}

/// What CLAMP does to integers: the nearest value of Int instead of the low bits.
template <class Int> inline Int wrapped(int64_t value, Control control) {
  constexpr int64_t low = std::numeric_limits<Int>::min(), high = std::numeric_limits<Int>::max();
  const int64_t nearest = value < low ? low : value > high ? high : value;
  return static_cast<Int>(control.clamp ? nearest : value);
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
