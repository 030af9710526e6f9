#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"

#include <cmath>

/// An op of a value and a constant, in whose place compilers put something cheaper: a product or a
/// shift for a quotient, a mask for a remainder, nothing for a bound that is always kept.

namespace assay {

namespace {

BinaryKind drawFunction(Growth &growth, ElementType element) {
  using enum BinaryKind;
  if (isComplex(element))
    return growth.random.pick(std::array{Add, Sub, Mul});
  if (isInteger(element))
    return growth.random.pick(std::array{Div, Div, Div, FloorDiv, FloorDiv, Rem, Rem, Mul, Mul, Add,
                                         Sub, Max, Min, And, Or, Xor, Shl, Shr});
  if (!growth.bounded())
    return growth.random.pick(std::array{Mul, Add, Sub, Max, Min, MaxNum, MinNum});
  return growth.random.pick(
      std::array{Div, Div, Mul, Mul, Add, Sub, Max, Max, Min, Min, MaxNum, MinNum});
}

/// What such a function is folded or made cheaper for; representable in the type.
double drawConstant(Growth &growth, BinaryKind function, ElementType element) {
  Random &random = growth.random;
  if (isComplex(element))
    return random.pick(std::array{0.0, 1.0, -1.0, 2.0});
  if (isFloat(element)) {
    if (function == BinaryKind::Mul || function == BinaryKind::Div)
      return growth.bounded() ? random.pick(std::array{2.0, 4.0, 0.5, 0.125, 3.0, 10.0, -1.0, 1.0})
                              : random.pick(std::array{2.0, 4.0, -1.0, 1.0});
    return random.chance(50) ? 0 : writtenNumber(growth, element);
  }
  const int64_t width = bitWidth(element);
  if (function == BinaryKind::Shl || function == BinaryKind::Shr)
    return double(random.between(0, width - 1));
  if (isDivision(function) || function == BinaryKind::Mul) {
    if (random.chance(45))
      return std::exp2(double(random.between(1, std::min<int64_t>(width - 2, 52))));
    return random.pick(std::array{3.0, 5.0, 7.0, 10.0, 100.0, 1.0, -1.0, -2.0, -3.0, -8.0});
  }
  return random.chance(40) ? random.pick(std::array{0.0, -1.0, 7.0, 15.0})
                           : writtenNumber(growth, element);
}

/// x held between two constants, which need not be in order.
std::optional<Handle> heldBetween(Growth &growth, Handle x) {
  const TensorType type = growth.type(x);
  std::array functions{BinaryKind::Max, BinaryKind::Min};
  if (growth.random.chance(50))
    std::swap(functions[0], functions[1]);
  std::optional<Handle> held = x;
  const bool isUnsigned = isInteger(type.element) && growth.random.chance(20);
  for (const BinaryKind function : functions) {
    auto bound = growth.fill(type, growth.random.pick(std::array{-2.0, -1.0, 0.0, 1.0, 6.0}));
    held = held && bound ? growth.add(Binary{function, isUnsigned}, {*held, *bound}) : std::nullopt;
  }
  return held;
}

std::optional<Handle> comparedWith(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  auto bound = growth.fill(type, drawConstant(growth, BinaryKind::Max, type.element));
  return bound ? growth.add(Compare{static_cast<Predicate>(random.below(6)),
                                    isInteger(type.element) &&
                                        random.chance(growth.profile.unsignedPercent)},
                            {x, *bound})
               : std::nullopt;
}

} // namespace

bool drawConstantOperand(Growth &growth) {
  Random &random = growth.random;
  Need numbers = valuesOfRank(0, 3);
  numbers.element = [](ElementType element) { return !isBool(element); };
  const Handle x = operand(growth, random.chance(65) ? integersOfRank(0, 3) : numbers);
  const TensorType type = growth.type(x);
  const auto held = [&]() -> std::optional<Handle> {
    if (!isComplex(type.element) && random.chance(12))
      return heldBetween(growth, x);
    if (!isComplex(type.element) && random.chance(12))
      return comparedWith(growth, x);
    Binary op{drawFunction(growth, type.element), false};
    if (isInteger(type.element) && op.function != BinaryKind::FloorDiv)
      op.isUnsigned = random.chance(growth.profile.unsignedPercent);
    auto constant = growth.fill(type, drawConstant(growth, op.function, type.element));
    if (!constant)
      return std::nullopt;
    return op.function == BinaryKind::Sub && random.chance(50) ? growth.add(op, {*constant, x})
                                                               : growth.add(op, {x, *constant});
  }();
  return held && (random.chance(60) || consumed(growth, *held).has_value());
}

} // namespace assay
