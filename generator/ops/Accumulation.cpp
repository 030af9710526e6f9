#include "generator/ops/Accumulation.h"

namespace assay {

bool extends(ElementType from, ElementType to) {
  if (from == to)
    return isNumber(from);
  return ((isFloat(from) && isFloat(to)) || (isInteger(from) && isInteger(to))) &&
         bitWidth(from) < bitWidth(to);
}

ElementType drawAccumulator(Growth &growth, ElementType element, bool integral) {
  // Native accumulation of reals in 16 bits has no usable error bound.
  const bool widen = isFloat(element) && bitWidth(element) == 16 && !integral;
  std::vector<ElementType> wider;
  for (ElementType type : allElementTypes)
    if (type != element && extends(element, type))
      wider.push_back(type);
  if (wider.empty() || (!widen && growth.random.chance(55)))
    return element;
  if (isFloat(element) && bitWidth(element) == 16 && growth.random.chance(85))
    return ElementType::F32;
  return growth.random.pick(wider);
}

Facts extended(const Facts &facts, ElementType element, bool isUnsigned) {
  if (!isUnsigned || !isInteger(element))
    return facts;
  Facts result = facts;
  for (Interval &range : result.ranges)
    if (range.low < 0)
      range = {0, std::ldexp(1.0, bitWidth(element)) - 1};
  return result;
}

Facts summed(const Facts &term, const std::array<double, maxRuns> &count, const Facts *start,
             ElementType accumulator) {
  Facts result = term;
  result.distinctAxis = -1;
  double most = 1;
  for (size_t run = 0; run < maxRuns; ++run) {
    const double reach = term.ranges[run].magnitude() * count[run];
    // Partial sums count too: what cancels in the end must have been exact on the way.
    result.ranges[run] = {term.ranges[run].low >= 0 ? 0 : -reach,
                          term.ranges[run].high <= 0 ? 0 : reach};
    if (start)
      result.ranges[run] = result.ranges[run] + start->ranges[run];
    most = std::max(most, count[run]);
  }
  result.scale = term.scale * std::sqrt(most);
  result.noise = term.noise * std::sqrt(most) * 2;
  if (start) {
    result.integral = result.integral && start->integral;
    result.nan = result.nan || start->nan;
    result.open = result.open || start->open;
    result.noise += start->noise;
    result.scale = std::max(result.scale, start->scale);
  }
  if (isFloat(accumulator) && !result.integral)
    result.noise += most * unitRoundoff(accumulator) * result.scale;
  return result;
}

} // namespace assay
