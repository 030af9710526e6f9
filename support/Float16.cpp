#include "support/Float16.h"

#include <bit>

namespace assay {

namespace {

/// Of a double.
constexpr int doubleMantissaBits = 52, doubleBias = 1023;
constexpr uint64_t doubleInfinity = uint64_t(0x7ff) << doubleMantissaBits;

/// `bits` / 2^shift, rounded to nearest even; 0 < shift < 64, and `bits` below 2^63.
uint64_t roundedShift(uint64_t bits, int shift) {
  const uint64_t half = uint64_t(1) << (shift - 1), odd = bits >> shift & 1;
  return (bits + half - 1 + odd) >> shift;
}

/// Packs `value` into an IEEE-like format with `mantissaBits` stored mantissa bits and
/// `exponentBits` exponent bits.
template <int mantissaBits, int exponentBits> uint16_t pack(double value) {
  constexpr int bias = (1 << (exponentBits - 1)) - 1, lost = doubleMantissaBits - mantissaBits;
  constexpr uint64_t infinity = uint64_t((1 << exponentBits) - 1) << mantissaBits;
  const auto all = std::bit_cast<uint64_t>(value);
  const uint64_t sign = all >> 48 & 0x8000, magnitude = all & ~(uint64_t(1) << 63);
  if (magnitude > doubleInfinity)
    return static_cast<uint16_t>(sign | infinity | uint64_t(1) << (mantissaBits - 1));
  const int exponent = static_cast<int>(magnitude >> doubleMantissaBits) - doubleBias + bias;
  const uint64_t mantissa = magnitude & ((uint64_t(1) << doubleMantissaBits) - 1);
  if (exponent > 0) {
    // A carry out of the mantissa flows into the exponent by itself.
    const uint64_t bits =
        (static_cast<uint64_t>(exponent) << mantissaBits) + roundedShift(mantissa, lost);
    return static_cast<uint16_t>(sign | (bits < infinity ? bits : infinity));
  }
  // Subnormal: the unit no longer falls with the exponent. Less than half of it is 0.
  const int shift = lost + 1 - exponent;
  if (shift > doubleMantissaBits + 1)
    return static_cast<uint16_t>(sign);
  return static_cast<uint16_t>(sign |
                               roundedShift(mantissa | uint64_t(1) << doubleMantissaBits, shift));
}

} // namespace

uint16_t toHalf(double value) { return pack<10, 5>(value); }
uint16_t toBFloat(double value) { return pack<7, 8>(value); }

double fromHalf(uint16_t bits) {
  constexpr int mantissaBits = 10, bias = 15;
  const uint64_t sign = uint64_t(bits & 0x8000) << 48;
  const uint64_t exponent = bits >> mantissaBits & 0x1f;
  const uint64_t mantissa = bits & ((1 << mantissaBits) - 1);
  uint64_t magnitude;
  if (exponent == 0x1f)
    magnitude = doubleInfinity | uint64_t(mantissa != 0) << (doubleMantissaBits - 1);
  else if (exponent == 0)
    magnitude = std::bit_cast<uint64_t>(static_cast<double>(mantissa) * 0x1p-24);
  else
    magnitude = (exponent - bias + doubleBias) << doubleMantissaBits |
                mantissa << (doubleMantissaBits - mantissaBits);
  return std::bit_cast<double>(sign | magnitude);
}

// A bf16 is the upper half of an f32.
double fromBFloat(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

} // namespace assay
