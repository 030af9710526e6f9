#include "generator/Operands.h"
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
    return growth.random.pick(
        std::array{UnaryKind::Neg, UnaryKind::Abs, UnaryKind::Sign, UnaryKind::Not});
  if (!growth.bounded() || growth.random.chance(18))
    return growth.random.pick(std::array{UnaryKind::Neg, UnaryKind::Abs, UnaryKind::Floor,
                                         UnaryKind::Ceil, UnaryKind::RoundEven, UnaryKind::Sign});
  std::vector<UnaryKind> fitting;
  for (size_t i = 0; i < names(UnaryKind()).size(); ++i) {
    auto form = smooth(static_cast<UnaryKind>(i));
    if (form && fits(*form, growth.facts(x)))
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
      second = guardedDivisor(growth, y);
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
