#include "generator/Operands.h"
#include "generator/ops/Draw.h"

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

/// What a smooth function asks of its argument, and does to it.
struct Smooth {
  Interval domain; // the range that the argument must lie in
  Interval (*image)(Interval);
  double slope = 1; // greatest, or typical where there is none
};

template <double (*f)(double)> Interval rising(Interval x) { return {f(x.low), f(x.high)}; }
template <double (*f)(double)> Interval falling(Interval x) { return {f(x.high), f(x.low)}; }
double reciprocalRoot(double x) { return 1 / std::sqrt(x); }
Interval wave(Interval) { return {-1, 1}; }

std::optional<Smooth> smooth(UnaryKind function) {
  switch (function) {
  case UnaryKind::Exp:
    return Smooth{{-12, 7}, rising<std::exp>, 3};
  case UnaryKind::Exp2:
    return Smooth{{-12, 9}, rising<std::exp2>, 3};
  case UnaryKind::Expm1:
    return Smooth{{-12, 7}, rising<std::expm1>, 3};
  case UnaryKind::Log:
    return Smooth{{0.05, 1e6}, rising<std::log>, 4};
  case UnaryKind::Log1p:
    return Smooth{{-0.75, 1e6}, rising<std::log1p>, 4};
  case UnaryKind::Sqrt:
    return Smooth{{0, 1e8}, rising<std::sqrt>, 4};
  case UnaryKind::Rsqrt:
    return Smooth{{0.05, 1e6}, falling<reciprocalRoot>, 12};
  case UnaryKind::Sin:
  case UnaryKind::Cos:
    return Smooth{{-50, 50}, wave, 1};
  case UnaryKind::Tanh:
    return Smooth{{-1e4, 1e4}, rising<std::tanh>, 1};
  case UnaryKind::Erf:
    return Smooth{{-1e4, 1e4}, rising<std::erf>, 1};
  case UnaryKind::Neg:
  case UnaryKind::Abs:
  case UnaryKind::Floor:
  case UnaryKind::Ceil:
  case UnaryKind::RoundEven:
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    break;
  }
  return std::nullopt;
}

bool isRoundingStep(UnaryKind function) {
  return function == UnaryKind::Floor || function == UnaryKind::Ceil ||
         function == UnaryKind::RoundEven;
}

/// The ranges of x, its bits as an unsigned number of that width where it may be negative.
Interval asUnsigned(Interval x, ElementType element) {
  if (x.low >= 0)
    return x;
  return {0, std::ldexp(1.0, bitWidth(element)) - 1};
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
    if (!x.range().within(form->domain))
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
    // -0.5 truncates to 0, but a value that rounding may carry to the limit is left out.
    if (x.nan || x.range().low < target.low || x.range().high + x.noise > target.high * 0.99)
      return std::nullopt;
    eachRun(facts, [&](size_t run) {
      return Interval{std::trunc(x.ranges[run].low), std::trunc(x.ranges[run].high)};
    });
    facts.open = x.open || x.noise > 0x1p-6;
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

namespace {

/// A divisor that cannot be zero, made from `divisor` by the program itself.
std::optional<Handle> guardedDivisor(Growth &growth, Handle dividend, Handle divisor) {
  const TensorType type = growth.type(divisor);
  const Interval range = growth.facts(divisor).range();
  if (range.low > 0)
    return divisor;
  if (isFloat(type.element)) {
    auto magnitude = growth.add(Unary{UnaryKind::Abs}, {divisor});
    auto half = growth.fill(type, growth.random.chance(50) ? 1 : 0.5);
    if (!magnitude || !half)
      return std::nullopt;
    return growth.add(Binary{growth.random.chance(50) ? BinaryKind::Max : BinaryKind::Add, false},
                      {*magnitude, *half});
  }
  auto one = growth.fill(type, 1);
  if (!one)
    return std::nullopt;
  if (range.low > valuesOf(type.element).low && growth.random.chance(60)) {
    auto magnitude = growth.add(Unary{UnaryKind::Abs}, {divisor});
    return magnitude ? growth.add(Binary{BinaryKind::Max, false}, {*magnitude, *one})
                     : std::nullopt;
  }
  return growth.add(Binary{BinaryKind::Max, false}, {divisor, *one});
}

/// A shift amount within the width.
std::optional<Handle> guardedShift(Growth &growth, Handle amount) {
  const TensorType type = growth.type(amount);
  const double last = bitWidth(type.element) - 1;
  if (growth.facts(amount).range().within({0, last}))
    return amount;
  auto mask = growth.fill(type, last);
  return mask ? growth.add(Binary{BinaryKind::And, false}, {amount, *mask}) : std::nullopt;
}

/// A function that the operand may be given to as it is.
UnaryKind drawUnaryKind(Growth &growth, Handle x) {
  const ElementType element = growth.type(x).element;
  if (isComplex(element))
    return growth.random.pick(std::array{UnaryKind::Neg, UnaryKind::Real, UnaryKind::Imag});
  if (isBool(element))
    return UnaryKind::Not;
  if (isInteger(element))
    return growth.random.pick(std::array{UnaryKind::Neg, UnaryKind::Abs, UnaryKind::Not});
  if (!growth.bounded() || growth.random.chance(18))
    return growth.random.pick(std::array{UnaryKind::Neg, UnaryKind::Abs, UnaryKind::Floor,
                                         UnaryKind::Ceil, UnaryKind::RoundEven});
  std::vector<UnaryKind> fitting;
  for (size_t i = 0; i < names(UnaryKind()).size(); ++i) {
    auto form = smooth(static_cast<UnaryKind>(i));
    if (form && growth.facts(x).range().within(form->domain))
      fitting.push_back(static_cast<UnaryKind>(i));
  }
  return fitting.empty() ? UnaryKind::Neg : growth.random.pick(fitting);
}

BinaryKind drawBinaryKind(Random &random, ElementType element) {
  using enum BinaryKind;
  if (isComplex(element))
    return random.pick(std::array{Add, Sub, Mul});
  if (isBool(element))
    return random.pick(std::array{And, Or, Xor});
  if (isInteger(element))
    return random.pick(
        std::array{Add, Add, Sub, Mul, Max, Min, Div, FloorDiv, Rem, And, Or, Xor, Shl, Shr});
  return random.pick(std::array{Add, Add, Sub, Mul, Mul, Max, Min, MaxNum, MinNum, Div});
}

} // namespace

bool drawUnary(Growth &growth) {
  Need need;
  need.finite = growth.profile.specialPercent == 0;
  Handle x = operand(growth, need);
  Unary op{drawUnaryKind(growth, x)};
  return growth.add(op, {x}).has_value();
}

bool drawBinary(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.finite = growth.profile.specialPercent == 0;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  Binary op{drawBinaryKind(random, type.element), false};
  if (type.element == ElementType::F32 && !growth.palette().empty() &&
      growth.palette()[0] == ElementType::C64 && random.chance(60))
    op.function = BinaryKind::Complex;
  const bool sameOperand = random.chance(6);
  Handle y = sameOperand ? x : operandOf(growth, type, need);
  if (isInteger(type.element) && op.function != BinaryKind::FloorDiv)
    op.isUnsigned = random.chance(growth.profile.unsignedPercent);
  std::optional<Handle> second = y;
  switch (op.function) {
  case BinaryKind::Div:
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
    if (isFloat(type.element) && !growth.bounded())
      op.function = BinaryKind::Sub;
    else
      second = guardedDivisor(growth, x, y);
    break;
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    second = guardedShift(growth, y);
    break;
  default:
    break;
  }
  if (!second)
    return false;
  const bool ordered = op.function == BinaryKind::Shl || op.function == BinaryKind::Shr ||
                       *second != y || op.function == BinaryKind::Div;
  if (!ordered && random.chance(50))
    return growth.add(op, {*second, x}).has_value();
  return growth.add(op, {x, *second}).has_value();
}

bool drawCompare(Growth &growth) {
  Need need;
  need.element = [](ElementType type) { return !isComplex(type); };
  need.finite = need.settled = growth.profile.specialPercent == 0;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  Handle y = operandOf(growth, type, need);
  Compare op;
  op.predicate = isBool(type.element) ? growth.random.pick(std::array{Predicate::Eq, Predicate::Ne})
                                      : static_cast<Predicate>(growth.random.below(6));
  op.isUnsigned = isInteger(type.element) && growth.random.chance(growth.profile.unsignedPercent);
  return growth.add(op, {x, y}).has_value();
}

bool drawSelect(Growth &growth) {
  Need need;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  Handle y = operandOf(growth, type);
  Handle condition = operandOf(growth, {ElementType::I1, type.dims});
  return growth.add(Select{}, {condition, x, y}).has_value();
}

bool drawCast(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.element = [](ElementType type) { return !isComplex(type); };
  need.finite = true;
  Handle x = operand(growth, need);
  const ElementType from = growth.type(x).element;
  Cast op;
  op.to = growth.drawElement([&](ElementType type) { return type != from && !isComplex(type); });
  op.isUnsigned =
      (isInteger(from) || isInteger(op.to)) && random.chance(growth.profile.unsignedPercent);
  std::optional<Handle> source = x;
  if (isFloat(from) && isInteger(op.to)) {
    // 100 is in range of every integer type, and every float type holds it.
    const double high = op.to == ElementType::I8 ? 100 : 1000;
    source = clamped(growth, x, {op.isUnsigned ? 0 : -high, high});
  } else if (isFloat(op.to) && growth.facts(x).magnitude() > tameMagnitude(op.to)) {
    source = clamped(growth, x, {-1000, 1000});
    op.isUnsigned = false;
  }
  return source && growth.add(op, {*source}).has_value();
}

} // namespace assay
