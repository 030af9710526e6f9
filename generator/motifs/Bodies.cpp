#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

bool drawPositionBody(Growth &growth) {
  Handle x = operand(growth, numbersOfRank(1, 4));
  const TensorType type = growth.type(x);
  auto places =
      growth.add(Iota{type.dims, growth.random.between(0, type.rank() - 1), type.element}, {});
  if (!places)
    return false;
  if (growth.random.chance(50))
    return growth
        .add(Binary{growth.random.pick(std::array{BinaryKind::Add, BinaryKind::Sub}), false},
             {x, *places})
        .has_value();
  auto before = growth.add(Compare{Predicate::Lt, false}, {*places, x});
  return before && growth.add(Select{}, {*before, x, *places}).has_value();
}

bool drawPointwiseChain(Growth &growth) {
  Random &random = growth.random;
  Handle x = operand(growth, valuesOfRank(1, 4));
  std::optional<Handle> current = x;
  for (int64_t i = random.between(2, 4); i > 0 && current; --i) {
    const TensorType type = growth.type(*current);
    std::optional<Handle> next;
    if (!isComplex(type.element) && random.chance(40)) {
      next = recast(growth, *current);
    } else {
      next = random.chance(35) ? mapped(growth, *current) : combine(growth, *current);
    }
    current = next ? next : mapped(growth, *current);
  }
  return current.has_value();
}

bool drawUsedAfterwards(Growth &growth) {
  // What an argument holds may not be overwritten at all.
  const auto made = growth.random.chance(60) ? produced(growth, 1) : std::nullopt;
  const size_t count = growth.nodes().size();
  const OpKind kinds[] = {OpKind::InsertSlice, OpKind::Scatter, OpKind::Sort, OpKind::Unary};
  if (!drawOf(growth, kinds[growth.random.below(4)], made) || growth.nodes().size() == count)
    return false;
  const GrownNode node = growth.lastNode();
  for (Handle operand : node.operands)
    if (growth.type(operand) == growth.type(node.first) && isNumber(growth.type(operand).element)) {
      if (growth.facts(operand).finite() && growth.facts(node.first).finite())
        return growth.add(Binary{BinaryKind::Sub, false}, {operand, node.first}).has_value() ||
               growth.add(Binary{BinaryKind::Max, false}, {operand, node.first}).has_value();
    }
  return false;
}

} // namespace assay
