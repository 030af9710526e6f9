#include "tests/naive/Arithmetic.h"

#include <cmath>

namespace assay::naive {

long double roundReal(ElementType type, long double value) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int digits = 0, least = 0,
      greatest = 0; // significand bits, exponents of min normal and max finite
  switch (type) {
  case ElementType::F64:
    digits = 53, least = -1022, greatest = 1023;
    break;
  case ElementType::F32:
  case ElementType::C64:
    digits = 24, least = -126, greatest = 127;
    break;
  case ElementType::F16:
    digits = 11, least = -14, greatest = 15;
    break;
  case ElementType::BF16:
    digits = 8, least = -126, greatest = 127;
    break;
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I16:
  case ElementType::I8:
  case ElementType::I1:
    return value;
  }
  int exponent = std::max(std::ilogb(value), least);
  long double unit = std::ldexp(1.0L, exponent - (digits - 1));
  long double rounded = std::nearbyint(value / unit) * unit;
  if (std::fabs(rounded) >= std::ldexp(1.0L, greatest + 1))
    return std::copysign(HUGE_VALL, value);
  return rounded;
}

int64_t wrapInteger(ElementType type, int64_t value) {
  switch (type) {
  case ElementType::I64:
    return value;
  case ElementType::I32:
    return static_cast<int32_t>(value);
  case ElementType::I16:
    return static_cast<int16_t>(value);
  case ElementType::I8:
    return static_cast<int8_t>(value);
  case ElementType::I1:
    return value & 1;
  case ElementType::F64:
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::C64:
    break;
  }
  return value;
}

uint64_t zeroExtended(ElementType type, int64_t value) {
  switch (type) {
  case ElementType::I32:
    return static_cast<uint32_t>(value);
  case ElementType::I16:
    return static_cast<uint16_t>(value);
  case ElementType::I8:
    return static_cast<uint8_t>(value);
  case ElementType::I64:
  case ElementType::I1:
  case ElementType::F64:
  case ElementType::F32:
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::C64:
    break;
  }
  return static_cast<uint64_t>(value);
}

Element extended(ElementType from, ElementType to, bool isUnsigned, const Element &element) {
  Element result = element;
  if (isUnsigned && from != to)
    result.integer = static_cast<int64_t>(zeroExtended(from, element.integer));
  return result;
}

ElementType Arithmetic::accumulator(ElementType type) {
  return type == ElementType::F16 || type == ElementType::BF16 ? ElementType::F32 : type;
}

/// Zero for a subnormal number.
static long double flushed(ElementType type, long double value) {
  return isFloat(type) && std::fabs(value) < minNormal(type) ? 0 : value;
}

long double Arithmetic::round(ElementType type, long double value) const {
  if (how == Style::Wide)
    return value;
  if (how == Style::Rounded)
    return roundReal(type, value);
  return flushed(accumulator(type), roundReal(accumulator(type), value));
}

// A sum, product, quotient or root of f64 may round twice on its way through long double, whose 64
// bits are less than the 2 * 53 + 2 that make that harmless; for narrower types they are enough.
long double Arithmetic::add(ElementType type, long double a, long double b) const {
  if (how != Style::Wide && type == ElementType::F64)
    return static_cast<double>(a) + static_cast<double>(b);
  return round(type, a + b);
}

long double Arithmetic::subtract(ElementType type, long double a, long double b) const {
  return add(type, a, -b);
}

long double Arithmetic::multiply(ElementType type, long double a, long double b) const {
  if (how != Style::Wide && type == ElementType::F64)
    return static_cast<double>(a) * static_cast<double>(b);
  return round(type, a * b);
}

long double Arithmetic::divide(ElementType type, long double a, long double b) const {
  if (how != Style::Wide && type == ElementType::F64)
    return static_cast<double>(a) / static_cast<double>(b);
  return round(type, a / b);
}

long double Arithmetic::squareRoot(ElementType type, long double x) const {
  if (how != Style::Wide && type == ElementType::F64)
    return std::sqrt(static_cast<double>(x));
  return round(type, std::sqrt(x));
}

long double Arithmetic::multiplyAdd(ElementType type, long double a, long double b,
                                    long double sum) const {
  if (how == Style::Rounded)
    return add(type, multiply(type, a, b), sum);
  if (how == Style::Backwards && type == ElementType::F64)
    return std::fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(sum));
  // The product is exact in long double, and the sum's second rounding harmless, as above.
  return round(type, a * b + sum);
}

} // namespace assay::naive
