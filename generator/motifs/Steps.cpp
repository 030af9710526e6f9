#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

Need valuesOfRank(int64_t least, int64_t greatest) {
  Need need;
  need.finite = need.settled = true;
  need.minRank = least;
  need.maxRank = greatest;
  return need;
}

Need numbersOfRank(int64_t least, int64_t greatest) {
  Need need = valuesOfRank(least, greatest);
  need.element = isNumber;
  return need;
}

Need integersOfRank(int64_t least, int64_t greatest) {
  Need need = valuesOfRank(least, greatest);
  need.element = isInteger;
  return need;
}

Handle freshWithin(Growth &growth, ElementType element, Interval range) {
  return growth.argument({element, growth.drawDims(growth.drawRank(1, 3))},
                         InputWish::within(range));
}

Collapse joining(size_t rank, size_t first) {
  Collapse op;
  for (size_t i = 0; i < rank; ++i)
    if (i == first + 1)
      op.groups.back().push_back(static_cast<int64_t>(i));
    else
      op.groups.push_back({static_cast<int64_t>(i)});
  return op;
}

Expand parting(const std::vector<Dim> &dims, size_t first) {
  Expand op;
  for (size_t i = 0; i < dims.size(); ++i)
    if (i == first + 1)
      op.groups.back().push_back(dims[i]);
    else
      op.groups.push_back({dims[i]});
  return op;
}

ExtractSlice wholeOf(const std::vector<Dim> &dims) {
  return {std::vector<Dim>(dims.size(), Dim(0)), dims, std::vector<int64_t>(dims.size(), 1), {}};
}

InsertSlice insertWithin(Growth &growth, TensorType &type) {
  Random &random = growth.random;
  InsertSlice op;
  for (Dim &dim : type.dims) {
    const int64_t before = random.between(0, 2);
    op.offsets.emplace_back(before);
    op.strides.push_back(1);
    dim = dim + Dim(before + random.between(0, 2));
  }
  return op;
}

Pad constantPad(Growth &growth, int64_t rank, double value) {
  Pad op;
  op.value = value;
  for (int64_t i = 0; i < rank; ++i) {
    op.low.emplace_back(growth.random.between(0, 2));
    op.high.emplace_back(growth.random.between(0, 2));
  }
  return op;
}

std::optional<Handle> combine(Growth &growth, Handle x) {
  const Growth::Mark before = growth.mark();
  auto result = binaryOf(growth, x, ResultType::Same);
  if (!result)
    growth.rollBack(before);
  if (result || !isNumber(growth.type(x).element))
    return result;
  // Neither overflows nor cancels.
  Need need;
  need.finite = need.settled = true;
  need.apart = {x};
  return growth.add(Binary{BinaryKind::Max, false}, {x, operandOf(growth, growth.type(x), need)});
}

std::optional<Handle> mapped(Growth &growth, Handle x) {
  return unaryOf(growth, x, ResultType::Same);
}

std::optional<Handle> recast(Growth &growth, Handle x) {
  const ElementType from = growth.type(x).element;
  Cast op;
  op.to = growth.drawElement([&](ElementType to) {
    return to != from && isNumber(to) && (!isFloat(from) || isFloat(to));
  });
  op.isUnsigned = isInteger(from) && growth.random.chance(growth.profile.unsignedPercent);
  return op.to != from ? growth.add(op, {x}) : std::nullopt;
}

std::optional<Handle> reshaped(Growth &growth, Handle x) {
  const std::vector<Dim> &dims = growth.type(x).dims;
  Random &random = growth.random;
  if (dims.size() >= 3 && random.chance(60))
    return growth.add(joining(dims.size(), random.below(dims.size() - 1)), {x});
  Expand op;
  const auto unit = random.below(std::max<size_t>(dims.size(), 1));
  for (size_t i = 0; i < dims.size(); ++i)
    op.groups.push_back(i == unit ? std::vector<Dim>{dims[i], 1} : std::vector<Dim>{dims[i]});
  return growth.add(op, {x});
}

std::optional<Handle> produced(Growth &growth, int64_t leastRank) {
  auto found = growth.pick([&](const GrownValue &value) {
    return value.node >= 0 && value.type.rank() >= leastRank && value.type.rank() <= 4 &&
           value.facts.finite() && !value.facts.nan;
  });
  if (found && growth.random.chance(70))
    return found;
  Handle x = operand(growth, valuesOfRank(leastRank, 4));
  return growth.random.chance(50) ? mapped(growth, x) : combine(growth, x);
}

/// An op that takes lines of x as wholes.
static std::optional<Handle> byLines(Growth &growth, Handle x) {
  static constexpr WeightedOp ops[] = {{OpKind::Scan, 28},
                                       {OpKind::Sort, 24},
                                       {OpKind::Gather, 18},
                                       {OpKind::Topk, 15},
                                       {OpKind::Softmax, 15}};
  const Growth::Mark before = growth.mark();
  if (drawOf(growth, pickOp(growth.random, ops), x))
    return growth.lastNode().first;
  growth.rollBack(before);
  return std::nullopt;
}

std::optional<Handle> consumed(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  if (random.chance(18))
    if (auto made = byLines(growth, x))
      return made;
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
