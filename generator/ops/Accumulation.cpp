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

ResultFacts summedProducts(const Application &application, const Facts &left, const Facts &right,
                           const std::array<double, maxRuns> &count, ElementType result) {
  if (!left.finite() || !right.finite() || left.nan || right.nan)
    return std::nullopt;
  Facts term = left.merged(right);
  for (size_t run = 0; run < maxRuns; ++run)
    term.ranges[run] = left.ranges[run] * right.ranges[run];
  term.scale = left.scale * right.scale;
  term.noise = left.noise * right.scale + left.scale * right.noise;
  const bool narrow = isFloat(result) && bitWidth(result) == 16;
  if (narrow && !term.integral)
    return std::nullopt;
  const Facts *start =
      application.destination ? &application.growth.facts(*application.destination) : nullptr;
  Facts facts = summed(term, count, start, result);
  if (narrow && facts.magnitude() > std::ldexp(1.0, precision(result)))
    return std::nullopt;
  return std::vector{facts};
}

ResultFacts folded(const Application &application, ReduceKind function, ElementType result,
                   bool isUnsigned, const Facts &term, const std::array<double, maxRuns> &count) {
  const Facts *start =
      application.destination ? &application.growth.facts(*application.destination) : nullptr;
  const double most = *std::max_element(count.begin(), count.end());
  const double least = *std::min_element(count.begin(), count.end());
  Facts facts = start ? term.merged(*start) : term;
  facts.distinctAxis = -1;
  // Reals are not accumulated in 16 bits: no error bound says anything then.
  const bool narrow = isFloat(result) && bitWidth(result) == 16;
  auto accumulates = [&](const Facts &sum) {
    return !narrow || (sum.integral && sum.magnitude() <= std::ldexp(1.0, precision(result)));
  };
  switch (function) {
  case ReduceKind::Sum: {
    Facts sum = summed(term, count, start, result);
    return accumulates(sum) ? ResultFacts(std::vector{sum}) : std::nullopt;
  }
  case ReduceKind::Product: {
    if (isInteger(result)) {
      facts = Facts::of(valuesOf(result), true);
      facts.open = term.open || (start && start->open);
      return std::vector{facts};
    }
    double reach = std::pow(std::max(term.magnitude(), 1.0), most) *
                   (start ? std::max(start->magnitude(), 1.0) : 1);
    if (reach > tameMagnitude(result) || (!term.integral && most > 8))
      return std::nullopt;
    for (Interval &range : facts.ranges)
      range = {-reach, reach};
    facts.scale = std::pow(std::min(term.scale, 1.0), most);
    facts.noise = most * (term.noise + (facts.integral ? 0 : unitRoundoff(result)));
    return accumulates(facts) ? ResultFacts(std::vector{facts}) : std::nullopt;
  }
  case ReduceKind::Max:
  case ReduceKind::Min:
    if (least == 0 && !start) {
      // Of unsigned numbers the least is 0, and the greatest has all bits set.
      const Interval all = isUnsigned ? Interval{0, -1} : valuesOf(result);
      const double identity = function == ReduceKind::Max ? all.low : all.high;
      for (Interval &range : facts.ranges)
        range = range.hull({identity, identity});
    }
    return std::vector{facts};
  case ReduceKind::And:
  case ReduceKind::Or:
    for (Interval &range : facts.ranges)
      range = valuesOf(result);
    return std::vector{facts};
  }
  return std::nullopt;
}

} // namespace assay
