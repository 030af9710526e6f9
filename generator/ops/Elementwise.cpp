#include "generator/growth/Operands.h"
#include "generator/ops/Draw.h"
#include "generator/ops/Smooth.h"

namespace assay {

namespace {

/// A divisor that cannot be zero, made from `divisor` by the program itself.
std::optional<Handle> guardedDivisor(Growth &growth, Handle divisor) {
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

/// The same, at times with a sign that most dividends do not have.
std::optional<Handle> signedDivisor(Growth &growth, Handle divisor) {
  std::optional<Handle> guarded = guardedDivisor(growth, divisor);
  return guarded && growth.random.chance(40) ? growth.add(Unary{UnaryKind::Neg}, {*guarded})
                                             : guarded;
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

/// Weights of the functions on an element type; 0 for those that it does not have, or that a
/// program which keeps everything exact cannot use.
template <class Kind, class Weight>
std::array<double, std::size(names(Kind()))> weights(ElementType element, Weight weight) {
  std::array<double, std::size(names(Kind()))> result{};
  for (size_t i = 0; i < result.size(); ++i)
    if (accepts(static_cast<Kind>(i), element))
      result[i] = weight(static_cast<Kind>(i));
  return result;
}

UnaryKind drawUnaryKind(Growth &growth, ElementType element, ResultType result) {
  auto weight = [&](UnaryKind kind) -> double {
    if (kind == UnaryKind::Real || kind == UnaryKind::Imag)
      return result == ResultType::Any ? 5 : 0;
    if (smooth(kind))
      return growth.bounded() ? 1 : 0;
    // All numbers have them, so that floats would have too few of them.
    return isFloat(element) && (kind == UnaryKind::Neg || kind == UnaryKind::Abs) ? 2 : 1;
  };
  return static_cast<UnaryKind>(pickWeighted(growth.random, weights<UnaryKind>(element, weight)));
}

BinaryKind drawBinaryKind(Growth &growth, ElementType element, ResultType result) {
  using enum BinaryKind;
  const bool makesComplex = result == ResultType::Any && isComplex(growth.palette()[0]);
  auto weight = [&](BinaryKind kind) -> double {
    switch (kind) {
    case Add:
      return 2;
    case Mul:
      return isInteger(element) ? 3 : 2;
    case Div:
      if (isFloat(element))
        return growth.bounded() ? 1 : 0;
      return 2.5;
    case Rem:
    case Shr:
      return 2.5; // as signed and as unsigned numbers
    case Max:
    case Min:
      return isFloat(element) ? 1 : 2.5;
    case FloorDiv:
    case Shl:
      return 1.5; // on integers alone
    case Complex:
      return makesComplex ? 40 : 0;
    default:
      return 1;
    }
  };
  return static_cast<BinaryKind>(pickWeighted(growth.random, weights<BinaryKind>(element, weight)));
}

/// x, brought by the program itself to where the function is defined.
std::optional<Handle> broughtInto(Growth &growth, const Smooth &form, Handle x) {
  const Facts facts = growth.facts(x);
  if (fits(form, facts) || facts.nan)
    return x;
  std::optional<Handle> result = x;
  if (form.usual.low >= 0 && growth.random.chance(50))
    result = growth.add(Unary{UnaryKind::Abs}, {x});
  return result ? clamped(growth, *result, form.usual) : std::nullopt;
}

std::optional<Handle> applied(Growth &growth, UnaryKind function, Handle x) {
  const Growth::Mark before = growth.mark();
  auto form = smooth(function);
  auto brought = form ? broughtInto(growth, *form, x) : x;
  auto result = brought ? growth.add(Unary{function}, {*brought}) : std::nullopt;
  if (!result)
    growth.rollBack(before);
  return result;
}

} // namespace

std::optional<Handle> unaryOf(Growth &growth, Handle x, ResultType result) {
  const TensorType type = growth.type(x);
  const UnaryKind function = drawUnaryKind(growth, type.element, result);
  if (auto made = applied(growth, function, x))
    return made;
  // x is too large, or mostly rounding error.
  auto form = smooth(function);
  return applied(growth, function,
                 growth.argument(type, form ? InputWish::within(form->usual) : InputWish()));
}

const double weightOfUnary = 14;
bool drawUnary(Growth &growth) {
  Need need;
  need.finite = true;
  // Complex numbers have parts, which little else asks for.
  if (isComplex(growth.palette()[0]) && growth.random.chance(30))
    need.element = isComplex;
  return unaryOf(growth, operand(growth, need), ResultType::Any).has_value();
}

std::optional<Handle> binaryOf(Growth &growth, Handle x, ResultType result) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  Binary op{drawBinaryKind(growth, type.element, result), false};
  if (isInteger(type.element) && op.function != BinaryKind::FloorDiv)
    op.isUnsigned = random.chance(growth.profile.unsignedPercent);
  Need need;
  need.finite = true;
  need.apart = {x};
  const bool divides = isDivision(op.function);
  const bool shifts = op.function == BinaryKind::Shl || op.function == BinaryKind::Shr;
  // What is known to be in range needs no guard, which compilers could see through.
  if (divides && random.chance(35))
    need.range = isFloat(type.element) ? Interval{0.5, 8} : Interval{1, 100};
  else if (shifts && random.chance(35))
    need.range = Interval{0, static_cast<double>(bitWidth(type.element) - 1)};
  const bool twins = drawsTwins(growth);
  std::optional<Handle> y = twins ? x : operandOf(growth, type, need);
  if (divides)
    y = op.isUnsigned ? guardedDivisor(growth, *y) : signedDivisor(growth, *y);
  else if (shifts)
    y = guardedShift(growth, *y);
  if (!y)
    return std::nullopt;
  // Twins stay twins behind a guard.
  if (twins)
    x = *y;
  if (!divides && !shifts && random.chance(50))
    return growth.add(op, {*y, x});
  return growth.add(op, {x, *y});
}

const double weightOfBinary = 23;
bool drawBinary(Growth &growth) {
  Need need;
  need.finite = true;
  // Integers have most functions.
  if (growth.random.chance(25))
    need.element = isInteger;
  return binaryOf(growth, operand(growth, need), ResultType::Any).has_value();
}

const double weightOfCompare = 2.5;
bool drawCompare(Growth &growth) {
  Need need;
  need.element = [](ElementType type) { return !isComplex(type); };
  need.finite = need.settled = true;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  need.apart = {x};
  Handle y = drawsTwins(growth) ? x : operandOf(growth, type, need);
  Compare op;
  op.predicate = isBool(type.element) ? growth.random.pick(std::array{Predicate::Eq, Predicate::Ne})
                                      : static_cast<Predicate>(growth.random.below(6));
  op.isUnsigned = isInteger(type.element) && growth.random.chance(growth.profile.unsignedPercent);
  return growth.add(op, {x, y}).has_value();
}

const double weightOfSelect = 3;
bool drawSelect(Growth &growth) {
  Need need;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  need.apart = {x};
  Handle y = drawsTwins(growth) ? x : operandOf(growth, type, need);
  need.apart.push_back(y);
  Handle condition = operandOf(growth, {ElementType::I1, type.dims}, need);
  return growth.add(Select{}, {condition, x, y}).has_value();
}

/// Numbers that the integer type of a cast holds, and another of its width, or a narrower one, does
/// not; as far as the float type goes.
static Interval farReach(const Cast &op, ElementType from) {
  // An argument's elements are drawn from no more than 2^62, between numbers that its type holds;
  // what rounding may carry beyond the integer's end is left out.
  const double most = 0.96 * std::min(maxFinite(from), 0x1p62);
  const double half = std::exp2(bitWidth(op.to) - 1);
  const Interval reach = op.isUnsigned
                             ? Interval{std::min(half, most / 2), std::min(2 * 0.96 * half, most)}
                             : Interval{-std::min(0.96 * half, most), std::min(0.96 * half, most)};
  return {roundTo(from, reach.low), roundTo(from, reach.high)};
}

const double weightOfCast = 3;
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
  if (isFloat(from) && isInteger(op.to) && growth.bounded() &&
      random.chance(bitWidth(op.to) >= 32 ? 55 : 20)) {
    source = growth.argument(growth.type(x), InputWish::within(farReach(op, from)));
  } else if (isFloat(from) && isInteger(op.to)) {
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
