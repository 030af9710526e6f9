#pragma once

#include "amdgpu/machine/isa/Rounding.h"

/// The 8-bit floats of gfx942: fp8 is E4M3FNUZ and bf8 is E5M2FNUZ. Neither has infinities or -0;
/// 0x80 is the only NaN.
namespace assay::amdgpu::AMDGPU_LEVEL {

struct Fp8 {
  static constexpr int fractionBits = 3, bias = 8;
};
struct Bf8 {
  static constexpr int fractionBits = 2, bias = 16;
};
constexpr uint32_t nan8 = 0x80;

template <class Format> inline float widen8(uint32_t byte) {
  const auto magnitude = static_cast<int>(byte & 0x7f);
  const int exponent = magnitude >> Format::fractionBits;
  const int fraction = magnitude & ((1 << Format::fractionBits) - 1);
  // Denormals have the exponent 1 and no leading one.
  const int significand = exponent == 0 ? fraction : fraction | 1 << Format::fractionBits;
  const int power = (exponent == 0 ? 1 : exponent) - Format::bias - Format::fractionBits;
  const auto value = static_cast<float>(significand * powerOfTwo(power));
  return (byte & 0xff) == nan8 ? std::numeric_limits<float>::quiet_NaN()
         : (byte & 0x80) != 0  ? -value
                               : value;
}

/// `addend` is what is added in units of 2^-32 of the last place before the rest is cut off;
/// without one it is rounded to nearest, ties to even. Too large a number becomes the largest if
/// MODE says so, else a NaN, as an infinity does.
template <class Format>
inline uint32_t narrow8(float value, Control control, const uint32_t *addend = nullptr) {
  constexpr double largest = Format::fractionBits == 3 ? 240 : 57344;
  if (!std::isfinite(value))
    return nan8;
  const double magnitude = std::fabs(double(value));
  const int least = 1 - Format::bias;
  int exponent = magnitude == 0 ? least : std::ilogb(magnitude);
  exponent = exponent < least ? least : exponent;
  const double unit = powerOfTwo(exponent - Format::fractionBits);
  const double units = magnitude / unit;
  const double rounded =
      addend ? std::floor(units + double(*addend) * 0x1p-32) : nearestEven(units);
  const double result = rounded * unit;
  if (result > largest)
    return !control.saturates ? nan8 : std::signbit(value) ? 0xff : 0x7f;
  if (result == 0)
    return 0;
  // A carry out of the fraction makes the next exponent, as the sum of the two fields.
  const auto biased = static_cast<uint32_t>(exponent + Format::bias);
  const uint32_t one = 1U << Format::fractionBits;
  const uint32_t bits = (biased << Format::fractionBits) + static_cast<uint32_t>(rounded) - one;
  return (std::signbit(value) ? 0x80 : 0) | bits;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
