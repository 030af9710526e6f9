#include "flavours/TorchOps.h"
#include "support/Assert.h"

#include <cmath>

namespace assay::torch {

static llvm::StringRef opName(UnaryKind function) {
  switch (function) {
  case UnaryKind::Neg:
    return "aten.neg";
  case UnaryKind::Abs:
    return "aten.abs";
  case UnaryKind::Exp:
    return "aten.exp";
  case UnaryKind::Exp2:
    return "aten.exp2";
  case UnaryKind::Expm1:
    return "aten.expm1";
  case UnaryKind::Log:
    return "aten.log";
  case UnaryKind::Log1p:
    return "aten.log1p";
  case UnaryKind::Sqrt:
    return "aten.sqrt";
  case UnaryKind::Rsqrt:
    return "aten.rsqrt";
  case UnaryKind::Sin:
    return "aten.sin";
  case UnaryKind::Cos:
    return "aten.cos";
  case UnaryKind::Tanh:
    return "aten.tanh";
  case UnaryKind::Erf:
    return "aten.erf";
  case UnaryKind::Floor:
    return "aten.floor";
  case UnaryKind::Ceil:
    return "aten.ceil";
  case UnaryKind::RoundEven:
    return "aten.round";
  case UnaryKind::Sign:
    return "aten.sign";
  case UnaryKind::Not:
    return "aten.bitwise_not";
  case UnaryKind::Real:
    return "aten.real";
  case UnaryKind::Imag:
    return "aten.imag";
  }
  ASSAY_ASSERT(false, "unary function out of range");
}

static Shaped realPart(Scope &scope, const Shaped &x) {
  return scope.op("aten.real", {x}, {ElementType::F32, x.dims});
}

static Shaped imaginaryPart(Scope &scope, const Shaped &x) {
  return scope.op("aten.imag", {x}, {ElementType::F32, x.dims});
}

static Shaped complex(Scope &scope, const Shaped &real, const Shaped &imaginary) {
  return scope.op("aten.complex", {real, imaginary}, {ElementType::C64, real.dims});
}

Results writeOp(Site &site, const Unary &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  if (op.function == UnaryKind::Neg && isInteger(x.element))
    return {subtract(scope, scalar(scope, x.element, 0), x)};
  if (op.function == UnaryKind::Neg && isComplex(x.element)) {
    auto negated = [&](const Shaped &part) {
      return scope.op("aten.neg", {part}, {part.element, part.dims});
    };
    return {complex(scope, negated(realPart(scope, x)), negated(imaginaryPart(scope, x)))};
  }
  if (op.function == UnaryKind::Not && isBool(x.element) && site.isSpelled(Spelling::Named))
    return {scope.op("aten.logical_not", {x}, site.type())};
  return {scope.op(opName(op.function), {x}, site.type())};
}

/// x / y rounded to minus infinity: one less where a rest and the divisor differ in sign.
static Shaped floorDivide(Scope &scope, const Shaped &x, const Shaped &y) {
  Shaped zero = scalar(scope, x.element, 0), one = scalar(scope, x.element, 1);
  Shaped quotient =
      scope.op("aten.div.Tensor_mode", {x, y, scope.text("trunc")}, {x.element, joined(x, y)});
  Shaped rest = subtract(scope, x, multiply(scope, quotient, y));
  Shaped differs = join(scope, "aten.logical_xor", compare(scope, Predicate::Lt, rest, zero),
                        compare(scope, Predicate::Lt, y, zero));
  Shaped isLess =
      join(scope, "aten.logical_and", differs, compare(scope, Predicate::Ne, rest, zero));
  return where(scope, isLess, subtract(scope, quotient, one), quotient);
}

static Shaped divide(Site &site, const Binary &op, const Shaped &x, const Shaped &y) {
  Scope &scope = site.scope;
  if (isFloat(x.element))
    return join(scope, "aten.div.Tensor", x, y);
  if (op.isUnsigned)
    return divideUnsigned(scope, x, y);
  return scope.op("aten.div.Tensor_mode", {x, y, scope.text("trunc")}, site.type());
}

/// maximum and minimum let NaN win; here a number does.
static Shaped numberOf(Scope &scope, llvm::StringRef extreme, const Shaped &x, const Shaped &y) {
  auto isNan = [&](const Shaped &of) { return compare(scope, Predicate::Ne, of, of); };
  Shaped either = where(scope, isNan(y), x, join(scope, extreme, x, y));
  return where(scope, isNan(x), y, either);
}

static Shaped extreme(Scope &scope, const Binary &op, const Shaped &x, const Shaped &y) {
  const char *name = op.function == BinaryKind::Max ? "aten.maximum" : "aten.minimum";
  if (!op.isUnsigned)
    return join(scope, name, x, y);
  return biased(scope, join(scope, name, biased(scope, x), biased(scope, y)));
}

/// Bitwise ops of truth values are logical ones.
static Shaped bits(Site &site, const char *name, const Shaped &x, const Shaped &y) {
  const bool isLogical = isBool(x.element) && site.isSpelled(Spelling::Named);
  return join(site.scope,
              isLogical ? "aten.logical_" + std::string(name)
                        : "aten.bitwise_" + std::string(name) + ".Tensor",
              x, y);
}

/// Of real and imaginary parts: the ops on complex numbers are not lowered everywhere.
static Shaped complexBinary(Scope &scope, BinaryKind function, const Shaped &x, const Shaped &y) {
  Shaped a = realPart(scope, x), b = imaginaryPart(scope, x);
  Shaped c = realPart(scope, y), d = imaginaryPart(scope, y);
  if (function == BinaryKind::Add)
    return complex(scope, add(scope, a, c), add(scope, b, d));
  if (function == BinaryKind::Sub)
    return complex(scope, subtract(scope, a, c), subtract(scope, b, d));
  return complex(scope, subtract(scope, multiply(scope, a, c), multiply(scope, b, d)),
                 add(scope, multiply(scope, a, d), multiply(scope, b, c)));
}

static Shaped binary(Site &site, const Binary &op, const Shaped &x, const Shaped &y) {
  Scope &scope = site.scope;
  switch (op.function) {
  case BinaryKind::Add:
    return add(scope, x, y);
  case BinaryKind::Sub:
    return subtract(scope, x, y);
  case BinaryKind::Mul:
    return multiply(scope, x, y);
  case BinaryKind::Div:
    return divide(site, op, x, y);
  case BinaryKind::FloorDiv:
    if (site.isSpelled(Spelling::Named))
      return scope.op("aten.div.Tensor_mode", {x, y, scope.text("floor")}, site.type());
    return floorDivide(scope, x, y);
  case BinaryKind::Rem:
    if (op.isUnsigned)
      return subtract(scope, x, multiply(scope, divideUnsigned(scope, x, y), y));
    return join(scope, "aten.fmod.Tensor", x, y);
  case BinaryKind::Max:
  case BinaryKind::Min:
    return extreme(scope, op, x, y);
  case BinaryKind::MaxNum:
    return numberOf(scope, "aten.maximum", x, y);
  case BinaryKind::MinNum:
    return numberOf(scope, "aten.minimum", x, y);
  case BinaryKind::And:
    return bits(site, "and", x, y);
  case BinaryKind::Or:
    return bits(site, "or", x, y);
  case BinaryKind::Xor:
    return bits(site, "xor", x, y);
  case BinaryKind::Shl:
    return join(scope, "aten.bitwise_left_shift.Tensor", x, y);
  case BinaryKind::Shr:
    return op.isUnsigned ? shiftRightUnsigned(scope, x, y)
                         : join(scope, "aten.bitwise_right_shift.Tensor", x, y);
  case BinaryKind::Complex:
    return complex(scope, x, y);
  }
  ASSAY_ASSERT(false, "binary function out of range");
}

Results writeOp(Site &site, const Binary &op) {
  const Shaped &x = site.operands[0], &y = site.operands[1];
  if (isComplex(x.element))
    return {complexBinary(site.scope, op.function, x, y)};
  return {binary(site, op, x, y)};
}

Results writeOp(Site &site, const Compare &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0], &y = site.operands[1];
  const bool isEquality = op.predicate == Predicate::Eq || op.predicate == Predicate::Ne;
  if (!op.isUnsigned || isEquality)
    return {compare(scope, op.predicate, x, y)};
  return {compare(scope, op.predicate, biased(scope, x), biased(scope, y))};
}

Results writeOp(Site &site, const Select &) {
  return {where(site.scope, site.operands[0], site.operands[1], site.operands[2])};
}

Results writeOp(Site &site, const Cast &op) {
  return {cast(site.scope, site.operands[0], op.to, op.isUnsigned)};
}

} // namespace assay::torch
