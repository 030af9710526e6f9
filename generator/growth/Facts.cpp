#include "generator/growth/Facts.h"

#include <limits>

namespace assay {

Interval operator+(const Interval &a, const Interval &b) {
  return {a.low + b.low, a.high + b.high};
}
Interval operator-(const Interval &a) { return {-a.high, -a.low}; }

Interval operator*(const Interval &a, const Interval &b) {
  // Infinity times zero is the 0 that limits tend to here, not NaN.
  auto times = [](double x, double y) { return x == 0 || y == 0 ? 0 : x * y; };
  double products[] = {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low),
                       times(a.high, b.high)};
  auto [low, high] = std::minmax_element(std::begin(products), std::end(products));
  return {*low, *high};
}

Interval operator*(double factor, const Interval &a) { return Interval{factor, factor} * a; }

Interval valuesOf(ElementType type) {
  if (isBool(type))
    return {0, 1};
  if (isInteger(type))
    return {static_cast<double>(minInteger(type)), static_cast<double>(maxInteger(type))};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {-infinity, infinity};
}

Interval Facts::range() const {
  Interval all = ranges[0];
  for (const Interval &range : ranges)
    all = all.hull(range);
  return all;
}

Facts Facts::of(Interval range, bool integral) {
  Facts facts;
  facts.ranges.fill(range);
  facts.integral = integral;
  facts.scale = range.magnitude();
  return facts;
}

Facts Facts::merged(const Facts &other) const {
  Facts facts = *this;
  for (size_t run = 0; run < maxRuns; ++run)
    facts.ranges[run] = ranges[run].hull(other.ranges[run]);
  facts.integral = integral && other.integral;
  facts.nan = nan || other.nan;
  facts.open = open || other.open;
  facts.distinctAxis = -1;
  facts.scale = std::max(scale, other.scale);
  facts.noise = std::max(noise, other.noise);
  return facts;
}

double unitRoundoff(ElementType type) { return std::ldexp(1.0, -precision(type)); }

double tameMagnitude(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return 0x1p13;
  case ElementType::BF16:
  case ElementType::F32:
  case ElementType::C64:
    return 0x1p30;
  case ElementType::F64:
    return 0x1p60;
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I16:
  case ElementType::I8:
  case ElementType::I1:
    break;
  }
  return valuesOf(type).magnitude();
}

bool settle(Facts &facts, ElementType type) {
  if (!isFloat(type) && !isComplex(type)) {
    // Beyond 2^53 a double no longer tells neighbouring integers apart.
    for (Interval &range : facts.ranges)
      if (!range.within(valuesOf(type)) || range.magnitude() > 0x1p53)
        range = valuesOf(type);
    return true;
  }
  double magnitude = facts.magnitude();
  if (!(magnitude <= tameMagnitude(type)))
    return false;
  facts.scale = std::min(facts.scale, std::max(magnitude, 1e-30));
  if (facts.integral && magnitude <= std::ldexp(1.0, precision(type)))
    return true;
  facts.integral = false;
  facts.noise += unitRoundoff(type) * facts.scale;
  return facts.noise <= facts.scale / 48;
}

} // namespace assay
