#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_BUBBLESLICESPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// The dim that lines run along; nothing of an op that works on no lines.
std::optional<int64_t> dimOfLines(Operation *op) {
  if (!isa<ir::SortOp, ir::SortIndicesOp, ir::TopkOp, ir::ScanOp>(op))
    return std::nullopt;
  return op->getAttrOfType<IntegerAttr>("dim").getInt();
}

/// Whether the types say that the slice has fewer lines than what it is taken from.
bool takesFewerLines(tensor::ExtractSliceOp slice, int64_t dim) {
  ArrayRef<int64_t> sizes = slice.getStaticSizes(), whole = slice.getSourceType().getShape();
  for (int64_t i = 0; i < static_cast<int64_t>(whole.size()); ++i)
    if (i != dim && sizes[static_cast<size_t>(i)] != whole[static_cast<size_t>(i)])
      return true;
  return false;
}

struct SliceOfLines : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    // In a loop the lines would be worked on each time.
    if (!result || !result.getOwner()->hasOneUse() || !op.hasUnitStride() ||
        result.getOwner()->getBlock() != op->getBlock())
      return failure();
    const std::optional<int64_t> dim = dimOfLines(result.getOwner());
    if (!dim || !takesFewerLines(op, *dim))
      return failure();
    const SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    // Which dims are dropped is only plain while no size can turn out to be 1.
    const bool dropsDims = op.getDroppedDims().any();
    if (dropsDims && ShapedType::isDynamicShape(op.getStaticSizes()))
      return failure();
    FailureOr<TilingResult> tile = cast<TilingInterface>(result.getOwner())
                                       .generateResultTileValue(rewriter, result.getResultNumber(),
                                                                op.getMixedOffsets(), sizes);
    if (failed(tile))
      return failure();
    Value part = tile->tiledValues.front();
    if (dropsDims) {
      const SmallVector<OpFoldResult> zeros(sizes.size(), rewriter.getIndexAttr(0)),
          ones(sizes.size(), rewriter.getIndexAttr(1));
      part = tensor::ExtractSliceOp::create(rewriter, op.getLoc(), op.getType(), part, zeros, sizes,
                                            ones);
    }
    rewriter.replaceOp(op, part);
    return success();
  }
};

struct BubbleSlicesPass
    : PatternPass<BubbleSlicesPass, impl::BubbleSlicesPassBase<BubbleSlicesPass>> {
  static void populate(RewritePatternSet &set) { set.add<SliceOfLines>(set.getContext()); }
};

} // namespace

} // namespace assay
