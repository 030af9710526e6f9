#include "naive/Arithmetic.h"

#include <algorithm>
#include <cmath>

namespace assay::naive {

std::string_view nameOf(Style style) {
  constexpr std::array<std::string_view, allStyles.size()> names = {
      "wide",  "rounded",    "backwards", "fused",  "pairwise",
      "lanes", "descending", "by_sign",   "columns"};
  return names[static_cast<size_t>(style)];
}

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

/// Zero for a subnormal number, with its sign as processors have it.
static long double flushed(ElementType type, long double value) {
  return isFloat(type) && std::fabs(value) < minNormal(type) ? std::copysign(0.0L, value) : value;
}

long double Arithmetic::approximate(ElementType type, long double x, long double value) const {
  if (choices.functionUlps == 0 || x == 0 || value == 0 || !std::isfinite(x) ||
      !std::isfinite(value))
    return value;
  const ElementType in = accumulator(type);
  const int exponent = std::max(std::ilogb(value), std::ilogb(minNormal(in)));
  return value + choices.functionUlps * std::ldexp(1.0L, exponent - (precision(in) - 1));
}

long double Arithmetic::round(ElementType type, long double value) const {
  if (how == Style::Wide)
    return value;
  if (how != Style::Backwards)
    return choices.flushes ? flushed(type, roundReal(type, value)) : roundReal(type, value);
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
  if (how != Style::Wide && how != Style::Backwards && how != Style::Fused)
    return add(type, multiply(type, a, b), sum);
  if (how != Style::Wide && type == ElementType::F64)
    return std::fma(static_cast<double>(a), static_cast<double>(b), static_cast<double>(sum));
  // The product is exact in long double, and the sum's second rounding harmless, as above.
  return round(type, a * b + sum);
}

/// Number i combined with number i + half for the first half of them, until one is left.
template <class Combine>
static long double inTree(std::vector<long double> numbers, const Combine &combine) {
  while (numbers.size() > 1) {
    std::vector<long double> halves;
    for (size_t i = 0; i + 1 < numbers.size(); i += 2)
      halves.push_back(combine(numbers[i], numbers[i + 1]));
    if (numbers.size() % 2)
      halves.push_back(numbers.back());
    numbers = std::move(halves);
  }
  return numbers.front();
}

/// Every fourth number, each of the four combinations beginning with the first of its numbers.
template <class Combine>
static std::vector<long double> inLanes(const std::vector<long double> &numbers,
                                        const Combine &combine) {
  std::vector<long double> lanes;
  for (size_t i = 0; i < numbers.size(); ++i)
    if (i < 4)
      lanes.push_back(numbers[i]);
    else
      lanes[i % 4] = combine(lanes[i % 4], numbers[i]);
  return lanes;
}

/// Larger magnitudes first, and in BySign what is positive before the rest. NaN counts as 0.
static void sortFor(Style style, std::vector<long double> &numbers) {
  const auto key = [&](long double x) {
    const long double size = std::isnan(x) ? 0 : std::fabs(x);
    return std::pair(style == Style::BySign && x < 0, -size);
  };
  std::sort(numbers.begin(), numbers.end(),
            [&](long double x, long double y) { return key(x) < key(y); });
}

/// All numbers combined in an order that is not the given one.
template <class Combine>
static long double combined(Style style, std::vector<long double> numbers, const Combine &combine) {
  if (style == Style::Lanes)
    return inTree(inLanes(numbers, combine), combine);
  if (style == Style::Pairwise)
    return inTree(std::move(numbers), combine);
  sortFor(style, numbers);
  long double total = numbers.front();
  for (size_t i = 1; i < numbers.size(); ++i)
    total = combine(total, numbers[i]);
  return total;
}

static bool isInOrder(Style style) {
  return style == Style::Wide || style == Style::Rounded || style == Style::Backwards ||
         style == Style::Fused || style == Style::Columns;
}

long double Arithmetic::sum(ElementType type, long double start, std::vector<Term> terms) const {
  if (isBackwards())
    std::reverse(terms.begin(), terms.end());
  if (isInOrder(how)) {
    for (const Term &term : terms)
      start = multiplyAdd(type, term.a, term.b, start);
    return start;
  }
  std::vector<long double> numbers = {start};
  for (const Term &term : terms)
    numbers.push_back(multiply(type, term.a, term.b));
  return combined(how, std::move(numbers),
                  [&](long double x, long double y) { return add(type, x, y); });
}

long double Arithmetic::product(ElementType type, long double start,
                                std::vector<long double> factors) const {
  if (isBackwards())
    std::reverse(factors.begin(), factors.end());
  factors.insert(factors.begin(), start);
  const auto times = [&](long double x, long double y) { return multiply(type, x, y); };
  if (!isInOrder(how))
    return combined(how, std::move(factors), times);
  long double total = factors.front();
  for (size_t i = 1; i < factors.size(); ++i)
    total = times(total, factors[i]);
  return total;
}

} // namespace assay::naive
