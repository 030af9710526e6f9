#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

bool drawGatherIntoAttention(Growth &growth) {
  if (!growth.bounded())
    return false;
  Random &random = growth.random;
  Need need;
  need.element = isFloat;
  need.range = Interval{-8, 8};
  need.settled = true;
  need.minRank = 2;
  need.maxRank = 4;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  std::optional<Handle> gathered;
  if (random.chance(50)) {
    // A table of rows, and the tokens that pick from it.
    TensorType index{drawIndexType(growth), {growth.drawDim(type.dims), 1}};
    if (auto places = indices(growth, index, type.dims[0]))
      gathered = growth.add(GatherNd{1}, {x, *places});
  } else {
    TensorType index{drawIndexType(growth), type.dims};
    const auto dim = random.below(type.dims.size());
    if (auto places = indices(growth, index, type.dims[dim]))
      gathered = growth.add(Gather{static_cast<int64_t>(dim)}, {x, *places});
  }
  return gathered && attend(growth, *gathered, static_cast<int>(random.below(3))).has_value();
}

bool drawAttentionIntoConcat(Growth &growth) {
  if (!drawAttention(growth))
    return false;
  const Handle attended = growth.lastNode().first;
  const TensorType type = growth.type(attended);
  Need need;
  need.apart = {attended};
  std::vector<Handle> operands{attended,
                               drawsTwins(growth) ? attended : operandOf(growth, type, need)};
  growth.random.shuffle(operands);
  return growth.add(Concat{static_cast<int64_t>(growth.random.below(type.dims.size()))}, operands)
      .has_value();
}

bool drawComputedScatter(Growth &growth) {
  Random &random = growth.random;
  Handle base = operand(growth, numbersOfRank(1, 3));
  const TensorType type = growth.type(base);
  const auto dim = random.below(type.dims.size());
  const Dim extent = type.dims[dim];
  std::optional<Handle> places;
  const ElementType indexType = random.chance(60) ? ElementType::I64 : ElementType::I32;
  if (random.chance(40)) {
    Topk op;
    op.dim = static_cast<int64_t>(dim);
    op.k = std::min<int64_t>(growth.extents.least(extent), 4);
    op.indexType = indexType;
    // Of another value of that shape, so that it tells the places where to write.
    Handle keys = random.chance(50)
                      ? growth.argument(type, InputWish::distinct(static_cast<int64_t>(dim)))
                      : base;
    if (auto values = growth.add(op, {keys}))
      places = *values + 1;
  } else {
    const int64_t least = growth.extents.least(extent);
    if (least == 0)
      return false;
    TensorType wanted{indexType, type.dims};
    Handle any = operandOf(growth, wanted);
    auto step = growth.fill(wanted, static_cast<double>(random.between(0, 3)));
    auto moved = step ? growth.add(Binary{BinaryKind::Add, false}, {any, *step}) : std::nullopt;
    if (moved)
      places = clamped(growth, *moved, {0, static_cast<double>(least - 1)});
  }
  if (!places)
    return false;
  Scatter op;
  op.dim = static_cast<int64_t>(dim);
  op.combine = random.pick(std::array{Combine::Add, Combine::Min, Combine::Max});
  Need need;
  need.apart = {base, *places};
  Handle updates = operandOf(growth, {type.element, growth.type(*places).dims}, need);
  return growth.add(op, {base, *places, updates}).has_value();
}

bool drawPartlyUsed(Growth &growth) {
  const size_t count = growth.nodes().size();
  const OpKind kinds[] = {OpKind::Topk, OpKind::ArgReduce, OpKind::Sort};
  if (!draw(growth, kinds[growth.random.below(3)]) || growth.nodes().size() == count)
    return false;
  const GrownNode node = growth.lastNode();
  const Handle used =
      node.first + static_cast<Handle>(growth.random.below(static_cast<size_t>(node.results)));
  return !growth.facts(used).finite() || mapped(growth, used).has_value();
}

} // namespace assay
