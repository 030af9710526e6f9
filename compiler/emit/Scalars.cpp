#include "compiler/emit/Scalars.h"

#include "compiler/emit/Scope.h"

#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay::emission {

Attribute number(mlir::Type scalar, double value) {
  MLIRContext *context = scalar.getContext();
  if (auto type = dyn_cast<FloatType>(scalar))
    return FloatAttr::get(type, value);
  if (auto type = dyn_cast<ComplexType>(scalar)) {
    auto part = type.getElementType();
    return ArrayAttr::get(context, {FloatAttr::get(part, value), FloatAttr::get(part, 0.0)});
  }
  unsigned width = scalar.getIntOrFloatBitWidth();
  if (width == 1)
    return IntegerAttr::get(scalar, value != 0);
  return IntegerAttr::get(scalar,
                          llvm::APInt(width, static_cast<uint64_t>(static_cast<int64_t>(value)),
                                      /*isSigned=*/true, /*implicitTrunc=*/true));
}

Attribute identity(mlir::Type scalar, ReduceKind function, bool isUnsigned) {
  const bool greatest = function == ReduceKind::Min;
  switch (function) {
  case ReduceKind::Sum:
  case ReduceKind::Or:
    return number(scalar, 0);
  case ReduceKind::Product:
    return number(scalar, 1);
  case ReduceKind::And:
    return number(scalar, -1);
  case ReduceKind::Max:
  case ReduceKind::Min:
    if (auto type = dyn_cast<FloatType>(scalar))
      return FloatAttr::get(type, llvm::APFloat::getInf(type.getFloatSemantics(), !greatest));
    unsigned width = scalar.getIntOrFloatBitWidth();
    if (isUnsigned)
      return IntegerAttr::get(scalar, greatest ? llvm::APInt::getMaxValue(width)
                                               : llvm::APInt::getMinValue(width));
    return IntegerAttr::get(scalar, greatest ? llvm::APInt::getSignedMaxValue(width)
                                             : llvm::APInt::getSignedMinValue(width));
  }
  ASSAY_ASSERT(false, "reduction out of range");
}

Value constant(ImplicitLocOpBuilder &b, mlir::Type type, Attribute scalar) {
  if (isa<ComplexType>(type))
    return complex::ConstantOp::create(b, type, cast<ArrayAttr>(scalar));
  return arith::ConstantOp::create(b, cast<TypedAttr>(scalar));
}

Value constantLike(ImplicitLocOpBuilder &b, Value like, Attribute scalar) {
  auto tensorType = dyn_cast<RankedTensorType>(like.getType());
  Value one = constant(b, getElementTypeOrSelf(like), scalar);
  if (!tensorType)
    return one;
  llvm::SmallVector<Value> dynamic;
  for (int64_t dim = 0; dim < tensorType.getRank(); ++dim)
    if (tensorType.isDynamicDim(static_cast<unsigned>(dim)))
      dynamic.push_back(tensor::DimOp::create(b, like, dim));
  return tensor::SplatOp::create(b, one, tensorType, dynamic);
}

static Value applyComplex(ImplicitLocOpBuilder &b, UnaryKind function, Value x) {
  if (function == UnaryKind::Neg)
    return complex::NegOp::create(b, x);
  if (function == UnaryKind::Real)
    return complex::ReOp::create(b, x);
  ASSAY_ASSERT(function == UnaryKind::Imag, "not a function of complex numbers");
  return complex::ImOp::create(b, x);
}

static Value applyInteger(ImplicitLocOpBuilder &b, UnaryKind function, Value x) {
  mlir::Type scalar = getElementTypeOrSelf(x);
  if (function == UnaryKind::Neg)
    return arith::SubIOp::create(b, constantLike(b, x, number(scalar, 0)), x);
  if (function == UnaryKind::Not)
    return arith::XOrIOp::create(b, x, constantLike(b, x, number(scalar, -1)));
  if (function == UnaryKind::Sign) {
    const Value zero = constantLike(b, x, number(scalar, 0));
    const Value positive = constantLike(b, x, number(scalar, 1));
    const Value negative = constantLike(b, x, number(scalar, -1));
    const Value isPositive = apply(b, Compare{Predicate::Gt, false}, x, zero);
    const Value isNegative = apply(b, Compare{Predicate::Lt, false}, x, zero);
    return arith::SelectOp::create(b, isPositive, positive,
                                   arith::SelectOp::create(b, isNegative, negative, zero));
  }
  ASSAY_ASSERT(function == UnaryKind::Abs, "not a function of integers");
  return math::AbsIOp::create(b, x);
}

Value apply(ImplicitLocOpBuilder &b, const Unary &op, Value x) {
  mlir::Type scalar = getElementTypeOrSelf(x);
  if (isa<ComplexType>(scalar))
    return applyComplex(b, op.function, x);
  if (isa<IntegerType>(scalar))
    return applyInteger(b, op.function, x);
  switch (op.function) {
  case UnaryKind::Neg:
    return arith::NegFOp::create(b, x);
  case UnaryKind::Abs:
    return math::AbsFOp::create(b, x);
  case UnaryKind::Exp:
    return math::ExpOp::create(b, x);
  case UnaryKind::Exp2:
    return math::Exp2Op::create(b, x);
  case UnaryKind::Expm1:
    return math::ExpM1Op::create(b, x);
  case UnaryKind::Log:
    return math::LogOp::create(b, x);
  case UnaryKind::Log1p:
    return math::Log1pOp::create(b, x);
  case UnaryKind::Sqrt:
    return math::SqrtOp::create(b, x);
  case UnaryKind::Rsqrt:
    return math::RsqrtOp::create(b, x);
  case UnaryKind::Sin:
    return math::SinOp::create(b, x);
  case UnaryKind::Cos:
    return math::CosOp::create(b, x);
  case UnaryKind::Tanh:
    return math::TanhOp::create(b, x);
  case UnaryKind::Erf:
    return math::ErfOp::create(b, x);
  case UnaryKind::Floor:
    return math::FloorOp::create(b, x);
  case UnaryKind::Ceil:
    return math::CeilOp::create(b, x);
  case UnaryKind::RoundEven:
    return math::RoundEvenOp::create(b, x);
  case UnaryKind::Sign: {
    // Zeros and NaN are their own.
    const Value isOwn = arith::CmpFOp::create(b, arith::CmpFPredicate::UEQ, x,
                                              constantLike(b, x, number(scalar, 0)));
    const Value one = constantLike(b, x, number(scalar, 1));
    return arith::SelectOp::create(b, isOwn, x, math::CopySignOp::create(b, one, x));
  }
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    break;
  }
  ASSAY_ASSERT(false, "not a function of floats");
}

static Value applyComplex(ImplicitLocOpBuilder &b, BinaryKind function, Value x, Value y) {
  if (function == BinaryKind::Add)
    return complex::AddOp::create(b, x, y);
  if (function == BinaryKind::Sub)
    return complex::SubOp::create(b, x, y);
  ASSAY_ASSERT(function == BinaryKind::Mul, "not a function of complex numbers");
  return complex::MulOp::create(b, x, y);
}

static Value applyFloat(ImplicitLocOpBuilder &b, BinaryKind function, Value x, Value y) {
  switch (function) {
  case BinaryKind::Add:
    return arith::AddFOp::create(b, x, y);
  case BinaryKind::Sub:
    return arith::SubFOp::create(b, x, y);
  case BinaryKind::Mul:
    return arith::MulFOp::create(b, x, y);
  case BinaryKind::Div:
    return arith::DivFOp::create(b, x, y);
  case BinaryKind::Max:
    return arith::MaximumFOp::create(b, x, y);
  case BinaryKind::Min:
    return arith::MinimumFOp::create(b, x, y);
  case BinaryKind::MaxNum:
    return arith::MaxNumFOp::create(b, x, y);
  case BinaryKind::MinNum:
    return arith::MinNumFOp::create(b, x, y);
  case BinaryKind::Complex:
    return complex::CreateOp::create(b, ComplexType::get(x.getType()), x, y);
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    break;
  }
  ASSAY_ASSERT(false, "not a function of floats");
}

template <class Signed, class Unsigned>
static Value either(ImplicitLocOpBuilder &b, bool isUnsigned, Value x, Value y) {
  return isUnsigned ? Unsigned::create(b, x, y).getResult() : Signed::create(b, x, y).getResult();
}

static Value applyInteger(ImplicitLocOpBuilder &b, const Binary &op, Value x, Value y) {
  switch (op.function) {
  case BinaryKind::Add:
    return arith::AddIOp::create(b, x, y);
  case BinaryKind::Sub:
    return arith::SubIOp::create(b, x, y);
  case BinaryKind::Mul:
    return arith::MulIOp::create(b, x, y);
  case BinaryKind::Div:
    return either<arith::DivSIOp, arith::DivUIOp>(b, op.isUnsigned, x, y);
  case BinaryKind::FloorDiv:
    return arith::FloorDivSIOp::create(b, x, y);
  case BinaryKind::Rem:
    return either<arith::RemSIOp, arith::RemUIOp>(b, op.isUnsigned, x, y);
  case BinaryKind::Max:
    return either<arith::MaxSIOp, arith::MaxUIOp>(b, op.isUnsigned, x, y);
  case BinaryKind::Min:
    return either<arith::MinSIOp, arith::MinUIOp>(b, op.isUnsigned, x, y);
  case BinaryKind::And:
    return arith::AndIOp::create(b, x, y);
  case BinaryKind::Or:
    return arith::OrIOp::create(b, x, y);
  case BinaryKind::Xor:
    return arith::XOrIOp::create(b, x, y);
  case BinaryKind::Shl:
    return arith::ShLIOp::create(b, x, y);
  case BinaryKind::Shr:
    return either<arith::ShRSIOp, arith::ShRUIOp>(b, op.isUnsigned, x, y);
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
  case BinaryKind::Complex:
    break;
  }
  ASSAY_ASSERT(false, "not a function of integers");
}

Value apply(ImplicitLocOpBuilder &b, const Binary &op, Value x, Value y) {
  mlir::Type scalar = getElementTypeOrSelf(x);
  if (isa<ComplexType>(scalar))
    return applyComplex(b, op.function, x, y);
  return isa<FloatType>(scalar) ? applyFloat(b, op.function, x, y) : applyInteger(b, op, x, y);
}

Value apply(ImplicitLocOpBuilder &b, const Compare &op, Value x, Value y) {
  using Float = arith::CmpFPredicate;
  using Integer = arith::CmpIPredicate;
  constexpr Float floats[] = {Float::OEQ, Float::UNE, Float::OLT,
                              Float::OLE, Float::OGT, Float::OGE};
  constexpr Integer integers[] = {Integer::eq,  Integer::ne,  Integer::slt,
                                  Integer::sle, Integer::sgt, Integer::sge};
  constexpr Integer unsignedIntegers[] = {Integer::eq,  Integer::ne,  Integer::ult,
                                          Integer::ule, Integer::ugt, Integer::uge};
  auto place = static_cast<size_t>(op.predicate);
  if (isa<FloatType>(getElementTypeOrSelf(x)))
    return arith::CmpFOp::create(b, floats[place], x, y);
  return arith::CmpIOp::create(b, (op.isUnsigned ? unsignedIntegers : integers)[place], x, y);
}

Value apply(ImplicitLocOpBuilder &b, const Select &, Value condition, Value x, Value y) {
  return arith::SelectOp::create(b, condition, x, y);
}

static Value convertFloat(ImplicitLocOpBuilder &b, Value x, mlir::Type to, FloatType element) {
  auto from = cast<FloatType>(getElementTypeOrSelf(x));
  if (from.getWidth() < element.getWidth())
    return arith::ExtFOp::create(b, to, x);
  if (from.getWidth() > element.getWidth())
    return arith::TruncFOp::create(b, to, x);
  // f16 and bf16: neither extends to the other, but f32 holds both, so only the second step rounds.
  mlir::Type wide = b.getF32Type();
  if (auto shaped = dyn_cast<RankedTensorType>(to))
    wide = shaped.clone(wide);
  return arith::TruncFOp::create(b, to, arith::ExtFOp::create(b, wide, x));
}

Value convert(ImplicitLocOpBuilder &b, Value x, mlir::Type element, bool isUnsigned) {
  mlir::Type from = getElementTypeOrSelf(x), to = element;
  if (from == element)
    return x;
  if (auto shaped = dyn_cast<RankedTensorType>(x.getType()))
    to = shaped.clone(element);
  if (element.isInteger(1))
    return apply(b, Compare{Predicate::Ne, false}, x, constantLike(b, x, number(from, 0)));
  isUnsigned = isUnsigned || from.isInteger(1);
  if (isa<FloatType>(from)) {
    if (auto type = dyn_cast<FloatType>(element))
      return convertFloat(b, x, to, type);
    return isUnsigned ? arith::FPToUIOp::create(b, to, x).getResult()
                      : arith::FPToSIOp::create(b, to, x).getResult();
  }
  if (isa<FloatType>(element))
    return isUnsigned ? arith::UIToFPOp::create(b, to, x).getResult()
                      : arith::SIToFPOp::create(b, to, x).getResult();
  if (from.getIntOrFloatBitWidth() > element.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(b, to, x);
  return isUnsigned ? arith::ExtUIOp::create(b, to, x).getResult()
                    : arith::ExtSIOp::create(b, to, x).getResult();
}

Value applyPointwise(ImplicitLocOpBuilder &b, const Op &op, ValueRange operands) {
  if (auto *unary = std::get_if<Unary>(&op))
    return apply(b, *unary, operands[0]);
  if (auto *binary = std::get_if<Binary>(&op))
    return apply(b, *binary, operands[0], operands[1]);
  if (auto *compare = std::get_if<Compare>(&op))
    return apply(b, *compare, operands[0], operands[1]);
  if (auto *select = std::get_if<Select>(&op))
    return apply(b, *select, operands[0], operands[1], operands[2]);
  auto *cast = std::get_if<Cast>(&op);
  ASSAY_ASSERT(cast, "not an elementwise op");
  return convert(b, operands[0], elementType(*b.getContext(), cast->to), cast->isUnsigned);
}

Value combine(ImplicitLocOpBuilder &b, ReduceKind function, bool isUnsigned, Value accumulated,
              Value x) {
  constexpr BinaryKind steps[] = {BinaryKind::Add, BinaryKind::Mul, BinaryKind::Max,
                                  BinaryKind::Min, BinaryKind::And, BinaryKind::Or};
  return apply(b, Binary{steps[static_cast<size_t>(function)], isUnsigned}, accumulated, x);
}

} // namespace assay::emission
