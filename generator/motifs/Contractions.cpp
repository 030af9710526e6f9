#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

static std::optional<Handle> reversedTranspose(Growth &growth, Handle x) {
  Transpose op;
  const int64_t rank = growth.type(x).rank();
  for (int64_t i = 0; i < rank; ++i)
    op.permutation.push_back(i);
  std::vector<int64_t> identity = op.permutation;
  while (op.permutation == identity)
    growth.random.shuffle(op.permutation);
  return growth.add(op, {x});
}

bool drawTransposeIntoGemm(Growth &growth) {
  Handle x = operand(growth, numbersOfRank(2, 4));
  auto moved = reversedTranspose(growth, x);
  if (moved && growth.random.chance(30))
    moved = reshaped(growth, *moved);
  if (!moved)
    return false;
  Need need;
  need.finite = need.settled = true;
  need.apart = {x, *moved};
  Handle other;
  if (growth.random.chance(35)) {
    // Several transposes that agree, so that one may be pulled out of all inputs.
    TensorType type = growth.type(x);
    auto second = growth.type(*moved).dims.size() == type.dims.size()
                      ? growth.add(growth.node(growth.value(*moved).node).op,
                                   {operandOf(growth, type, need)}, DestinationChoice::None)
                      : std::nullopt;
    other = second && growth.type(*second) == growth.type(*moved)
                ? *second
                : operandOf(growth, growth.type(*moved), need);
  } else {
    other = operandOf(growth, growth.type(*moved), need);
  }
  const BinaryKind kind = growth.random.pick(
      std::array{BinaryKind::Add, BinaryKind::Sub, BinaryKind::Max, BinaryKind::Min});
  auto sum = growth.add(Binary{kind, false}, {*moved, other});
  if (sum && growth.random.chance(25))
    sum = reshaped(growth, *sum);
  return sum && contract(growth, *sum).has_value();
}

bool drawElementwiseAround(Growth &growth) {
  Handle x = operand(growth, valuesOfRank(1, 4));
  auto before = growth.random.chance(50) ? mapped(growth, x) : combine(growth, x);
  if (!before)
    return false;
  const size_t count = growth.nodes().size();
  const OpKind kinds[] = {OpKind::Reduce, OpKind::Contraction, OpKind::Scan, OpKind::Transpose};
  // The young value in front is what these mostly pick.
  if (!draw(growth, kinds[growth.random.below(4)]) || growth.nodes().size() == count)
    return false;
  const Handle middle = growth.nodes().back().first;
  return (growth.random.chance(50) ? mapped(growth, middle) : combine(growth, middle)).has_value();
}

} // namespace assay
