#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

#include <numeric>

namespace assay {

namespace {

ElementType drawFloat(Growth &growth) { return growth.drawElement(isFloat); }

/// exp of log, sqrt of a square, and the like.
bool drawFunctionAndInverse(Growth &growth) {
  if (!growth.bounded())
    return false;
  const auto twice = [&](Interval range, UnaryKind first, UnaryKind second) {
    auto inner = growth.add(Unary{first}, {freshWithin(growth, drawFloat(growth), range)});
    return inner && growth.add(Unary{second}, {*inner}).has_value();
  };
  const auto square = [&](Handle x) { return growth.add(Binary{BinaryKind::Mul, false}, {x, x}); };
  switch (growth.random.below(4)) {
  case 0:
    return twice({0.125, 64}, UnaryKind::Log, UnaryKind::Exp);
  case 1:
    return twice({-2, 6}, UnaryKind::Exp, UnaryKind::Log);
  case 2: {
    auto inner = square(freshWithin(growth, drawFloat(growth), {0.25, 8}));
    return inner && growth.add(Unary{UnaryKind::Sqrt}, {*inner}).has_value();
  }
  default: {
    auto root =
        growth.add(Unary{UnaryKind::Sqrt}, {freshWithin(growth, drawFloat(growth), {0.0625, 64})});
    return root && square(*root).has_value();
  }
  }
}

/// A cast, and one back.
bool drawCastAndBack(Growth &growth) {
  Random &random = growth.random;
  const bool isUnsigned = random.chance(growth.profile.unsignedPercent);
  const auto through = [&](Handle x, ElementType between) {
    const ElementType element = growth.type(x).element;
    if (element == between)
      return false;
    auto there = growth.add(Cast{between, isUnsigned}, {x});
    return there && growth.add(Cast{element, isUnsigned}, {*there}).has_value();
  };
  const double least = isUnsigned ? 0 : -1;
  constexpr double weights[] = {30, 45, 25};
  switch (pickWeighted(random, weights)) {
  case 0: {
    const ElementType wide =
        random.pick(std::array{ElementType::I16, ElementType::I32, ElementType::I64});
    const ElementType narrow =
        wide == ElementType::I16 || random.chance(60) ? ElementType::I8 : ElementType::I16;
    return through(freshWithin(growth, wide, {least * 30'000, 30'000}), narrow);
  }
  case 1:
    return through(freshWithin(growth, drawFloat(growth), {least * 100, 100}),
                   growth.drawElement(isInteger));
  default: {
    const bool isLong = random.chance(50);
    const double most = isLong ? 0x1p40 : 0x1p28;
    const ElementType wide = isLong ? ElementType::I64 : ElementType::I32;
    // The upper half of an unsigned type, but for what rounding would carry beyond it.
    const Interval upper{valuesOf(wide).low, valuesOf(wide).low / 32};
    const bool isUpper = isUnsigned && random.chance(75);
    return through(freshWithin(growth, wide, isUpper ? upper : Interval{least * most, most}),
                   ElementType::F32);
  }
  }
}

/// Bits that are shifted out and not back in.
bool drawShiftAndBack(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.element = isInteger;
  need.minRank = 1;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  auto amount = growth.fill(type, double(random.between(1, bitWidth(type.element) / 2)));
  auto left = amount ? growth.add(Binary{BinaryKind::Shl, false}, {x, *amount}) : std::nullopt;
  const bool isUnsigned = random.chance(growth.profile.unsignedPercent);
  return left && growth.add(Binary{BinaryKind::Shr, isUnsigned}, {*left, *amount}).has_value();
}

/// The negation of a comparison, which is no comparison where an operand is NaN.
bool drawNegatedCompare(Growth &growth) {
  Random &random = growth.random;
  Handle x = freshWithin(growth, drawFloat(growth), {-8, 8});
  Need need;
  need.finite = need.settled = true;
  need.apart = {x};
  Handle y = operandOf(growth, growth.type(x), need);
  const auto predicate = static_cast<Predicate>(random.below(6));
  auto holds = growth.add(Compare{predicate, false}, {x, y});
  auto negated = holds ? growth.add(Unary{UnaryKind::Not}, {*holds}) : std::nullopt;
  return negated && (random.chance(50) || growth.add(Select{}, {*negated, x, y}).has_value());
}

/// An op of x and x, which is a constant but where x is no number.
bool drawOfItself(Growth &growth) {
  Random &random = growth.random;
  Handle x = freshWithin(growth, drawFloat(growth), {0.5, 8});
  constexpr double weights[] = {25, 12, 23, 40};
  switch (pickWeighted(random, weights)) {
  case 0:
    return growth.add(Binary{BinaryKind::Sub, false}, {x, x}).has_value();
  case 1:
    return growth.bounded() && growth.add(Binary{BinaryKind::Div, false}, {x, x}).has_value();
  case 2: {
    auto zero = growth.fill(growth.type(x), 0);
    return zero && growth.add(Binary{BinaryKind::Mul, false}, {x, *zero}).has_value();
  }
  default:
    return growth
        .add(Compare{random.pick(std::array{Predicate::Eq, Predicate::Ne, Predicate::Le}), false},
             {x, x})
        .has_value();
  }
}

/// A value of which something is left after two slices with strides: most are too small for that.
Handle sliceableOperand(Growth &growth) {
  const Handle x = operand(growth, valuesOfRank(1, 3));
  TensorType type = growth.type(x);
  const bool hasRoom =
      std::ranges::any_of(type.dims, [&](const Dim &dim) { return growth.extents.least(dim) > 5; });
  if (hasRoom)
    return x;
  type.dims[growth.random.below(type.dims.size())] = Dim(growth.random.between(6, 12));
  return growth.argument(type);
}

/// A slice of a slice, both with strides.
bool drawSliceOfSlice(Growth &growth) {
  Random &random = growth.random;
  std::optional<Handle> x = sliceableOperand(growth);
  for (int step = 0; step < 2 && x; ++step) {
    const std::vector<Dim> dims = growth.type(*x).dims;
    ExtractSlice op;
    for (const Dim &dim : dims) {
      const int64_t extent = growth.extents.least(dim);
      const int64_t stride = extent > 2 && random.chance(80) ? 2 : 1;
      const int64_t offset = extent > 2 && random.chance(80) ? 1 : 0;
      op.offsets.emplace_back(offset);
      op.strides.push_back(stride);
      op.sizes.emplace_back((extent - offset + stride - 1) / stride);
    }
    x = growth.add(op, {*x});
  }
  return x.has_value();
}

/// A slice of the place beside the one into which one of its size was put, or another one that is
/// put there.
bool drawBesideInsert(Growth &growth) {
  Random &random = growth.random;
  Handle base = operand(growth, valuesOfRank(1, 3));
  const TensorType type = growth.type(base);
  InsertSlice insert;
  ExtractSlice extract;
  TensorType source{type.element, {}};
  for (const Dim &dim : type.dims) {
    const int64_t extent = growth.extents.least(dim);
    const int64_t size = random.between((extent + 1) / 2, extent);
    source.dims.emplace_back(size);
    insert.offsets.emplace_back(random.between(0, extent - size));
    extract.offsets.emplace_back(random.between(0, extent - size));
    extract.sizes.emplace_back(size);
  }
  insert.strides.assign(type.dims.size(), 1);
  extract.strides = insert.strides;
  Need need;
  need.apart = {base};
  auto inserted = growth.add(insert, {operandOf(growth, source, need), base});
  if (!inserted || random.chance(50))
    return inserted && growth.add(extract, {*inserted}).has_value();
  insert.offsets = extract.offsets;
  return growth.add(insert, {operandOf(growth, source, need), *inserted}).has_value();
}

/// Transposes of which neither undoes the other, or just that.
bool drawTransposeOfTranspose(Growth &growth) {
  std::optional<Handle> x = operand(growth, valuesOfRank(3, 4));
  for (int step = 0; step < 2 && x; ++step) {
    Transpose op;
    op.permutation.resize(growth.type(*x).dims.size());
    std::iota(op.permutation.begin(), op.permutation.end(), 0);
    growth.random.shuffle(op.permutation);
    x = growth.add(op, {*x});
  }
  return x.has_value();
}

} // namespace

bool drawInverses(Growth &growth) {
  constexpr double weights[] = {24, 27, 8, 16, 5, 24, 8, 12};
  switch (pickWeighted(growth.random, weights)) {
  case 0:
    return drawFunctionAndInverse(growth);
  case 1:
    return drawCastAndBack(growth);
  case 2:
    return drawShiftAndBack(growth);
  case 3:
    return drawNegatedCompare(growth);
  case 4:
    return drawOfItself(growth);
  case 5:
    return drawSliceOfSlice(growth);
  case 6:
    return drawBesideInsert(growth);
  default:
    return drawTransposeOfTranspose(growth);
  }
}

} // namespace assay
