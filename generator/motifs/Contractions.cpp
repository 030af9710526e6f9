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

/// x through an op that compilers move behind others: a function, a sum, a sign, another type.
static std::optional<Handle> elementwise(Growth &growth, Handle x) {
  const ElementType element = growth.type(x).element;
  constexpr double weights[] = {34, 34, 8, 24};
  switch (pickWeighted(growth.random, weights)) {
  case 0:
    return mapped(growth, x);
  case 1:
    return combine(growth, x);
  case 2:
    return isNumber(element) ? growth.add(Unary{UnaryKind::Neg}, {x}) : std::nullopt;
  default:
    return isComplex(element) ? std::nullopt : recast(growth, x);
  }
}

/// Integers in a wider type. What orders them in the narrow one is to know how they were extended.
static std::optional<Handle> widened(Growth &growth) {
  Need need = valuesOfRank(1, 4);
  need.element = [](ElementType type) { return isInteger(type) && type != ElementType::I64; };
  const Handle x = operand(growth, need);
  Cast op;
  op.to = growth.drawElement([&](ElementType to) {
    return isInteger(to) && bitWidth(to) > bitWidth(growth.type(x).element);
  });
  op.isUnsigned = growth.random.chance(growth.profile.unsignedPercent);
  return growth.add(op, {x});
}

bool drawElementwiseAround(Growth &growth) {
  static constexpr WeightedOp ops[] = {
      {OpKind::Reduce, 16},    {OpKind::Contraction, 16}, {OpKind::Scan, 14},
      {OpKind::Transpose, 12}, {OpKind::Attention, 10},   {OpKind::Sort, 11},
      {OpKind::Topk, 9},       {OpKind::Gather, 6},       {OpKind::Scatter, 6}};
  const OpKind kind = pickOp(growth.random, ops);
  Need need = valuesOfRank(1, 4);
  if (kind == OpKind::Attention) {
    need = valuesOfRank(2, 4);
    need.element = isFloat;
    need.range = Interval{-8, 8};
  }
  const bool isOrder = kind == OpKind::Sort || kind == OpKind::Topk;
  const auto before = isOrder && growth.random.chance(35)
                          ? widened(growth)
                          : elementwise(growth, operand(growth, need));
  if (!before)
    return false;
  const size_t count = growth.nodes().size();
  return drawOf(growth, kind, before) && growth.nodes().size() > count &&
         elementwise(growth, growth.lastNode().first).has_value();
}

} // namespace assay
