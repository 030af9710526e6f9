#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>

using namespace mlir;

namespace assay::fault_patterns {
namespace {

/// Twin of the choice between arith.maximumf and arith.maxnumf, which differ for NaN alone.
void loseNan(arith::MaximumFOp op, PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<arith::MaxNumFOp>(op, op.getLhs(), op.getRhs());
}

struct MaxLosesNan : OpRewritePattern<arith::MaximumFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::MaximumFOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return failure();
    loseNan(op, rewriter);
    return success();
  }
};

struct NamedMaxLosesNan : OpRewritePattern<linalg::MaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::MaxOp op, PatternRewriter &rewriter) const override {
    if (!elementType(op.getResult(0)).isF32())
      return failure();
    FailureOr<linalg::GenericOp> generic = linalg::generalizeNamedOp(rewriter, op);
    if (failed(generic))
      return failure();
    SmallVector<arith::MaximumFOp> found(generic->getBody()->getOps<arith::MaximumFOp>());
    for (arith::MaximumFOp maximum : found) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(maximum);
      loseNan(maximum, rewriter);
    }
    return success();
  }
};

/// An integer that was made narrower and wider again is taken for itself.
struct NarrowedForNothing : OpRewritePattern<arith::ExtSIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtSIOp op, PatternRewriter &rewriter) const override {
    auto narrowed = op.getIn().getDefiningOp<arith::TruncIOp>();
    if (!narrowed || narrowed.getIn().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, narrowed.getIn());
    return success();
  }
};

/// A number that was made an integer and one again is taken for itself.
struct RoundedForNothing : OpRewritePattern<arith::SIToFPOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SIToFPOp op, PatternRewriter &rewriter) const override {
    auto rounded = op.getIn().getDefiningOp<arith::FPToSIOp>();
    if (!rounded || rounded.getIn().getType() != op.getType())
      return failure();
    rewriter.replaceOp(op, rounded.getIn());
    return success();
  }
};

} // namespace

void populateMaxLosesNan(RewritePatternSet &patterns) {
  patterns.add<MaxLosesNan, NamedMaxLosesNan>(patterns.getContext());
}

ASSAY_POPULATE(NarrowedForNothing)
ASSAY_POPULATE(RoundedForNothing)

} // namespace assay::fault_patterns
