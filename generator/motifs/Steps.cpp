#include "generator/motifs/Steps.h"

namespace assay {

Need numbersOfRank(int64_t least, int64_t greatest) {
  Need need;
  need.element = isNumber;
  need.finite = need.settled = true;
  need.minRank = least;
  need.maxRank = greatest;
  return need;
}

std::optional<Handle> combine(Growth &growth, Handle x) {
  const TensorType type = growth.type(x);
  Need need;
  need.finite = need.settled = true;
  Handle y = operandOf(growth, type, need);
  if (isBool(type.element))
    return growth.add(Binary{growth.random.chance(50) ? BinaryKind::And : BinaryKind::Xor, false},
                      {x, y});
  if (isComplex(type.element))
    return growth.add(Binary{BinaryKind::Add, false}, {x, y});
  const BinaryKind kind = growth.random.pick(
      std::array{BinaryKind::Add, BinaryKind::Sub, BinaryKind::Max, BinaryKind::Mul});
  if (auto result = growth.add(Binary{kind, false}, {x, y}))
    return result;
  return growth.add(Binary{BinaryKind::Max, false}, {x, y});
}

std::optional<Handle> mapped(Growth &growth, Handle x) {
  const ElementType element = growth.type(x).element;
  if (isFloat(element) && growth.bounded() && growth.random.chance(50)) {
    const UnaryKind kind = growth.random.pick(
        std::array{UnaryKind::Tanh, UnaryKind::Sin, UnaryKind::Erf, UnaryKind::Exp});
    if (auto result = growth.add(Unary{kind}, {x}))
      return result;
  }
  return growth.add(Unary{isBool(element) ? UnaryKind::Not : UnaryKind::Neg}, {x});
}

std::optional<Handle> reshaped(Growth &growth, Handle x) {
  const std::vector<Dim> &dims = growth.type(x).dims;
  Random &random = growth.random;
  if (dims.size() >= 3 && random.chance(60)) {
    Collapse op;
    const auto joined = random.below(dims.size() - 1);
    for (size_t i = 0; i < dims.size(); ++i) {
      if (i == joined + 1)
        op.groups.back().push_back(static_cast<int64_t>(i));
      else
        op.groups.push_back({static_cast<int64_t>(i)});
    }
    return growth.add(op, {x});
  }
  Expand op;
  const auto unit = random.below(std::max<size_t>(dims.size(), 1));
  for (size_t i = 0; i < dims.size(); ++i)
    op.groups.push_back(i == unit ? std::vector<Dim>{dims[i], 1} : std::vector<Dim>{dims[i]});
  return growth.add(op, {x});
}

std::optional<Handle> produced(Growth &growth, int64_t leastRank) {
  auto found = growth.pick([&](const GrownValue &value) {
    return value.node >= 0 && value.type.rank() >= leastRank && value.type.rank() <= 4 &&
           isNumber(value.type.element) && value.facts.finite() && !value.facts.nan;
  });
  if (found && growth.random.chance(70))
    return found;
  Handle x = operand(growth, numbersOfRank(leastRank, 4));
  return growth.random.chance(50) ? mapped(growth, x) : combine(growth, x);
}

std::optional<Handle> consumed(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  if (isNumber(type.element) && type.rank() > 0 && !growth.facts(x).open && random.chance(40)) {
    if (random.chance(50))
      return contract(growth, x);
    Reduce op;
    op.function = ReduceKind::Max;
    op.dims = {random.between(0, type.rank() - 1)};
    op.result = type.element;
    return growth.add(op, {x});
  }
  return random.chance(50) ? combine(growth, x) : mapped(growth, x);
}

} // namespace assay
