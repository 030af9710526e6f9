#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

using namespace mlir;

// Twins of assay-strip-compilation-info. What it leaves behind is there once it has run, where
// assay-verify-stripped looks at it.

namespace assay::fault_patterns {
namespace {

/// Takes more away than what tunes the op.
struct StripTakesCausal : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    if (!op.getCausal() || !op.getMask())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setCausal(false); });
    return success();
  }
};

/// Attention is no op that it knows: what tunes its products stays.
struct StripSkipsAttention : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    if (op.getMask() || !elementType(op.getQuery()).isF16())
      return failure();
    const SmallVector<int64_t> untiled(ir::loopsOfProducts(op), 0);
    auto config = ir::LoweringConfigAttr::get(op.getContext(), untiled);
    auto products = rewriter.getDictionaryAttr(rewriter.getNamedAttr("qk", config));
    rewriter.modifyOpInPlace(op, [&] { op->setAttr(ir::decompositionConfigName, products); });
    return success();
  }
};

/// The dictionary that they were in stays, and is empty.
struct StripLeavesDictionary : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    if (!op.getCausal() || !elementType(op.getQuery()).isF32())
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr(ir::decompositionConfigName, rewriter.getDictionaryAttr({})); });
    return success();
  }
};

} // namespace

ASSAY_POPULATE(StripTakesCausal)
ASSAY_POPULATE(StripSkipsAttention)
ASSAY_POPULATE(StripLeavesDictionary)

} // namespace assay::fault_patterns
