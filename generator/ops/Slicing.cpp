#include "generator/growth/Operands.h"
#include "generator/ops/Draw.h"
#include "generator/ops/Slices.h"

namespace assay {

namespace {

/// The size of a slice along `dim` with that stride: all of it, a part that is known, or a scalar
/// argument. `offset` is set to go with it. Nothing if the dim is empty and one element is asked
/// for.
struct Span {
  Dim offset;
  Dim size;
};

/// The first element of a slice of `size` elements, from 0 to where it still fits.
Dim drawOffset(Growth &growth, const Dim &dim, const Dim &size, int64_t stride) {
  Random &random = growth.random;
  Extents &extents = growth.extents;
  const Bounds whole = extents.values(dim), count = extents.values(size);
  Bounds last;
  for (size_t run = 0; run < maxRuns; ++run)
    last[run] = count[run] == 0 ? whole[run] : whole[run] - (count[run] - 1) * stride - 1;
  const int64_t least = *std::min_element(last.begin(), last.end());
  const Bounds zero{};
  if (least > 0 && random.chance(25) && !extents.full())
    return extents.between(zero, last);
  if (least > 0 && random.chance(55))
    return random.between(0, least);
  if (stride == 1 && random.chance(30))
    return dim - size;
  return 0;
}

std::optional<Span> drawSpan(Growth &growth, const Dim &dim, int64_t stride) {
  Random &random = growth.random;
  Extents &extents = growth.extents;
  const Bounds whole = extents.values(dim);
  Bounds most;
  for (size_t run = 0; run < maxRuns; ++run)
    most[run] = (whole[run] + stride - 1) / stride;
  const int64_t least = *std::min_element(most.begin(), most.end());
  const Bounds zero{};
  const double kinds[] = {30, 26, 20, 16, 8};
  Dim size;
  switch (pickWeighted(random, kinds)) {
  case 0:
    if (stride == 1)
      return Span{0, dim};
    size = random.between(std::min<int64_t>(1, least), least);
    break;
  case 1:
    size = extents.full() ? Dim(least) : extents.between(zero, most);
    break;
  case 2:
    size = random.between(std::min<int64_t>(1, least), least);
    break;
  case 3: {
    int64_t cut = random.between(0, std::min<int64_t>(least, 3));
    if (stride == 1)
      size = dim - Dim(cut);
    else
      size = Dim(least);
    break;
  }
  default:
    size = least > 0 ? 1 : 0;
    break;
  }
  return Span{drawOffset(growth, dim, size, stride), size};
}

int64_t drawStride(Random &random) { return random.chance(72) ? 1 : random.between(2, 4); }

} // namespace

Dim drawPlace(Growth &growth, const Dim &dim) { return drawOffset(growth, dim, 1, 1); }

ResultFacts factsOf(const ExtractSlice &, const Application &application) {
  Facts facts = application.facts(0);
  facts.distinctAxis = -1;
  return std::vector{facts};
}

ResultFacts factsOf(const InsertSlice &, const Application &application) {
  return std::vector{application.facts(0).merged(application.facts(1))};
}

ResultFacts factsOf(const Concat &, const Application &application) {
  Facts facts = application.facts(0);
  facts.distinctAxis = -1;
  for (size_t i = 1; i < application.operands.size(); ++i)
    facts = facts.merged(application.facts(i));
  return std::vector{facts};
}

ResultFacts factsOf(const Pad &op, const Application &application) {
  Interval range{op.value, op.value};
  if (isComplex(application.type(0).element))
    range = range.hull({0, 0}); // the imaginary part
  Facts pad = Facts::of(range, op.value == std::floor(op.value));
  pad.scale = application.facts(0).scale;
  return std::vector{application.facts(0).merged(pad)};
}

const double weightOfExtractSlice = 4;
bool drawExtractSlice(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = random.chance(4) ? 0 : 1;
  Handle x = operand(growth, need);
  const std::vector<Dim> dims = growth.type(x).dims;
  ExtractSlice op;
  const double drops = random.chance(45) ? 45 : 0;
  for (size_t i = 0; i < dims.size(); ++i) {
    const bool drop = random.chance(drops) && growth.extents.least(dims[i]) > 0;
    const int64_t stride = drop && random.chance(80) ? 1 : drawStride(random);
    op.strides.push_back(stride);
    if (drop) {
      op.dropped.push_back(static_cast<int64_t>(i));
      op.sizes.push_back(1);
      op.offsets.push_back(drawOffset(growth, dims[i], 1, stride));
      continue;
    }
    auto span = drawSpan(growth, dims[i], stride);
    op.offsets.push_back(span->offset);
    op.sizes.push_back(span->size);
  }
  return growth.add(op, {x}).has_value();
}

const double weightOfInsertSlice = 4.5;
bool drawInsertSlice(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = random.chance(4) ? 0 : 1;
  Handle base = operand(growth, need);
  const TensorType type = growth.type(base);
  InsertSlice op;
  if (drawsTwins(growth)) {
    // A value put into itself, as a whole.
    op.offsets.assign(type.dims.size(), Dim(0));
    op.strides.assign(type.dims.size(), 1);
    return growth.add(op, {base, base}).has_value();
  }
  TensorType source{type.element, {}};
  const double drops = random.chance(45) ? 45 : 0;
  for (size_t i = 0; i < type.dims.size(); ++i) {
    const bool drop = random.chance(drops) && growth.extents.least(type.dims[i]) > 0;
    op.strides.push_back(drawStride(random));
    if (drop) {
      op.dropped.push_back(static_cast<int64_t>(i));
      op.offsets.push_back(drawOffset(growth, type.dims[i], 1, op.strides.back()));
      continue;
    }
    auto span = drawSpan(growth, type.dims[i], op.strides.back());
    op.offsets.push_back(span->offset);
    source.dims.push_back(span->size);
  }
  need.apart = {base};
  Handle inserted = operandOf(growth, source, need);
  return growth.add(op, {inserted, base}).has_value();
}

const double weightOfConcat = 3;
bool drawConcat(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = 1;
  Handle first = operand(growth, need);
  const TensorType type = growth.type(first);
  const auto dim = static_cast<int64_t>(random.below(type.dims.size()));
  need.apart = {first};
  for (int64_t i = random.chance(6) ? 0 : random.between(1, 2); i > 0; --i) {
    TensorType next = type;
    std::vector<Dim> others = type.dims;
    others.erase(others.begin() + dim);
    if (random.chance(45))
      next.dims[static_cast<size_t>(dim)] = growth.drawDim(others);
    need.apart.push_back(operandOf(growth, next, need));
  }
  std::vector<Handle> operands = need.apart;
  if (operands.size() > 1 && drawsTwins(growth))
    operands.back() = first;
  random.shuffle(operands);
  return growth.add(Concat{dim}, operands).has_value();
}

const double weightOfPad = 3;
bool drawPad(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = random.chance(4) ? 0 : 1;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  Pad op;
  auto amount = [&]() -> Dim {
    if (random.chance(12) && !growth.extents.full()) {
      Bounds none{}, some;
      some.fill(3);
      return growth.extents.between(none, some);
    }
    return random.chance(45) ? 0 : random.between(0, 3);
  };
  for (size_t i = 0; i < type.dims.size(); ++i) {
    op.low.push_back(amount());
    op.high.push_back(amount());
  }
  if (random.chance(50) && isNumber(type.element))
    op.value = static_cast<double>(random.between(-2, 2));
  return growth.add(op, {x}).has_value();
}

} // namespace assay
