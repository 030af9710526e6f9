#include "generator/ops/Slices.h"
#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

bool drawTwinFills(Growth &growth) {
  Random &random = growth.random;
  TensorType type{growth.drawElement(isNumber), growth.drawDims(growth.drawRank(1, 3))};
  const double value = random.chance(70) ? 0 : 1;
  for (int i = 0; i < 2; ++i) {
    auto buffer = growth.fill(type, value);
    if (!buffer)
      return false;
    if (random.chance(50)) {
      InsertSlice op;
      TensorType source{type.element, {}};
      for (const Dim &dim : type.dims) {
        const int64_t size = std::min<int64_t>(growth.extents.least(dim), 2);
        op.offsets.push_back(random.between(0, growth.extents.least(dim) - size));
        op.strides.push_back(1);
        source.dims.push_back(size);
      }
      if (!growth.add(op, {operandOf(growth, source), *buffer}))
        return false;
    } else {
      Need need;
      need.finite = true;
      Handle x = operandOf(growth, type, need);
      if (!growth.addWith(Unary{UnaryKind::Neg}, {x}, buffer))
        return false;
    }
  }
  return true;
}

namespace {

/// What was made of x and more, and where x is in it.
struct Whole {
  std::optional<Handle> made;
  std::vector<Dim> offsets;
};

/// x with elements around it, or with another value before or behind it, or put into one.
Whole wholeAround(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  const double value = random.chance(70) ? 0 : 1;
  const bool isPadded = isNumber(type.element) && random.chance(50);
  if (isPadded) {
    Pad op = constantPad(growth, type.rank(), value);
    return {growth.add(op, {x}), op.low};
  }
  Need need;
  if (random.chance(60)) {
    const auto axis = random.below(type.dims.size());
    TensorType other = type;
    if (random.chance(50))
      other.dims[axis] = Dim(random.between(0, 4));
    std::vector<Dim> offsets(type.dims.size(), Dim(0));
    need.apart = {x};
    const Handle y = operandOf(growth, other, need);
    const Concat op{static_cast<int64_t>(axis)};
    if (random.chance(50))
      return {growth.add(op, {x, y}), offsets};
    offsets[axis] = other.dims[axis];
    return {growth.add(op, {y, x}), offsets};
  }
  TensorType around = type;
  const InsertSlice op = insertWithin(growth, around);
  if (!growth.affordable(around))
    return {};
  return {growth.add(op, {x, operandOf(growth, around, need)}), op.offsets};
}

} // namespace

bool drawPartOfWhole(Growth &growth) {
  Random &random = growth.random;
  const Handle x = operand(growth, valuesOfRank(1, 3));
  const std::vector<Dim> dims = growth.type(x).dims;
  const Whole whole = wholeAround(growth, x);
  if (!whole.made)
    return false;
  ExtractSlice op = wholeOf(dims);
  op.offsets = whole.offsets;
  // Where x is, or beside that.
  if (random.chance(45)) {
    const auto at = random.below(dims.size());
    const Bounds offsets = growth.extents.values(op.offsets[at]);
    if (random.chance(50) && std::ranges::min(offsets) > 0) {
      op.offsets[at] = op.offsets[at] - Dim(1);
    } else if (growth.extents.least(dims[at]) > 1) {
      op.offsets[at] = op.offsets[at] + Dim(1);
      op.sizes[at] = dims[at] - Dim(1);
    }
  }
  auto part = growth.add(op, {*whole.made});
  return part && (random.chance(60) || consumed(growth, *part).has_value());
}

bool drawPartOfAttention(Growth &growth) {
  Random &random = growth.random;
  if (!draw(growth, OpKind::Attention))
    return false;
  const GrownNode &node = growth.lastNode();
  const Handle whole = node.first;
  const std::vector<Dim> dims = growth.type(whole).dims;
  // Columns, rows, heads: rows of a causal one and heads of a group are not like each other.
  const auto &attention = std::get<Attention>(node.op);
  const double weights[] = {10, attention.causal ? 60. : 10., attention.group > 1 ? 50. : 10.};
  const size_t back = std::min(pickWeighted(random, weights) + 1, dims.size());
  const size_t at = dims.size() - back;
  const int64_t least = growth.extents.least(dims[at]);
  if (least < 2)
    return false;
  ExtractSlice part = wholeOf(dims);
  const int64_t offset = random.between(random.chance(80) ? 1 : 0, least - 1);
  part.offsets[at] = offset;
  part.sizes[at] =
      random.chance(40) ? dims[at] - Dim(offset) : Dim(random.between(1, least - offset));
  return growth.add(part, {whole}).has_value();
}

bool drawAmbiguousDrop(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = 2;
  need.maxRank = 4;
  Handle x = operand(growth, need);
  const std::vector<Dim> dims = growth.type(x).dims;
  for (const Dim &dim : dims)
    if (growth.extents.least(dim) < 1)
      return false;
  ExtractSlice op = wholeOf(dims);
  std::vector<size_t> order;
  for (size_t i = 0; i < dims.size(); ++i)
    order.push_back(i);
  random.shuffle(order);
  Bounds one;
  one.fill(1);
  for (size_t i = 0; i < 2; ++i) {
    const size_t at = order[i];
    // The kept one is 1 by type, or only when it runs.
    const bool atRunTime = i == 1 && random.chance(45) && !growth.extents.full();
    op.sizes[at] = atRunTime ? growth.extents.between(one, one) : Dim(1);
    op.offsets[at] = drawPlace(growth, dims[at]);
  }
  op.dropped = {static_cast<int64_t>(order[0])};
  auto slice = growth.add(op, {x});
  return slice && (random.chance(50) || consumed(growth, *slice).has_value());
}

/// Pairs, as one dim, become a column of a matrix that has room for both of a pair.
static bool insertCollapsedPairs(Growth &growth) {
  const Dim pairs = growth.drawDims(1)[0], columns = Dim(growth.random.between(2, 3));
  const ElementType element = growth.drawElement(isNumber);
  auto flat =
      growth.add(Collapse{{{0, 1}}}, {operandOf(growth, TensorType{element, {pairs, Dim(2)}})});
  if (!flat)
    return false;
  InsertSlice op;
  op.strides = {1, 1};
  op.offsets = {Dim(0), drawPlace(growth, columns)};
  op.dropped = {1};
  Handle base = operandOf(growth, TensorType{element, {growth.type(*flat).dims[0], columns}});
  return growth.add(op, {*flat, base}).has_value();
}

bool drawColumnInsert(Growth &growth) {
  if (growth.random.chance(40))
    return insertCollapsedPairs(growth);
  Need need;
  need.minRank = 2;
  need.maxRank = 3;
  Handle base = operand(growth, need);
  const TensorType type = growth.type(base);
  const auto column = growth.random.below(type.dims.size());
  if (growth.extents.least(type.dims[column]) < 1)
    return false;
  InsertSlice op;
  op.strides.assign(type.dims.size(), 1);
  op.offsets.assign(type.dims.size(), Dim(0));
  op.offsets[column] = drawPlace(growth, type.dims[column]);
  op.dropped = {static_cast<int64_t>(column)};
  TensorType source = type;
  source.dims.erase(source.dims.begin() + static_cast<std::ptrdiff_t>(column));
  return growth.add(op, {operandOf(growth, source), base}).has_value();
}

bool drawScalarSlice(Growth &growth) {
  Need need;
  need.minRank = 1;
  need.maxRank = 3;
  Handle x = operand(growth, need);
  if (growth.extents.full())
    return false;
  const std::vector<Dim> dims = growth.type(x).dims;
  ExtractSlice op = wholeOf(dims);
  const auto at = growth.random.below(dims.size());
  const Bounds none{}, whole = growth.extents.values(dims[at]);
  op.sizes[at] = growth.extents.between(none, whole);
  const Bounds size = growth.extents.values(op.sizes[at]);
  Bounds rest;
  for (size_t run = 0; run < maxRuns; ++run)
    rest[run] = whole[run] - size[run];
  op.offsets[at] = growth.extents.between(none, rest);
  auto slice = growth.add(op, {x});
  return slice && (growth.random.chance(50) || consumed(growth, *slice).has_value());
}

bool drawSlicedResult(Growth &growth) {
  if (!drawScalarSlice(growth))
    return false;
  const Handle slice = growth.lastNode().first;
  const std::vector<Dim> dims = growth.type(slice).dims;
  if (dims.empty())
    return false;
  TensorType type{growth.drawElement(isNumber), {dims[growth.random.below(dims.size())]}};
  auto zero = growth.fill(type, 0);
  return zero && combine(growth, *zero).has_value();
}

} // namespace assay
