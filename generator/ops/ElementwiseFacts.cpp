#include "generator/ops/Draw.h"
#include "generator/ops/Smooth.h"

namespace assay {

namespace {

/// Facts of the operands merged where it does not matter which: flags and noise.
Facts flagsOf(const Application &application) {
  Facts facts = application.facts(0);
  for (size_t i = 1; i < application.operands.size(); ++i)
    facts = facts.merged(application.facts(i));
  facts.distinctAxis = -1;
  return facts;
}

template <class Function> void eachRun(Facts &facts, Function function) {
  for (size_t run = 0; run < maxRuns; ++run)
    facts.ranges[run] = function(run);
}

bool isRoundingStep(UnaryKind function) {
  return function == UnaryKind::Floor || function == UnaryKind::Ceil ||
         function == UnaryKind::RoundEven || function == UnaryKind::Sign;
}

/// The ranges of x, its bits as an unsigned number of that width where it may be negative.
Interval asUnsigned(Interval x, ElementType element) {
  const double numbers = std::ldexp(1.0, bitWidth(element));
  if (x.low >= 0)
    return x;
  if (x.high < 0)
    return {x.low + numbers, x.high + numbers};
  return {0, numbers - 1};
}

/// The numbers that those of an unsigned type have the bits of.
Interval asSigned(Interval x, ElementType element) {
  const Interval held = valuesOf(element);
  const double numbers = std::ldexp(1.0, bitWidth(element));
  if (x.high <= held.high)
    return x;
  if (x.low > held.high)
    return {x.low - numbers, x.high - numbers};
  return held;
}

/// All numbers that have no more bits than the larger end; for operands that are not negative.
Interval maskUpTo(Interval a, Interval b) {
  double high = std::max(a.high, b.high);
  return {0, std::exp2(std::ceil(std::log2(high + 1))) - 1};
}

bool mayDivide(const Application &application, bool isUnsigned) {
  const ElementType element = application.type(0).element;
  const Interval lowest = valuesOf(element);
  const Interval dividend = application.facts(0).range(), divisor = application.facts(1).range();
  if (divisor.low <= 0 && divisor.high >= 0)
    return false;
  const bool overflows = dividend.low <= lowest.low && divisor.low <= -1 && divisor.high >= -1;
  return isUnsigned || !overflows;
}

ResultFacts integerFacts(const Binary &op, const Application &application) {
  const ElementType element = application.type(0).element;
  const Interval all = valuesOf(element);
  const double width = bitWidth(element);
  Facts facts = flagsOf(application);
  switch (op.function) {
  case BinaryKind::Div:
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
    if (!mayDivide(application, op.isUnsigned))
      return std::nullopt;
    break;
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    if (!application.facts(1).range().within({0, width - 1}))
      return std::nullopt;
    break;
  default:
    break;
  }
  eachRun(facts, [&](size_t run) -> Interval {
    const Interval a = application.facts(0).ranges[run], b = application.facts(1).ranges[run];
    const bool negative = a.low < 0 || b.low < 0;
    switch (op.function) {
    case BinaryKind::Add:
      return a + b;
    case BinaryKind::Sub:
      return a + -b;
    case BinaryKind::Mul:
      return a * b;
    case BinaryKind::Div:
    case BinaryKind::FloorDiv:
      return negative && op.isUnsigned ? all : Interval{-a.magnitude() - 1, a.magnitude() + 1};
    case BinaryKind::Rem:
      return negative && op.isUnsigned ? all : Interval{-b.magnitude(), b.magnitude()};
    case BinaryKind::Max:
      return negative && op.isUnsigned ? a.hull(b)
                                       : Interval{std::max(a.low, b.low), std::max(a.high, b.high)};
    case BinaryKind::Min:
      return negative && op.isUnsigned ? a.hull(b)
                                       : Interval{std::min(a.low, b.low), std::min(a.high, b.high)};
    case BinaryKind::And:
      if (a.low >= 0 && b.low >= 0)
        return {0, std::min(a.high, b.high)};
      if (a.low >= 0 || b.low >= 0)
        return {0, a.low >= 0 ? a.high : b.high};
      return all;
    case BinaryKind::Or:
    case BinaryKind::Xor:
      return negative ? all : maskUpTo(a, b);
    case BinaryKind::Shl:
      return negative ? all : Interval{0, a.high * std::exp2(b.high)};
    case BinaryKind::Shr:
      return op.isUnsigned && a.low < 0 ? all
                                        : Interval{std::min(a.low, 0.0), std::max(a.high, 0.0)};
    case BinaryKind::MaxNum:
    case BinaryKind::MinNum:
    case BinaryKind::Complex:
      break;
    }
    return all;
  });
  return std::vector{facts};
}

} // namespace

ResultFacts factsOf(const Unary &op, const Application &application) {
  const ElementType element = application.type(0).element;
  const Facts &x = application.facts(0);
  Facts facts = flagsOf(application);
  if (auto form = smooth(op.function)) {
    if (!fits(*form, x))
      return x.nan && !x.finite() ? std::optional(std::vector{facts}) : std::nullopt;
    eachRun(facts, [&](size_t run) { return form->image(x.ranges[run]); });
    facts.integral = false;
    // Several ulps: what libraries of these functions are off by.
    facts.scale = std::max(facts.magnitude() / 8, 1e-3);
    facts.noise = form->slope * x.noise * std::max(1.0, facts.scale / std::max(x.scale, 1e-3)) +
                  4 * 0x1p-24 * facts.scale;
    return std::vector{facts};
  }
  if (op.function == UnaryKind::Abs && isInteger(element) && x.range().low <= valuesOf(element).low)
    return std::nullopt;
  eachRun(facts, [&](size_t run) -> Interval {
    const Interval range = x.ranges[run];
    switch (op.function) {
    case UnaryKind::Neg:
      return -range;
    case UnaryKind::Abs:
      return {range.low > 0 ? range.low : range.high < 0 ? -range.high : 0, range.magnitude()};
    case UnaryKind::Not:
      return isBool(element) ? Interval{0, 1} : Interval{-range.high - 1, -range.low - 1};
    case UnaryKind::Sign:
      return {range.low > 0   ? 1.0
              : range.low < 0 ? -1.0
                              : 0.0,
              range.high < 0   ? -1.0
              : range.high > 0 ? 1.0
                               : 0.0};
    default:
      return isRoundingStep(op.function) ? Interval{std::floor(range.low), std::ceil(range.high)}
                                         : range;
    }
  });
  if (isRoundingStep(op.function) && x.noise == 0 && !x.nan)
    facts.integral = true;
  return std::vector{facts};
}

ResultFacts factsOf(const Binary &op, const Application &application) {
  const TensorType &type = application.type(0);
  const Facts &x = application.facts(0), &y = application.facts(1);
  Facts facts = flagsOf(application);
  if (isBool(type.element))
    return std::vector{facts};
  if (isInteger(type.element))
    return integerFacts(op, application);
  if (facts.nan && !facts.finite())
    return std::vector{facts};
  if (op.function == BinaryKind::Div) {
    Interval divisor = y.range();
    double least = divisor.low > 0 ? divisor.low : divisor.high < 0 ? -divisor.high : 0;
    if (least < 0.05)
      return std::nullopt;
    eachRun(facts, [&](size_t run) {
      double most = x.ranges[run].magnitude() / least;
      return Interval{x.ranges[run].low >= 0 && divisor.low > 0 ? 0 : -most, most};
    });
    facts.integral = false;
    facts.scale = x.scale / std::max(y.scale, least);
    facts.noise = (x.noise + x.scale * y.noise / least) / least;
    return std::vector{facts};
  }
  const bool complex = isComplex(type.element);
  eachRun(facts, [&](size_t run) -> Interval {
    const Interval a = x.ranges[run], b = y.ranges[run];
    switch (op.function) {
    case BinaryKind::Add:
      return a + b;
    case BinaryKind::Sub:
      return a + -b;
    case BinaryKind::Mul:
      return complex ? a * b + a * b : a * b;
    case BinaryKind::Max:
    case BinaryKind::MaxNum:
      return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case BinaryKind::Min:
    case BinaryKind::MinNum:
      return {std::min(a.low, b.low), std::min(a.high, b.high)};
    default:
      return a.hull(b);
    }
  });
  if (complex && op.function == BinaryKind::Mul)
    eachRun(facts, [&](size_t run) {
      double most = 2 * x.ranges[run].magnitude() * y.ranges[run].magnitude();
      return Interval{-most, most};
    });
  if (op.function == BinaryKind::Mul) {
    facts.scale = x.scale * y.scale;
    facts.noise = x.noise * y.scale + x.scale * y.noise;
  } else if (op.function == BinaryKind::Add || op.function == BinaryKind::Sub) {
    facts.noise = x.noise + y.noise;
  }
  return std::vector{facts};
}

ResultFacts factsOf(const Compare &, const Application &application) {
  Facts facts = Facts::of({0, 1}, true);
  Facts flags = flagsOf(application);
  facts.open = flags.open || (flags.nan && flags.finite()) || flags.noise > 0x1p-9 * flags.scale;
  return std::vector{facts};
}

ResultFacts factsOf(const Select &, const Application &application) {
  Facts facts = application.facts(1).merged(application.facts(2));
  facts.open = facts.open || application.facts(0).open;
  return std::vector{facts};
}

ResultFacts factsOf(const Cast &op, const Application &application) {
  const ElementType from = application.type(0).element;
  const Facts &x = application.facts(0);
  Facts facts = x;
  if (isBool(op.to)) {
    facts = Facts::of({0, 1}, true);
    facts.open = x.open || x.noise > 0;
    return std::vector{facts};
  }
  if (isInteger(op.to) && isFloat(from)) {
    Interval target =
        op.isUnsigned ? Interval{0, std::ldexp(1.0, bitWidth(op.to)) - 1} : valuesOf(op.to);
    // Of what ambiguous indices moved, the reference cannot say that the type holds it.
    // -0.5 truncates to 0, but a value that rounding may carry to the limit is left out.
    if (x.nan || x.open || x.range().low < target.low ||
        x.range().high + x.noise > target.high * 0.99)
      return std::nullopt;
    eachRun(facts, [&](size_t run) {
      const Interval whole{std::trunc(x.ranges[run].low), std::trunc(x.ranges[run].high)};
      return op.isUnsigned ? asSigned(whole, op.to) : whole;
    });
    facts.open = x.noise > 0x1p-6;
    facts.integral = true;
    facts.noise = 0;
    return std::vector{facts};
  }
  if (op.isUnsigned && isInteger(from))
    eachRun(facts, [&](size_t run) { return asUnsigned(x.ranges[run], from); });
  if (isFloat(op.to) && !isFloat(from)) {
    facts.scale = std::max(facts.magnitude() / 4, 1.0);
    facts.noise = 0;
  }
  return std::vector{facts};
}

} // namespace assay
