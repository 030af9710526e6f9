#pragma once

#include "amdgpu/machine/isa/Rounding.h"

#include <limits>
#include <numbers>

/// 2^x and log2(x) in f64 without branches or calls, so that loops over lanes become vector code.
/// Good to some ulps of f64, for arguments that were f32 or f16.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// Horner's scheme, the highest power's coefficient first.
template <class... Rest> inline double polynomial(double x, double first, Rest... rest) {
  double sum = first;
  ((sum = std::fma(sum, x, double(rest))), ...);
  return sum;
}

/// Added to an integer of less than 51 bits, its low bits are that integer.
constexpr double integerInLowBits = 0x1.8p52;

/// 2^x = 2^n * e^(rest ln 2), with the exponential's series for |rest| <= 1/2.
[[gnu::always_inline]] inline double exponential(double x) {
  // Neither bound has a power in f32.
  const double bounded = x < -1000 ? -1000 : x > 1000 ? 1000 : x;
  const double n = nearestEven(bounded);
  const double rest = (bounded - n) * std::numbers::ln2;
  const double power = polynomial(rest, 1 / 6227020800.0, 1 / 479001600.0, 1 / 39916800.0,
                                  1 / 3628800.0, 1 / 362880.0, 1 / 40320.0, 1 / 5040.0, 1 / 720.0,
                                  1 / 120.0, 1 / 24.0, 1 / 6.0, 1 / 2.0, 1.0, 1.0);
  // Of a NaN the low bits are zero: it came from a narrower type.
  const uint64_t exponent = std::bit_cast<uint64_t>(n + integerInLowBits) << 52;
  return std::bit_cast<double>(std::bit_cast<uint64_t>(power) + exponent);
}

/// x = 2^n * m with m from sqrt(1/2) to sqrt(2), and ln m = 2 artanh((m - 1) / (m + 1)).
[[gnu::always_inline]] inline double logarithm(double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double twoOverLn2 = 2 * std::numbers::log2e;
  constexpr uint64_t rootOfHalf = 0x3fe6a09e667f3bcd, bias = 1023;
  const auto bits = std::bit_cast<uint64_t>(x);
  const uint64_t biased = (bits - rootOfHalf + (bias << 52)) >> 52;
  const double n = std::bit_cast<double>(0x4330000000000000 | biased) - (0x1p52 + double(bias));
  const auto m = std::bit_cast<double>(bits - ((biased - bias) << 52));
  const double s = (m - 1) / (m + 1);
  const double series = polynomial(
      s * s, twoOverLn2 / 21, twoOverLn2 / 19, twoOverLn2 / 17, twoOverLn2 / 15, twoOverLn2 / 13,
      twoOverLn2 / 11, twoOverLn2 / 9, twoOverLn2 / 7, twoOverLn2 / 5, twoOverLn2 / 3, twoOverLn2);
  const double ofPositive = x == infinity ? x : n + s * series;
  const double ofOthers = x == 0 ? -infinity : std::numeric_limits<double>::quiet_NaN();
  return x > 0 ? ofPositive : ofOthers;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
