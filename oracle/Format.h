#pragma once

#include "oracle/Accuracy.h"
#include "program/types/ElementType.h"

#include <bit>
#include <cmath>
#include <limits>

namespace assay::oracle {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Unit roundoff of the oracle's own arithmetic.
inline constexpr double ownUnit = 0x1p-53;
/// Its least normal number, and the least of all.
inline constexpr double ownMinNormal = 0x1p-1022, ownLeast = 0x1p-1074;

/// A float type as the bounds see it.
struct Format {
  ElementType type = ElementType::F32;
  int precision = 24;
  double unit = 0x1p-24; // unit roundoff, 2^-precision
  double minNormal = 0;
  double maxFinite = 0;
  bool flushes = true; // subnormals may become zero

  Format(ElementType element, const Accuracy &accuracy)
      : type(isComplex(element) ? ElementType::F32 : element), precision(assay::precision(type)),
        unit(std::ldexp(1.0, -precision)), minNormal(assay::minNormal(type)),
        maxFinite(assay::maxFinite(type)), flushes(accuracy.allows(Allowance::FlushesSubnormals)) {}

  /// f16 and bf16, which compilers may keep in f32 between operations.
  bool isShort() const { return precision < 24; }

  /// To nearest even. The same as roundTo(), but quick.
  double round(double x) const {
    switch (type) {
    case ElementType::F64:
      return x;
    case ElementType::F16:
      return roundShort<42>(x, 0x1.8p28);
    case ElementType::BF16:
      return roundShort<45>(x, 0x1.8p-81);
    default:
      return static_cast<float>(x);
    }
  }

  /// Half an ulp of a number of that magnitude, which is what rounding it to the type, or a smaller
  /// one, loses at most: u times the power of two below it, and so u |x| / 2 to u |x|. That of
  /// minNormal below it, where a subnormal is lost: Higham, section 2.1. Half of double's least
  /// number is none, and that number is taken for it.
  double halfUlp(double magnitude) const {
    if (!(magnitude > minNormal))
      return std::fmax(minNormal * unit, ownLeast);
    const auto power = std::bit_cast<uint64_t>(magnitude) & (uint64_t(0x7ff) << 52);
    return std::fmax(std::bit_cast<double>(power) * unit, ownLeast);
  }

private:
  /// Rounds off the last `dropped` bits of a double. A normal number is rounded in its bits, where
  /// a carry flows into the exponent; a subnormal one by adding 1.5 * 2^52 units of the least
  /// subnormal.
  template <int dropped> double roundShort(double x, double subnormalShift) const {
    const double magnitude = std::fabs(x);
    if (!(magnitude < infinity))
      return x;
    if (magnitude < minNormal)
      return (x + subnormalShift) - subnormalShift;
    auto bits = std::bit_cast<uint64_t>(x);
    constexpr uint64_t unitBit = uint64_t(1) << dropped;
    bits += unitBit / 2 - 1 + ((bits >> dropped) & 1);
    const double rounded = std::bit_cast<double>(bits & ~(unitBit - 1));
    return std::fabs(rounded) > maxFinite ? std::copysign(infinity, x) : rounded;
  }
};

/// gamma_n = n u / (1 - n u): the relative error that n roundings add up to at most. Higham,
/// Accuracy and Stability of Numerical Algorithms, 2nd edition, lemma 3.1. Infinite from n u = 1
/// on.
inline double gamma(double roundings, double unit) {
  const double product = roundings * unit;
  return product < 1 ? product / (1 - product) : infinity;
}

/// Exponent of the lowest set bit of a finite number other than 0: x is an odd multiple of 2^that.
inline int lowestBit(double x) {
  const auto bits = std::bit_cast<uint64_t>(x);
  const auto exponent = static_cast<int>((bits >> 52) & 0x7ff);
  const uint64_t fraction = bits & ((uint64_t(1) << 52) - 1);
  if (exponent == 0)
    return std::countr_zero(fraction) - 1074;
  return std::countr_zero(fraction | (uint64_t(1) << 52)) + exponent - 1075;
}

} // namespace assay::oracle
