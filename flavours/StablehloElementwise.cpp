#include "flavours/StablehloOps.h"
#include "support/Assert.h"

#include <numbers>

using namespace mlir;

namespace assay::stablehlo {

/// exp(x ln 2) in a wider type, which takes in the error that the product makes of a large x.
static Shaped exp2(Scope &scope, const Shaped &x) {
  mlir::Type element = x.element();
  const bool isHalf = element.getIntOrFloatBitWidth() < 32;
  mlir::Type wide = isHalf ? scope.b.getF32Type() : scope.b.getF64Type();
  Shaped base = filled(scope, {wide, x.dims},
                       roundTo(isHalf ? ElementType::F32 : ElementType::F64, std::numbers::ln2));
  Shaped power = scope.op("stablehlo.multiply", {convert(scope, x, wide), base});
  return convert(scope, scope.op("stablehlo.exponential", power), element);
}

static llvm::StringRef opName(UnaryKind function) {
  switch (function) {
  case UnaryKind::Neg:
    return "stablehlo.negate";
  case UnaryKind::Abs:
    return "stablehlo.abs";
  case UnaryKind::Exp:
    return "stablehlo.exponential";
  case UnaryKind::Expm1:
    return "stablehlo.exponential_minus_one";
  case UnaryKind::Log:
    return "stablehlo.log";
  case UnaryKind::Log1p:
    return "stablehlo.log_plus_one";
  case UnaryKind::Sqrt:
    return "stablehlo.sqrt";
  case UnaryKind::Rsqrt:
    return "stablehlo.rsqrt";
  case UnaryKind::Sin:
    return "stablehlo.sine";
  case UnaryKind::Cos:
    return "stablehlo.cosine";
  case UnaryKind::Tanh:
    return "stablehlo.tanh";
  case UnaryKind::Erf:
    return "chlo.erf";
  case UnaryKind::Floor:
    return "stablehlo.floor";
  case UnaryKind::Ceil:
    return "stablehlo.ceil";
  case UnaryKind::RoundEven:
    return "stablehlo.round_nearest_even";
  case UnaryKind::Sign:
    return "stablehlo.sign";
  case UnaryKind::Not:
    return "stablehlo.not";
  case UnaryKind::Real:
    return "stablehlo.real";
  case UnaryKind::Imag:
    return "stablehlo.imag";
  case UnaryKind::Exp2:
    break;
  }
  ASSAY_ASSERT(false, "no op has that function");
}

Results writeOp(Site &site, const Unary &op) {
  if (op.function == UnaryKind::Exp2)
    return {exp2(site.scope, site.operands[0])};
  return {site.scope.op(opName(op.function), site.operands, site.type())};
}

/// x / y rounded to minus infinity: one less where a rest and the divisor differ in sign.
static Shaped floorDivide(Scope &scope, const Shaped &x, const Shaped &y) {
  const ResultType type{x.element(), x.dims};
  Shaped quotient = scope.op("stablehlo.divide", {x, y});
  Shaped rest = scope.op("stablehlo.remainder", {x, y});
  Shaped zero = filled(scope, type, 0);
  Shaped differs = compare(scope, Predicate::Ne, compare(scope, Predicate::Lt, rest, zero),
                           compare(scope, Predicate::Lt, y, zero));
  Shaped isLess = scope.op("stablehlo.and", {differs, compare(scope, Predicate::Ne, rest, zero)});
  Shaped less = scope.op("stablehlo.subtract", {quotient, filled(scope, type, 1)});
  return select(scope, isLess, less, quotient);
}

/// maximum and minimum let NaN win; here a number does.
static Shaped numberOf(Scope &scope, llvm::StringRef extreme, const Shaped &x, const Shaped &y) {
  Shaped either = select(scope, compare(scope, Predicate::Ne, y, y), x, scope.op(extreme, {x, y}));
  return select(scope, compare(scope, Predicate::Ne, x, x), y, either);
}

static Shaped binary(Scope &scope, const Binary &op, const Shaped &x, const Shaped &y) {
  switch (op.function) {
  case BinaryKind::Add:
    return scope.op("stablehlo.add", {x, y});
  case BinaryKind::Sub:
    return scope.op("stablehlo.subtract", {x, y});
  case BinaryKind::Mul:
    return scope.op("stablehlo.multiply", {x, y});
  case BinaryKind::Div:
    return scope.op("stablehlo.divide", {x, y});
  case BinaryKind::FloorDiv:
    return floorDivide(scope, x, y);
  case BinaryKind::Rem:
    return scope.op("stablehlo.remainder", {x, y});
  case BinaryKind::Max:
    return scope.op("stablehlo.maximum", {x, y});
  case BinaryKind::Min:
    return scope.op("stablehlo.minimum", {x, y});
  case BinaryKind::MaxNum:
    return numberOf(scope, "stablehlo.maximum", x, y);
  case BinaryKind::MinNum:
    return numberOf(scope, "stablehlo.minimum", x, y);
  case BinaryKind::And:
    return scope.op("stablehlo.and", {x, y});
  case BinaryKind::Or:
    return scope.op("stablehlo.or", {x, y});
  case BinaryKind::Xor:
    return scope.op("stablehlo.xor", {x, y});
  case BinaryKind::Shl:
    return scope.op("stablehlo.shift_left", {x, y});
  case BinaryKind::Shr:
    return scope.op(op.isUnsigned ? "stablehlo.shift_right_logical"
                                  : "stablehlo.shift_right_arithmetic",
                    {x, y});
  case BinaryKind::Complex:
    return scope.op("stablehlo.complex", {x, y}, {scope.element(ElementType::C64), x.dims});
  }
  ASSAY_ASSERT(false, "binary function out of range");
}

Results writeOp(Site &site, const Binary &op) {
  const Shaped &x = site.operands[0], &y = site.operands[1];
  // The shifts say themselves what they fill with.
  if (!op.isUnsigned || op.function == BinaryKind::Shr)
    return {binary(site.scope, op, x, y)};
  Shaped made = binary(site.scope, op, asUnsigned(site.scope, x), asUnsigned(site.scope, y));
  return {asSignless(site.scope, made)};
}

Results writeOp(Site &site, const Compare &op) {
  const Shaped &x = site.operands[0], &y = site.operands[1];
  if (!op.isUnsigned)
    return {compare(site.scope, op.predicate, x, y)};
  return {compare(site.scope, op.predicate, asUnsigned(site.scope, x), asUnsigned(site.scope, y))};
}

Results writeOp(Site &site, const Select &) {
  return {select(site.scope, site.operands[0], site.operands[1], site.operands[2])};
}

Results writeOp(Site &site, const Cast &op) {
  return {cast(site.scope, site.operands[0], op.to, op.isUnsigned)};
}

} // namespace assay::stablehlo
