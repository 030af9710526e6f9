#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Tensor/Transforms/Transforms.h>

using namespace mlir;

namespace assay {
namespace {

/// Upstream's decomposition would make slices at offset 0 of extent 0, which their verifier
/// rejects, for operands of which types or constants say that there is nothing along the dim. Those
/// are left out; and if there is nothing along another dim, there is no result to speak of.
struct LowerConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    ReifiedRankedShapedTypeDims shape;
    if (failed(op.reifyResultShapes(rewriter, shape)))
      return failure();
    const auto dim = static_cast<int64_t>(op.getDim());
    bool isEmpty = ir::hasNoElements(op);
    Values inputs;
    for (Value input : op.getInputs()) {
      const auto sizes = tensor::getMixedSizes(rewriter, op.getLoc(), input);
      bool isNothing = false;
      for (auto [place, size] : llvm::enumerate(sizes))
        if (isZeroInteger(size))
          (static_cast<int64_t>(place) == dim ? isNothing : isEmpty) = true;
      if (!isNothing)
        inputs.push_back(input);
    }
    Value result = isEmpty || inputs.empty()
                       ? tensor::EmptyOp::create(rewriter, op.getLoc(), shape[0],
                                                 op.getType().getElementType())
                             .getResult()
                       : concat(rewriter, op, inputs);
    if (result.getType() != op.getType())
      result = tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Value concat(PatternRewriter &rewriter, tensor::ConcatOp op, ValueRange inputs) {
    auto fewer = tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(), inputs);
    FailureOr<SmallVector<Value>> parts = fewer.decomposeOperation(rewriter);
    rewriter.eraseOp(fewer);
    return parts->front();
  }
};

/// Of a source's dim, what is left where a pad takes away instead of adding; nothing where types
/// and constants do not tell.
struct Crop {
  int64_t offset, size;
};
std::optional<Crop> cropOf(tensor::PadOp op, int64_t dim) {
  const int64_t extent = op.getSourceType().getDimSize(dim);
  const auto low = getConstantIntValue(op.getMixedLowPad()[dim]),
             high = getConstantIntValue(op.getMixedHighPad()[dim]);
  const int64_t first = std::max<int64_t>(0, -low.value_or(0)),
                last = std::max<int64_t>(0, -high.value_or(0));
  if (first + last == 0)
    return Crop{0, extent};
  return ShapedType::isDynamic(extent) ? std::nullopt
                                       : std::optional(Crop{first, extent - first - last});
}

/// A pad of nothing is all padding, whether there is nothing or all of it is taken away, and what
/// has no elements may as well be. Upstream would make a slice of extent 0 at the end of a dim, or
/// one of all the source, which its verifier rejects.
struct GeneratePadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    ReifiedRankedShapedTypeDims shape;
    bool isNothing = ir::hasNoElements(op.getSource()) || ir::hasNoElements(op.getResult());
    for (int64_t dim = 0; dim < op.getSourceType().getRank(); ++dim)
      if (const std::optional<Crop> crop = cropOf(op, dim))
        isNothing |= !ShapedType::isDynamic(crop->size) && crop->size <= 0;
    if (!isNothing || failed(op.reifyResultShapes(rewriter, shape)))
      return failure();
    Values dynamic;
    for (int64_t i = 0; i < op.getResultType().getRank(); ++i)
      if (op.getResultType().isDynamicDim(i))
        dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), shape[0][i]));
    auto all = tensor::GenerateOp::create(rewriter, op.getLoc(), op.getResultType(), dynamic);
    rewriter.inlineRegionBefore(op.getRegion(), all.getBody(), all.getBody().begin());
    rewriter.replaceOp(op, all);
    return success();
  }
};

/// A pad that is seen to take away is one of a part of its source.
struct CropPadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    const auto takesAway = [](OpFoldResult pad) {
      return getConstantIntValue(pad).value_or(0) < 0;
    };
    SmallVector<OpFoldResult> low = op.getMixedLowPad(), high = op.getMixedHighPad();
    if (llvm::none_of(low, takesAway) && llvm::none_of(high, takesAway))
      return failure();
    SmallVector<OpFoldResult> offsets(low.size(), rewriter.getIndexAttr(0)),
        sizes = tensor::getMixedSizes(rewriter, op.getLoc(), op.getSource());
    const SmallVector<OpFoldResult> ones(low.size(), rewriter.getIndexAttr(1));
    for (size_t dim = 0; dim < low.size(); ++dim) {
      const std::optional<Crop> crop = cropOf(op, static_cast<int64_t>(dim));
      if (!crop)
        return failure();
      if (ShapedType::isDynamic(crop->size))
        continue;
      offsets[dim] = rewriter.getIndexAttr(crop->offset);
      sizes[dim] = rewriter.getIndexAttr(crop->size);
    }
    for (auto *pads : {&low, &high})
      for (OpFoldResult &pad : *pads)
        if (takesAway(pad))
          pad = rewriter.getIndexAttr(0);
    Value part =
        tensor::ExtractSliceOp::create(rewriter, op.getLoc(), op.getSource(), offsets, sizes, ones);
    auto padded = tensor::PadOp::create(rewriter, op.getLoc(), op.getResultType(), part, low, high,
                                        op.getNofold());
    rewriter.inlineRegionBefore(op.getRegion(), padded.getRegion(), padded.getRegion().begin());
    rewriter.replaceOp(op, padded);
    return success();
  }
};

} // namespace

void populateLowerSlicingPatterns(RewritePatternSet &patterns) {
  patterns.add<GeneratePadding>(patterns.getContext(), /*benefit=*/2);
  patterns.add<LowerConcat, CropPadding>(patterns.getContext());
}

} // namespace assay
