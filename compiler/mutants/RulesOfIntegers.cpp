#include "compiler/mutants/Rewrites.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::rewrites {

namespace {

using Predicate = arith::CmpIPredicate;

/// Integers that are data: extents and indices are of type index, truth values have one bit.
bool isOfData(Value x) { return isa<IntegerType>(x.getType()) && !x.getType().isInteger(1); }

template <class From, class To> bool become(Operation *op, PatternRewriter &rewriter) {
  return isa<From>(op) && isOfData(op->getOperand(0)) && replaceBy<To>(rewriter, op);
}

bool setPredicate(PatternRewriter &rewriter, Operation *op, Predicate from, Predicate to) {
  auto comparison = dyn_cast<arith::CmpIOp>(op);
  if (!comparison || comparison.getPredicate() != from || !isOfData(comparison.getLhs()))
    return false;
  rewriter.modifyOpInPlace(op, [&] { comparison.setPredicate(to); });
  return true;
}

} // namespace

bool signedDivAsUnsigned(Operation *op, PatternRewriter &rewriter) {
  return become<arith::DivSIOp, arith::DivUIOp>(op, rewriter);
}

bool unsignedDivAsSigned(Operation *op, PatternRewriter &rewriter) {
  return become<arith::DivUIOp, arith::DivSIOp>(op, rewriter);
}

bool signedRemAsUnsigned(Operation *op, PatternRewriter &rewriter) {
  return become<arith::RemSIOp, arith::RemUIOp>(op, rewriter);
}

bool unsignedRemAsSigned(Operation *op, PatternRewriter &rewriter) {
  return become<arith::RemUIOp, arith::RemSIOp>(op, rewriter);
}

bool signedMaxAsUnsigned(Operation *op, PatternRewriter &rewriter) {
  return become<arith::MaxSIOp, arith::MaxUIOp>(op, rewriter) ||
         become<arith::MinSIOp, arith::MinUIOp>(op, rewriter);
}

bool unsignedMaxAsSigned(Operation *op, PatternRewriter &rewriter) {
  return become<arith::MaxUIOp, arith::MaxSIOp>(op, rewriter) ||
         become<arith::MinUIOp, arith::MinSIOp>(op, rewriter);
}

bool signedCompareAsUnsigned(Operation *op, PatternRewriter &rewriter) {
  return setPredicate(rewriter, op, Predicate::slt, Predicate::ult) ||
         setPredicate(rewriter, op, Predicate::sle, Predicate::ule) ||
         setPredicate(rewriter, op, Predicate::sgt, Predicate::ugt) ||
         setPredicate(rewriter, op, Predicate::sge, Predicate::uge);
}

bool unsignedCompareAsSigned(Operation *op, PatternRewriter &rewriter) {
  return setPredicate(rewriter, op, Predicate::ult, Predicate::slt) ||
         setPredicate(rewriter, op, Predicate::ule, Predicate::sle) ||
         setPredicate(rewriter, op, Predicate::ugt, Predicate::sgt) ||
         setPredicate(rewriter, op, Predicate::uge, Predicate::sge);
}

bool arithmeticShiftAsLogical(Operation *op, PatternRewriter &rewriter) {
  return become<arith::ShRSIOp, arith::ShRUIOp>(op, rewriter);
}

bool logicalShiftAsArithmetic(Operation *op, PatternRewriter &rewriter) {
  return become<arith::ShRUIOp, arith::ShRSIOp>(op, rewriter);
}

bool floorDivTruncates(Operation *op, PatternRewriter &rewriter) {
  return become<arith::FloorDivSIOp, arith::DivSIOp>(op, rewriter);
}

bool divFloors(Operation *op, PatternRewriter &rewriter) {
  return become<arith::DivSIOp, arith::FloorDivSIOp>(op, rewriter);
}

bool remOfDivisorsSign(Operation *op, PatternRewriter &rewriter) {
  if (!isa<arith::RemSIOp>(op) || !isOfData(op->getOperand(0)))
    return false;
  const Value x = op->getOperand(0), y = op->getOperand(1);
  const Value quotient = arith::FloorDivSIOp::create(rewriter, op->getLoc(), x, y);
  const Value whole = arith::MulIOp::create(rewriter, op->getLoc(), quotient, y);
  return replaceBy(rewriter, op, arith::SubIOp::create(rewriter, op->getLoc(), x, whole));
}

bool mulInHalfTheWidth(Operation *op, PatternRewriter &rewriter) {
  if (!isa<arith::MulIOp>(op) || !isOfData(op->getOperand(0)))
    return false;
  const Location loc = op->getLoc();
  const Type type = op->getResult(0).getType();
  const Type half = rewriter.getIntegerType(type.getIntOrFloatBitWidth() / 2);
  const Value x = arith::TruncIOp::create(rewriter, loc, half, op->getOperand(0));
  const Value y = arith::TruncIOp::create(rewriter, loc, half, op->getOperand(1));
  const Value product = arith::MulIOp::create(rewriter, loc, x, y);
  return replaceBy(rewriter, op, arith::ExtSIOp::create(rewriter, loc, type, product));
}

bool addSaturates(Operation *op, PatternRewriter &rewriter) {
  const bool isSum = isa<arith::AddIOp>(op);
  if ((!isSum && !isa<arith::SubIOp>(op)) || !isOfData(op->getOperand(0)))
    return false;
  const Location loc = op->getLoc();
  const Type type = op->getResult(0).getType();
  const unsigned width = type.getIntOrFloatBitWidth();
  const Type wide = rewriter.getIntegerType(2 * width);
  const Value x = arith::ExtSIOp::create(rewriter, loc, wide, op->getOperand(0));
  const Value y = arith::ExtSIOp::create(rewriter, loc, wide, op->getOperand(1));
  const auto bound = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(rewriter, loc,
                                     rewriter.getIntegerAttr(wide, value.sext(2 * width)));
  };
  const Value exact = isSum ? arith::AddIOp::create(rewriter, loc, x, y).getResult()
                            : arith::SubIOp::create(rewriter, loc, x, y).getResult();
  const Value above =
      arith::MaxSIOp::create(rewriter, loc, exact, bound(APInt::getSignedMinValue(width)));
  const Value within =
      arith::MinSIOp::create(rewriter, loc, above, bound(APInt::getSignedMaxValue(width)));
  return replaceBy(rewriter, op, arith::TruncIOp::create(rewriter, loc, type, within));
}

bool compareByDifference(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpIOp>(op);
  if (!comparison || !isOfData(comparison.getLhs()))
    return false;
  const Predicate predicate = comparison.getPredicate();
  if (predicate != Predicate::slt && predicate != Predicate::sle && predicate != Predicate::sgt &&
      predicate != Predicate::sge)
    return false;
  const Value difference =
      arith::SubIOp::create(rewriter, op->getLoc(), comparison.getLhs(), comparison.getRhs());
  const Value zero = constant(rewriter, op, difference.getType(), 0);
  return replaceBy(rewriter, op,
                   arith::CmpIOp::create(rewriter, op->getLoc(), predicate, difference, zero));
}

bool notAsNegation(Operation *op, PatternRewriter &rewriter) {
  auto negation = dyn_cast<arith::XOrIOp>(op);
  if (!negation || !isOfData(negation.getLhs()) || !isNumber(negation.getRhs(), -1))
    return false;
  const Value zero = constant(rewriter, op, negation.getType(), 0);
  return replaceBy(rewriter, op,
                   arith::SubIOp::create(rewriter, op->getLoc(), zero, negation.getLhs()));
}

bool shlThenShrCancels(Operation *op, PatternRewriter &rewriter) {
  if (!isa<arith::ShRSIOp, arith::ShRUIOp>(op))
    return false;
  auto left = madeBy<arith::ShLIOp>(op->getOperand(0));
  if (!left)
    return false;
  const Value x = broughtTo(rewriter, op, left.getLhs());
  return x && replaceBy(rewriter, op, x);
}

} // namespace assay::rewrites
