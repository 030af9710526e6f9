#include "support/Float16.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay {

/// Packs `value` into an IEEE-like format with `mantissaBits` stored mantissa bits and
/// `exponentBits` exponent bits.
static uint16_t pack(double value, int mantissaBits, int exponentBits) {
  const int bias = (1 << (exponentBits - 1)) - 1;
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const auto infinity = static_cast<uint16_t>(((1 << exponentBits) - 1) << mantissaBits);
  if (std::isnan(value))
    return static_cast<uint16_t>(sign | infinity | (1 << (mantissaBits - 1)));
  const double magnitude = std::fabs(value);
  if (magnitude == 0)
    return sign;
  if (std::isinf(magnitude))
    return static_cast<uint16_t>(sign | infinity);
  // The unit in the last place is that of the exponent, and never below the subnormals' unit.
  const int exponent = std::max(std::ilogb(magnitude), 1 - bias);
  const double scaled = std::nearbyint(std::ldexp(magnitude, mantissaBits - exponent));
  // `scaled` is in [0, 2^(mantissaBits + 1)]: a carry flows into the exponent field by itself.
  const auto units = static_cast<int64_t>(scaled);
  const int64_t bits = (static_cast<int64_t>(exponent + bias - 1) << mantissaBits) + units;
  return static_cast<uint16_t>(sign | (bits >= infinity ? infinity : bits));
}

static double unpack(uint16_t bits, int mantissaBits, int exponentBits) {
  const int bias = (1 << (exponentBits - 1)) - 1;
  const int exponent = (bits & 0x7fff) >> mantissaBits;
  const int mantissa = bits & ((1 << mantissaBits) - 1);
  double magnitude;
  if (exponent == (1 << exponentBits) - 1)
    magnitude = mantissa ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    magnitude = std::ldexp(mantissa, 1 - bias - mantissaBits);
  else
    magnitude = std::ldexp(mantissa + (1 << mantissaBits), exponent - bias - mantissaBits);
  return bits & 0x8000 ? -magnitude : magnitude;
}

uint16_t toHalf(double value) { return pack(value, 10, 5); }
double fromHalf(uint16_t bits) { return unpack(bits, 10, 5); }
uint16_t toBFloat(double value) { return pack(value, 7, 8); }
// A bf16 is the upper half of an f32.
double fromBFloat(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

} // namespace assay
