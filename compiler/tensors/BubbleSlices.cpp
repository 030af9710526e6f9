#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Tiling.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_BUBBLESLICESPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

struct SliceOfLines : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    // In a loop the lines would be worked on each time.
    if (!result || !result.getOwner()->hasOneUse() || !op.hasUnitStride() ||
        result.getOwner()->getBlock() != op->getBlock())
      return failure();
    const std::optional<ir::Tiling> tiling = ir::tilingOf(result.getOwner());
    if (!tiling || !tiling->isCutAlongLoops(result.getResultNumber(), op.getStaticSizes()))
      return failure();
    const SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    // Which dims are dropped is only plain while no size can turn out to be 1.
    const bool dropsDims = op.getDroppedDims().any();
    if (dropsDims && ShapedType::isDynamicShape(op.getStaticSizes()))
      return failure();
    FailureOr<TilingResult> tile =
        tiling->tileOfResult(rewriter, result.getResultNumber(), op.getMixedOffsets(), sizes);
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
