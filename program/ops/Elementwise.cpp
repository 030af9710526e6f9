#include "program/ops/Elementwise.h"

#include "program/ops/Yield.h"
#include "support/NameOf.h"

namespace assay {

bool accepts(UnaryKind function, ElementType type) {
  switch (function) {
  case UnaryKind::Neg:
    return isNumber(type) || isComplex(type);
  case UnaryKind::Abs:
  case UnaryKind::Sign:
    return isNumber(type);
  case UnaryKind::Not:
    return isInteger(type) || isBool(type);
  case UnaryKind::Real:
  case UnaryKind::Imag:
    return isComplex(type);
  case UnaryKind::Exp:
  case UnaryKind::Exp2:
  case UnaryKind::Expm1:
  case UnaryKind::Log:
  case UnaryKind::Log1p:
  case UnaryKind::Sqrt:
  case UnaryKind::Rsqrt:
  case UnaryKind::Sin:
  case UnaryKind::Cos:
  case UnaryKind::Tanh:
  case UnaryKind::Erf:
  case UnaryKind::Floor:
  case UnaryKind::Ceil:
  case UnaryKind::RoundEven:
    return isFloat(type);
  }
  return false;
}

bool accepts(BinaryKind function, ElementType type) {
  switch (function) {
  case BinaryKind::Add:
  case BinaryKind::Sub:
  case BinaryKind::Mul:
    return isNumber(type) || isComplex(type);
  case BinaryKind::Div:
  case BinaryKind::Max:
  case BinaryKind::Min:
    return isNumber(type);
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    return isInteger(type);
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
    return isFloat(type);
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
    return isInteger(type) || isBool(type);
  case BinaryKind::Complex:
    return type == ElementType::F32;
  }
  return false;
}

bool isDivision(BinaryKind function) {
  return function == BinaryKind::Div || function == BinaryKind::FloorDiv ||
         function == BinaryKind::Rem;
}

Expected<Inference> Unary::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ElementType element = operands[0].element;
  ASSAY_REQUIRE(accepts(function, element), "{} is not defined on {}", nameOf(function),
                name(element));
  TensorType result = operands[0];
  if (isComplex(element) && function != UnaryKind::Neg)
    result.element = ElementType::F32;
  return yields(std::move(result));
}

Expected<Inference> Binary::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  ASSAY_TRY(requireSame(operands[0], operands[1]));
  ElementType element = operands[0].element;
  ASSAY_REQUIRE(accepts(function, element), "{} is not defined on {}", nameOf(function),
                name(element));
  ASSAY_REQUIRE(!isUnsigned || (isInteger(element) && function != BinaryKind::FloorDiv),
                "{} on {} has no unsigned form", nameOf(function), name(element));
  TensorType result = operands[0];
  if (function == BinaryKind::Complex)
    result.element = ElementType::C64;
  return yields(std::move(result));
}

Expected<Inference> Compare::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 2));
  ASSAY_TRY(requireSame(operands[0], operands[1]));
  ElementType element = operands[0].element;
  bool equality = predicate == Predicate::Eq || predicate == Predicate::Ne;
  ASSAY_REQUIRE(isNumber(element) || (isBool(element) && equality), "{} is not defined on {}",
                nameOf(predicate), name(element));
  ASSAY_REQUIRE(!isUnsigned || isInteger(element), "{} has no unsigned comparison", name(element));
  return yields({ElementType::I1, operands[0].dims});
}

Expected<Inference> Select::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 3));
  ASSAY_TRY(requireSame(operands[1], operands[2]));
  ASSAY_TRY(requireSame(operands[0], {ElementType::I1, operands[1].dims}));
  return yields(operands[1]);
}

Expected<Inference> Cast::infer(OperandTypes operands) const {
  ASSAY_TRY(requireOperands(operands, 1));
  ElementType from = operands[0].element;
  ASSAY_REQUIRE(!isComplex(from) && !isComplex(to), "complex numbers are not cast");
  ASSAY_REQUIRE(from != to, "a cast from {} to itself", name(from));
  ASSAY_REQUIRE(!isUnsigned || isInteger(from) || isInteger(to),
                "a cast between floats has no unsigned form");
  return yields({to, operands[0].dims});
}

std::string Unary::sentence() const { return fmt::format("y[i] = {}(x[i])", nameOf(function)); }

std::string Binary::sentence() const {
  return fmt::format("z[i] = {}(x[i], y[i]){}", nameOf(function), isUnsigned ? ", unsigned" : "");
}

std::string Compare::sentence() const {
  return fmt::format("z[i] = x[i] {} y[i]{}", nameOf(predicate), isUnsigned ? ", unsigned" : "");
}

std::string Select::sentence() const { return "y[i] = c[i] ? a[i] : b[i]"; }

std::string Cast::sentence() const {
  return fmt::format("y[i] = x[i] as {}{}", name(to), isUnsigned ? ", unsigned" : "");
}

} // namespace assay
