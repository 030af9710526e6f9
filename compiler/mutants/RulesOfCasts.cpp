#include "compiler/mutants/Rewrites.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>

using namespace mlir;

namespace assay::rewrites {

namespace {

/// A cast of what another one made: the first one's operand, where its type is the result's.
bool cancel(PatternRewriter &rewriter, Operation *op, Operation *made) {
  if (!made || made->getOperand(0).getType() != op->getResult(0).getType())
    return false;
  const Value x = broughtTo(rewriter, op, made->getOperand(0));
  return x && replaceBy(rewriter, op, x);
}

bool isOfBool(Operation *op) { return op->getOperand(0).getType().isInteger(1); }

/// The cast of a float with another function before it.
template <class RoundOp> bool castRounded(Operation *op, PatternRewriter &rewriter) {
  if (!isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return false;
  const Value rounded = RoundOp::create(rewriter, op->getLoc(), op->getOperand(0));
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, rounded); });
  return true;
}

} // namespace

bool truncateThenExtend(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::ExtSIOp, arith::ExtUIOp>(op) &&
         cancel(rewriter, op, madeBy<arith::TruncIOp>(op->getOperand(0)));
}

bool floatToIntAndBack(Operation *op, PatternRewriter &rewriter) {
  if (isa<arith::SIToFPOp>(op))
    return cancel(rewriter, op, madeBy<arith::FPToSIOp>(op->getOperand(0)));
  return isa<arith::UIToFPOp>(op) &&
         cancel(rewriter, op, madeBy<arith::FPToUIOp>(op->getOperand(0)));
}

bool signedToFloatAsUnsigned(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::SIToFPOp>(op) && replaceBy<arith::UIToFPOp>(rewriter, op);
}

bool unsignedToFloatAsSigned(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::UIToFPOp>(op) && !isOfBool(op) && replaceBy<arith::SIToFPOp>(rewriter, op);
}

bool signedExtendsByZero(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::ExtSIOp>(op) && replaceBy<arith::ExtUIOp>(rewriter, op);
}

bool unsignedExtendsBySign(Operation *op, PatternRewriter &rewriter) {
  return isa<arith::ExtUIOp>(op) && !isOfBool(op) && replaceBy<arith::ExtSIOp>(rewriter, op);
}

bool boolIsSigned(Operation *op, PatternRewriter &rewriter) {
  if (isa<arith::ExtUIOp>(op) && isOfBool(op))
    return replaceBy<arith::ExtSIOp>(rewriter, op);
  return isa<arith::UIToFPOp>(op) && isOfBool(op) && replaceBy<arith::SIToFPOp>(rewriter, op);
}

bool floatToIntRounds(Operation *op, PatternRewriter &rewriter) {
  return castRounded<math::RoundEvenOp>(op, rewriter);
}

bool floatToIntFloors(Operation *op, PatternRewriter &rewriter) {
  return castRounded<math::FloorOp>(op, rewriter);
}

bool bf16ByTruncation(Operation *op, PatternRewriter &rewriter) {
  if (!isa<arith::TruncFOp>(op) || !op->getResult(0).getType().isBF16() ||
      !op->getOperand(0).getType().isF32())
    return false;
  const Location loc = op->getLoc();
  const Value bits =
      arith::BitcastOp::create(rewriter, loc, rewriter.getI32Type(), op->getOperand(0));
  const Value by = constant(rewriter, op, rewriter.getI32Type(), 16);
  const Value upper = arith::TruncIOp::create(rewriter, loc, rewriter.getI16Type(),
                                              arith::ShRUIOp::create(rewriter, loc, bits, by));
  return replaceBy(rewriter, op,
                   arith::BitcastOp::create(rewriter, loc, rewriter.getBF16Type(), upper));
}

bool narrowingSaturates(Operation *op, PatternRewriter &rewriter) {
  auto narrow = dyn_cast<arith::TruncFOp>(op);
  if (!narrow)
    return false;
  const Location loc = op->getLoc();
  auto to = cast<FloatType>(narrow.getType()), from = cast<FloatType>(narrow.getIn().getType());
  const auto largest = [&](bool isNegative) -> Value {
    APFloat value = APFloat::getLargest(to.getFloatSemantics(), isNegative);
    bool losesInfo = false;
    value.convert(from.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return arith::ConstantOp::create(rewriter, loc, rewriter.getFloatAttr(from, value));
  };
  const Value above = arith::MaximumFOp::create(rewriter, loc, narrow.getIn(), largest(true));
  const Value within = arith::MinimumFOp::create(rewriter, loc, above, largest(false));
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, within); });
  return true;
}

bool floatToBoolTruncates(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpFOp>(op);
  if (!comparison || comparison.getPredicate() != arith::CmpFPredicate::UNE ||
      !isNumber(comparison.getRhs(), 0))
    return false;
  const Value whole = math::TruncOp::create(rewriter, op->getLoc(), comparison.getLhs());
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, whole); });
  return true;
}

bool intToBoolByLowBit(Operation *op, PatternRewriter &rewriter) {
  auto comparison = dyn_cast<arith::CmpIOp>(op);
  if (!comparison || comparison.getPredicate() != arith::CmpIPredicate::ne ||
      !isa<IntegerType>(comparison.getLhs().getType()) ||
      comparison.getLhs().getType().isInteger(1) || !isNumber(comparison.getRhs(), 0))
    return false;
  return replaceBy(
      rewriter, op,
      arith::TruncIOp::create(rewriter, op->getLoc(), rewriter.getI1Type(), comparison.getLhs()));
}

} // namespace assay::rewrites
