#include "generator/ops/Accumulation.h"

namespace assay {

bool extends(ElementType from, ElementType to) {
  if (from == to)
    return isNumber(from);
  return ((isFloat(from) && isFloat(to)) || (isInteger(from) && isInteger(to))) &&
         bitWidth(from) < bitWidth(to);
}

ElementType drawAccumulator(Growth &growth, ElementType left, ElementType right, bool integral) {
  std::vector<ElementType> wider;
  for (ElementType type : allElementTypes)
    if (type != left && type != right && extends(left, type) && extends(right, type))
      wider.push_back(type);
  // f16 and bf16 have no type of their own that holds both.
  const ElementType own = extends(left, right) ? right : left;
  const bool holdsBoth = extends(left, own) && extends(right, own);
  // Native accumulation of reals in 16 bits has no usable error bound.
  const bool narrow = isFloat(own) && bitWidth(own) == 16;
  if (holdsBoth && (wider.empty() || (!(narrow && !integral) && growth.random.chance(55))))
    return own;
  if (narrow && growth.random.chance(85))
    return ElementType::F32;
  return growth.random.pick(wider);
}

ElementType drawAccumulator(Growth &growth, ElementType element, bool integral) {
  return drawAccumulator(growth, element, element, integral);
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
