#include "compiler/builders/Builders.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace assay {

bool liesAsInVectors(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() >= 8 && llvm::isPowerOf2_32(integer.getWidth());
  return VectorType::isValidElementType(element);
}

Value indexConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Values extents(ImplicitLocOpBuilder &b, Value tensor) {
  Values result;
  for (int64_t i = 0, rank = cast<RankedTensorType>(tensor.getType()).getRank(); i < rank; ++i)
    result.push_back(b.createOrFold<tensor::DimOp>(tensor, i));
  return result;
}

Values loops(ImplicitLocOpBuilder &b, ValueRange bounds, ValueRange carried, LoopBody body) {
  if (bounds.empty())
    return body(b, {}, carried);
  Values lower(bounds.size(), indexConstant(b, 0)), step(bounds.size(), indexConstant(b, 1));
  scf::LoopNest nest =
      scf::buildLoopNest(b, b.getLoc(), lower, bounds, step, carried,
                         [&](OpBuilder &inner, Location loc, ValueRange indices, ValueRange state) {
                           ImplicitLocOpBuilder located(loc, inner);
                           Values next = body(located, indices, state);
                           return scf::ValueVector(next.begin(), next.end());
                         });
  return Values(nest.results);
}

Values steps(ImplicitLocOpBuilder &b, Value lower, Value upper, Value step, ValueRange carried,
             StepBody body) {
  return Values(
      scf::ForOp::create(b, lower, upper, step, carried,
                         [&](OpBuilder &inner, Location location, Value index, ValueRange carried) {
                           ImplicitLocOpBuilder located(location, inner);
                           scf::YieldOp::create(located, body(located, index, carried));
                         })
          .getResults());
}

Values branch(ImplicitLocOpBuilder &b, Value condition, BranchBody then, BranchBody otherwise) {
  const auto side = [](BranchBody body) {
    return [body](OpBuilder &inner, Location location) {
      ImplicitLocOpBuilder located(location, inner);
      scf::YieldOp::create(located, body(located));
    };
  };
  if (!otherwise)
    return Values(scf::IfOp::create(b, condition, side(then)).getResults());
  return Values(scf::IfOp::create(b, condition, side(then), side(otherwise)).getResults());
}

Value product(ImplicitLocOpBuilder &b, ValueRange factors) {
  if (factors.empty())
    return indexConstant(b, 1);
  Value result = factors.front();
  for (Value factor : factors.drop_front())
    result = b.createOrFold<arith::MulIOp>(result, factor);
  return result;
}

Value forEachElement(ImplicitLocOpBuilder &b, Value init, ElementBody body) {
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, init.getType(), ValueRange{}, init,
                                   b.getMultiDimIdentityMap(rank), iterators,
                                   [&](OpBuilder &inner, Location loc, ValueRange) {
                                     ImplicitLocOpBuilder b(loc, inner);
                                     Values place;
                                     for (int64_t i = 0; i < rank; ++i)
                                       place.push_back(linalg::IndexOp::create(b, i));
                                     linalg::YieldOp::create(b, body(b, place));
                                   })
      .getResult(0);
}

Values insertAt(ValueRange indices, int64_t dim, Value value) {
  Values result(indices);
  result.insert(result.begin() + dim, value);
  return result;
}

Values dropAt(ValueRange indices, int64_t dim) {
  Values result(indices);
  result.erase(result.begin() + dim);
  return result;
}

Type elementType(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getElementType(); }

Value toIndex(ImplicitLocOpBuilder &b, Value value) {
  return arith::IndexCastOp::create(b, b.getIndexType(), value);
}

Value extend(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (isa<FloatType>(type))
    return arith::ExtFOp::create(b, type, value);
  return arith::ExtSIOp::create(b, type, value);
}

Value extremeConstant(ImplicitLocOpBuilder &b, Type type, Extreme which) {
  bool least = which == Extreme::Least;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    auto infinity = APFloat::getInf(floatType.getFloatSemantics(), least);
    return arith::ConstantOp::create(b, b.getFloatAttr(type, infinity));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  APInt value = least ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width);
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

template <class FloatOp, class IntegerOp>
static Value arithmetic(ImplicitLocOpBuilder &b, Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return FloatOp::create(b, x, y);
  return IntegerOp::create(b, x, y);
}

Value add(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arithmetic<arith::AddFOp, arith::AddIOp>(b, x, y);
}

Value multiply(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arithmetic<arith::MulFOp, arith::MulIOp>(b, x, y);
}

Value least(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arithmetic<arith::MinimumFOp, arith::MinSIOp>(b, x, y);
}

Value greatest(ImplicitLocOpBuilder &b, Value x, Value y) {
  return arithmetic<arith::MaximumFOp, arith::MaxSIOp>(b, x, y);
}

Value isLess(ImplicitLocOpBuilder &b, Value x, Value y) {
  if (isa<FloatType>(x.getType()))
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, x, y);
}

} // namespace assay
