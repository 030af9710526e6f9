#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"

#include <numeric>

/// Runs of ops that canonicalization patterns fold: into one op, or into a constant.

namespace assay {

namespace {

std::optional<Handle> binary(Growth &growth, BinaryKind function, Handle x, Handle y) {
  return growth.add(Binary{function, false}, {x, y});
}

/// Of equal elements, or of any; literal extents.
std::optional<Handle> smallConstant(Growth &growth, ElementType element, bool splat) {
  Random &random = growth.random;
  Shape shape;
  for (int64_t i = random.between(1, 3); i > 0; --i)
    shape.push_back(random.between(1, 4));
  Tensor tensor(element, shape);
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (isBool(element))
      tensor.setInteger(i, splat || random.chance(50));
    else
      tensor.set(i, splat ? 1 : writtenNumber(growth, element));
  return growth.add(Constant{std::move(tensor)}, {});
}

Transpose anyTranspose(Growth &growth, int64_t rank) {
  Transpose op;
  op.permutation.resize(static_cast<size_t>(rank));
  std::iota(op.permutation.begin(), op.permutation.end(), 0);
  growth.random.shuffle(op.permutation);
  return op;
}

/// All but the last element of each dim that has several in every run.
ExtractSlice mostOf(Growth &growth, const std::vector<Dim> &dims) {
  ExtractSlice op;
  op.strides.assign(dims.size(), 1);
  op.offsets.assign(dims.size(), Dim(0));
  for (const Dim &dim : dims)
    op.sizes.push_back(growth.extents.least(dim) > 1 ? dim - Dim(1) : dim);
  return op;
}

} // namespace

bool drawConstantChain(Growth &growth) {
  Random &random = growth.random;
  std::optional<Handle> x = operand(growth, integersOfRank(0, 3));
  const TensorType type = growth.type(*x);
  const bool multiplies = random.chance(20);
  for (int64_t step = random.between(2, 3); step > 0 && x; --step) {
    auto c = growth.fill(type, static_cast<double>(random.between(1, 5)));
    if (!c)
      return false;
    if (multiplies)
      x = binary(growth, BinaryKind::Mul, *x, *c);
    else if (random.chance(30))
      x = binary(growth, BinaryKind::Add, *x, *c);
    else
      x = random.chance(50) ? binary(growth, BinaryKind::Sub, *x, *c)
                            : binary(growth, BinaryKind::Sub, *c, *x);
  }
  return x.has_value();
}

bool drawSubtractedTwice(Growth &growth) {
  Handle x = operand(growth, integersOfRank(0, 3));
  Need need = integersOfRank(0, 3);
  need.apart = {x};
  Handle y = operandOf(growth, growth.type(x), need);
  auto first = binary(growth, growth.random.chance(50) ? BinaryKind::Sub : BinaryKind::Add, x, y);
  return first && binary(growth, BinaryKind::Sub, *first, growth.random.chance(60) ? x : y);
}

bool drawExtendedPair(Growth &growth) {
  Random &random = growth.random;
  const ElementType narrow = random.chance(70) ? ElementType::I8 : ElementType::I16;
  const ElementType wide = random.chance(50) ? ElementType::I32 : ElementType::I64;
  const bool isUnsigned = random.chance(50);
  Handle x = freshWithin(growth, narrow, {0, 100});
  Need need = integersOfRank(0, 5);
  need.apart = {x};
  Handle y = operandOf(growth, growth.type(x), need);
  auto left = growth.add(Cast{wide, isUnsigned}, {x});
  auto right = growth.add(Cast{wide, isUnsigned}, {y});
  if (!left || !right)
    return false;
  if (random.chance(45))
    return growth
        .add(Compare{static_cast<Predicate>(random.below(6)), random.chance(50)}, {*left, *right})
        .has_value();
  return binary(growth, random.pick(std::array{BinaryKind::And, BinaryKind::Or, BinaryKind::Xor}),
                *left, *right)
      .has_value();
}

bool drawNarrowedResult(Growth &growth) {
  Random &random = growth.random;
  Need need = valuesOfRank(0, 3);
  need.element = [](ElementType type) { return isInteger(type) && bitWidth(type) > 8; };
  const Handle x = operand(growth, need);
  const int64_t width = bitWidth(growth.type(x).element);
  auto made = binaryOf(growth, x, ResultType::Same);
  const ElementType narrow = width == 16 || random.chance(60)   ? ElementType::I8
                             : width == 32 || random.chance(50) ? ElementType::I16
                                                                : ElementType::I32;
  return made && growth.add(Cast{narrow, false}, {*made}).has_value();
}

bool drawCastOfCast(Growth &growth) {
  Random &random = growth.random;
  const auto chain = [&](Handle x, ElementType first, bool firstUnsigned, ElementType second,
                         bool secondUnsigned) {
    auto between = growth.add(Cast{first, firstUnsigned}, {x});
    return between && growth.add(Cast{second, secondUnsigned}, {*between}).has_value();
  };
  const bool isUnsigned = random.chance(50);
  switch (random.below(5)) {
  case 0: // extended twice
    return chain(freshWithin(growth, ElementType::I8, {0, 100}), ElementType::I16,
                 random.chance(70), ElementType::I64, random.chance(40));
  case 1: // extended, and cut less far back
    return chain(freshWithin(growth, ElementType::I8, {0, 100}), ElementType::I64, isUnsigned,
                 random.chance(50) ? ElementType::I16 : ElementType::I32, isUnsigned);
  case 2: // to one float by another
    return chain(freshWithin(growth, ElementType::I16, {0, 100}), ElementType::F64, isUnsigned,
                 random.chance(70) ? ElementType::F32 : ElementType::F16, false);
  case 3: { // high bits
    Handle x = freshWithin(growth, ElementType::I64, {0, 1e6});
    auto amount = growth.fill(growth.type(x), static_cast<double>(random.between(1, 8)));
    auto shifted = amount ? growth.add(Binary{BinaryKind::Shr, random.chance(20)}, {x, *amount})
                          : std::nullopt;
    return shifted && growth.add(Cast{ElementType::I16, false}, {*shifted}).has_value();
  }
  default: { // compared as a float
    Handle x = freshWithin(growth, ElementType::I16, {isUnsigned ? 0.0 : -100.0, 100});
    auto number = growth.add(Cast{ElementType::F32, isUnsigned}, {x});
    auto bound = number
                     ? growth.fill(growth.type(*number), static_cast<double>(random.between(-2, 5)))
                     : std::nullopt;
    return bound &&
           growth.add(Compare{static_cast<Predicate>(random.below(6)), false}, {*number, *bound})
               .has_value();
  }
  }
}

bool drawNegations(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(25)) {
    Need need = valuesOfRank(0, 3);
    need.element = isComplex;
    auto negated = growth.add(Unary{UnaryKind::Neg}, {operand(growth, need)});
    return negated &&
           growth.add(Unary{random.chance(50) ? UnaryKind::Real : UnaryKind::Imag}, {*negated});
  }
  Handle x = freshWithin(growth, growth.drawElement(isFloat), {0.5, 8});
  Handle y = growth.argument(growth.type(x), InputWish::within(Interval{0.5, 8}));
  auto left = growth.add(Unary{UnaryKind::Neg}, {x});
  auto right = left ? growth.add(Unary{UnaryKind::Neg}, {y}) : std::nullopt;
  const BinaryKind function =
      growth.bounded() && random.chance(50) ? BinaryKind::Div : BinaryKind::Mul;
  return right && binary(growth, function, *left, *right).has_value();
}

bool drawSameCondition(Growth &growth) {
  Random &random = growth.random;
  const bool ofBools = random.chance(45);
  Need need = valuesOfRank(0, 3);
  if (ofBools)
    need.element = isBool;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  need.apart = {x};
  Handle condition = operandOf(growth, {ElementType::I1, type.dims}, need);
  if (ofBools) {
    const bool yes = random.chance(35);
    auto first = growth.fill(type, yes ? 1 : 0), second = growth.fill(type, yes ? 0 : 1);
    return first && second &&
           growth.add(Select{},
                      {condition, random.chance(70) ? *first : x, random.chance(70) ? *second : x});
  }
  need.apart.push_back(condition);
  Handle y = operandOf(growth, type, need);
  need.apart.push_back(y);
  Handle z = operandOf(growth, type, need);
  auto inner = growth.add(Select{}, {condition, x, y});
  if (!inner)
    return false;
  return random.chance(50) ? growth.add(Select{}, {condition, *inner, z}).has_value()
                           : growth.add(Select{}, {condition, z, *inner}).has_value();
}

bool drawFilledViews(Growth &growth) {
  Random &random = growth.random;
  const double value = random.chance(60) ? 0 : 1;
  const TensorType type{growth.drawElement(isNumber), growth.drawDims(growth.drawRank(1, 3))};
  std::optional<Handle> x = random.chance(45)
                                ? smallConstant(growth, type.element, random.chance(55))
                                : growth.fill(type, value);
  for (int64_t step = random.between(1, 2); step > 0 && x; --step) {
    const std::vector<Dim> dims = growth.type(*x).dims;
    const ElementType element = growth.type(*x).element;
    Need apart;
    switch (random.below(7)) {
    case 0:
    case 1:
      x = reshaped(growth, *x);
      break;
    case 5:
      x = growth.add(Cast{growth.drawElement([&](ElementType other) {
                            return isNumber(other) && other != element;
                          }),
                          false},
                     {*x});
      break;
    case 2:
      x = growth.add(anyTranspose(growth, growth.type(*x).rank()), {*x});
      break;
    case 3:
      x = growth.add(constantPad(growth, growth.type(*x).rank(), value), {*x});
      break;
    case 4:
      x = growth.add(mostOf(growth, dims), {*x});
      break;
    default:
      apart.apart = {*x};
      x = growth.add(Concat{0}, {*x, operandOf(growth, growth.type(*x), apart)});
      break;
    }
  }
  if (x && random.chance(20))
    return reduce(growth, *x).has_value();
  return x && (random.chance(40) || consumed(growth, *x).has_value());
}

bool drawPadOfPad(Growth &growth) {
  Random &random = growth.random;
  Handle x = operand(growth, numbersOfRank(1, 3));
  const TensorType type = growth.type(x);
  const double value = random.chance(70) ? 0 : 1;
  auto padded = growth.add(constantPad(growth, type.rank(), value), {x});
  if (!padded)
    return false;
  switch (random.below(4)) {
  case 0:
    return growth.add(constantPad(growth, type.rank(), value), {*padded}).has_value();
  case 1: { // into the middle of what is filled already
    TensorType around = growth.type(*padded);
    const InsertSlice op = insertWithin(growth, around);
    auto filled = growth.affordable(around) ? growth.fill(around, value) : std::nullopt;
    return filled && growth.add(op, {*padded, *filled}).has_value();
  }
  case 2: { // a part of it
    auto part = growth.add(mostOf(growth, growth.type(*padded).dims), {*padded});
    return part && (random.chance(50) ||
                    growth.add(constantPad(growth, type.rank(), value), {*part}).has_value());
  }
  default: { // of extents that a type forgets
    DimCast op;
    for (int64_t dim = 0; dim < type.rank(); ++dim)
      if (random.chance(70))
        op.dims.push_back(dim);
    return growth.add(op, {*padded}).has_value();
  }
  }
}

bool drawCastOfView(Growth &growth) {
  Random &random = growth.random;
  auto x = produced(growth, 1);
  if (!x || growth.type(*x).rank() > 3)
    return false;
  const auto cast = [&](Handle of) {
    DimCast op;
    for (int64_t dim = 0; dim < growth.type(of).rank(); ++dim)
      if (random.chance(80))
        op.dims.push_back(dim);
    return growth.add(op, {of});
  };
  const auto view = [&](Handle of) {
    const std::vector<Dim> dims = growth.type(of).dims;
    switch (random.below(3)) {
    case 0:
      return growth.add(mostOf(growth, dims), {of});
    case 1:
      return reshaped(growth, of);
    default:
      return growth.add(anyTranspose(growth, growth.type(of).rank()), {of});
    }
  };
  std::optional<Handle> current = x;
  const bool castsFirst = random.chance(50);
  for (int64_t step = 0, steps = random.between(2, 4); step < steps && current; ++step)
    current = (step % 2 == 0) == castsFirst ? cast(*current) : view(*current);
  return current.has_value();
}

} // namespace assay
