#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/mutants/Rewrites.h"

#include <mlir/Dialect/Math/IR/Math.h>

using namespace mlir;

namespace assay::rewrites {

namespace {

/// Whether the body of the op, or of what it is in, combines along a dim with that scalar op.
template <class... CombinerOp> bool reducesBy(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1)
    return false;
  return isa_and_nonnull<CombinerOp...>(
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp());
}

/// The value that a reduction starts from everywhere; null if it starts from a tensor.
linalg::FillOp startOf(linalg::LinalgOp op) {
  return op.getDpsInitOperand(0)->get().getDefiningOp<linalg::FillOp>();
}

/// Has it start from another number.
bool startFrom(PatternRewriter &rewriter, linalg::LinalgOp op, Value number) {
  const Value empty = startOf(op).getOutputs()[0];
  const Value filled = linalg::FillOp::create(rewriter, op.getLoc(), number, empty).getResult(0);
  rewriter.modifyOpInPlace(op, [&] { op.getDpsInitsMutable()[0].set(filled); });
  return true;
}

/// The number that a reduction by one of these ops starts from; null of others.
template <class... CombinerOp> Value startBefore(Operation *op) {
  auto reduction = dyn_cast<linalg::LinalgOp>(op);
  if (!reduction || !reducesBy<CombinerOp...>(reduction))
    return {};
  linalg::FillOp fill = startOf(reduction);
  return fill ? fill.getInputs()[0] : Value();
}

template <class... CombinerOp>
bool startFromNumber(Operation *op, PatternRewriter &rewriter, double number) {
  const Value start = startBefore<CombinerOp...>(op);
  return start && !isNumber(start, number) &&
         startFrom(rewriter, cast<linalg::LinalgOp>(op),
                   constant(rewriter, op, start.getType(), number));
}

/// The sum of what a body has so far and an element that is extended to its type; null of other
/// ops.
template <class SumOp, class... ExtendOp> Operation *extendedTerm(Operation *op) {
  if (!isa<SumOp>(op) || !isa<linalg::LinalgOp>(op->getParentOp()) ||
      cast<linalg::LinalgOp>(op->getParentOp()).getNumReductionLoops() == 0)
    return nullptr;
  for (Value operand : op->getOperands()) {
    Operation *term = operand.getDefiningOp();
    if (term && term->getNumOperands() == 2) // a product
      term = term->getOperand(0).getDefiningOp();
    if (isa_and_nonnull<ExtendOp...>(term) && !term->getOperand(0).getType().isInteger(1))
      return term;
  }
  return nullptr;
}

/// The op's result is kept in a narrower type.
template <class TruncateOp, class ExtendOp>
bool keepNarrow(PatternRewriter &rewriter, Operation *op, Type narrow) {
  const Value exact = rewriter.clone(*op)->getResult(0);
  const Value kept = TruncateOp::create(rewriter, op->getLoc(), narrow, exact);
  return replaceBy(rewriter, op, ExtendOp::create(rewriter, op->getLoc(), exact.getType(), kept));
}

} // namespace

bool intSumInElementType(Operation *op, PatternRewriter &rewriter) {
  Operation *term = extendedTerm<arith::AddIOp, arith::ExtSIOp>(op);
  return term &&
         keepNarrow<arith::TruncIOp, arith::ExtSIOp>(rewriter, op, term->getOperand(0).getType());
}

bool floatSumInElementType(Operation *op, PatternRewriter &rewriter) {
  Operation *term = extendedTerm<arith::AddFOp, arith::ExtFOp>(op);
  return term &&
         keepNarrow<arith::TruncFOp, arith::ExtFOp>(rewriter, op, term->getOperand(0).getType());
}

bool maxStartsFromZero(Operation *op, PatternRewriter &rewriter) {
  return startFromNumber<arith::MaximumFOp, arith::MaxSIOp>(op, rewriter, 0);
}

bool minStartsFromZero(Operation *op, PatternRewriter &rewriter) {
  return startFromNumber<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(op, rewriter, 0);
}

bool andStartsFromZero(Operation *op, PatternRewriter &rewriter) {
  return startFromNumber<arith::AndIOp>(op, rewriter, 0);
}

bool productStartsFromZero(Operation *op, PatternRewriter &rewriter) {
  return startFromNumber<arith::MulFOp, arith::MulIOp>(op, rewriter, 0);
}

bool maxStartsFromFinite(Operation *op, PatternRewriter &rewriter) {
  const Value least = startBefore<arith::MaximumFOp>(op),
              greatest = startBefore<arith::MinimumFOp>(op);
  auto type = dyn_cast_or_null<FloatType>(least      ? least.getType()
                                          : greatest ? greatest.getType()
                                                     : Type());
  if (!type)
    return false;
  const APFloat finite = APFloat::getLargest(type.getFloatSemantics(), bool(least));
  const Value start =
      arith::ConstantOp::create(rewriter, op->getLoc(), rewriter.getFloatAttr(type, finite));
  return startFrom(rewriter, cast<linalg::LinalgOp>(op), start);
}

bool reduceDropsDestination(Operation *op, PatternRewriter &rewriter) {
  auto reduction = dyn_cast<linalg::LinalgOp>(op);
  if (!reduction || !reducesBy<arith::AddFOp, arith::AddIOp>(reduction) ||
      reduction.getNumDpsInputs() != 1 || startOf(reduction))
    return false;
  const Value start = reduction.getDpsInitOperand(0)->get();
  const Value zero = constant(rewriter, op, elementType(start), 0);
  const Value filled = linalg::FillOp::create(rewriter, op->getLoc(), zero, start).getResult(0);
  rewriter.modifyOpInPlace(op, [&] { reduction.getDpsInitsMutable()[0].set(filled); });
  return true;
}

bool argReduceTakesLast(Operation *op, PatternRewriter &rewriter) {
  // Of two equal elements the one of the lesser index wins, in one body.
  auto earlier = dyn_cast<arith::CmpIOp>(op);
  if (!earlier || earlier.getPredicate() != arith::CmpIPredicate::slt)
    return false;
  auto here = earlier.getLhs().getDefiningOp<arith::IndexCastOp>();
  if (!here || !here.getIn().getDefiningOp<linalg::IndexOp>())
    return false;
  rewriter.modifyOpInPlace(op, [&] { earlier.setPredicate(arith::CmpIPredicate::sgt); });
  return true;
}

bool windowWithoutDilation(Operation *op, PatternRewriter &rewriter) {
  auto pooling = dyn_cast<linalg::GenericOp>(op);
  return pooling && !multiplies(pooling) &&
         readNeighbours(rewriter, pooling, utils::IteratorType::reduction);
}

bool windowWithoutStride(Operation *op, PatternRewriter &rewriter) {
  auto pooling = dyn_cast<linalg::GenericOp>(op);
  return pooling && !multiplies(pooling) &&
         readNeighbours(rewriter, pooling, utils::IteratorType::parallel);
}

bool scanInclusive(Operation *op, PatternRewriter &rewriter) {
  return setFlag(rewriter, op, &ir::ScanOp::getExclusive, &ir::ScanOp::setExclusive, false);
}

bool scanExclusive(Operation *op, PatternRewriter &rewriter) {
  return setFlag(rewriter, op, &ir::ScanOp::getExclusive, &ir::ScanOp::setExclusive, true);
}

bool scanForwards(Operation *op, PatternRewriter &rewriter) {
  return setFlag(rewriter, op, &ir::ScanOp::getReverse, &ir::ScanOp::setReverse, false);
}

bool scanInElementType(Operation *op, PatternRewriter &rewriter) {
  auto scan = dyn_cast<ir::ScanOp>(op);
  const Type narrow = scan ? elementType(scan.getInput()) : Type();
  if (!scan || scan.getStart() || narrow == elementType(scan.getResult()))
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value empty =
      tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), scan.getInput()), narrow);
  const Value made = ir::ScanOp::create(b, empty.getType(), scan.getInput(), Value(), empty,
                                        scan.getFunctionAttr(), scan.getDimAttr(),
                                        scan.getExclusiveAttr(), scan.getReverseAttr());
  const Value wide =
      forEachElement(b, scan.getInit(), [&](ImplicitLocOpBuilder &inner, ValueRange place) {
        return extend(inner, tensor::ExtractOp::create(inner, made, place),
                      elementType(scan.getResult()));
      });
  return replaceBy(rewriter, op, wide);
}

bool softmaxWithoutMax(Operation *op, PatternRewriter &rewriter) {
  auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
  if (!softmax)
    return false;
  auto steps = softmax.decomposeOperation(rewriter);
  if (failed(steps))
    return false;
  // The exponent of what is left when the maximum is subtracted.
  auto quotient = (*steps)[0].getDefiningOp<linalg::GenericOp>();
  auto powers = quotient ? quotient.getInputs()[0].getDefiningOp<linalg::GenericOp>() : nullptr;
  if (!powers)
    return false;
  for (auto sub : llvm::make_early_inc_range(powers.getBody()->getOps<arith::SubFOp>()))
    rewriter.replaceOp(sub, sub.getLhs());
  rewriter.replaceOp(op, *steps);
  return true;
}

bool softmaxAlongOtherDim(Operation *op, PatternRewriter &rewriter) {
  auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
  const int64_t rank = softmax ? cast<RankedTensorType>(softmax.getInput().getType()).getRank() : 0;
  if (rank < 2)
    return false;
  const auto dim = (softmax.getDimension() + 1) % static_cast<uint64_t>(rank);
  rewriter.modifyOpInPlace(op, [&] { softmax.setDimension(dim); });
  return true;
}

} // namespace assay::rewrites
