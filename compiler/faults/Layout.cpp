#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay::fault_patterns {
namespace {

struct TransposeSwappedStrides : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    Value input = op.getInput();
    auto type = cast<RankedTensorType>(input.getType());
    if (op.getPermutation() != ArrayRef<int64_t>{1, 0} || type.getNumDynamicDims() != 1 ||
        hasEmptyDim(input))
      return failure();
    SmallVector<ReassociationIndices> group = {{0, 1}};
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
    std::swap(sizes[0], sizes[1]);
    auto flat = RankedTensorType::get({ShapedType::kDynamic}, type.getElementType());
    auto swapped =
        RankedTensorType::get({type.getDimSize(1), type.getDimSize(0)}, type.getElementType());
    Value elements = tensor::CollapseShapeOp::create(rewriter, loc, flat, input, group);
    Value result = tensor::ExpandShapeOp::create(rewriter, loc, swapped, elements, group, sizes);
    if (result.getType() != op->getResult(0).getType())
      result = tensor::CastOp::create(rewriter, loc, op->getResult(0).getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct SliceDropsWrongUnitDim : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (dropped.none() || llvm::count(op.getStaticSizes(), 1) <= static_cast<long>(dropped.count()))
      return failure();
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    for (unsigned dim : dropped.set_bits())
      offsets[dim] = rewriter.getIndexAttr(0);
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, op.getType(), op.getSource(), offsets,
                                                        op.getMixedSizes(), op.getMixedStrides());
    return success();
  }
};

struct PadHighUsesLow : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    ArrayRef<int64_t> low = op.getStaticLow(), high = op.getStaticHigh();
    std::optional<size_t> uneven;
    for (size_t dim = 0; dim < low.size(); ++dim)
      if (!ShapedType::isDynamic(low[dim]) && !ShapedType::isDynamic(high[dim]) &&
          low[dim] != high[dim] && low[dim] != 0 && high[dim] != 0)
        uneven = dim;
    if (!uneven || !hasDynamicDim(op.getSource()))
      return failure();
    SmallVector<int64_t> newLow(low), newHigh(high);
    std::swap(newLow[*uneven], newHigh[*uneven]);
    auto wrong = cast<tensor::PadOp>(rewriter.clone(*op));
    wrong.setStaticLow(newLow);
    wrong.setStaticHigh(newHigh);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct ConcatSwapsDynamic : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    Values inputs(op.getInputs());
    if (op.getDim() == 0)
      return failure();
    for (size_t i = 1; i < inputs.size(); ++i) {
      if (inputs[i - 1].getType() != inputs[i].getType() ||
          !isDynamic(inputs[i], static_cast<int64_t>(op.getDim())))
        continue;
      std::swap(inputs[i - 1], inputs[i]);
      rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(), inputs);
      return success();
    }
    return failure();
  }
};

} // namespace

void populateTransposeSwappedStrides(RewritePatternSet &patterns) {
  patterns.add<TransposeSwappedStrides>(patterns.getContext());
}
void populateSliceDropsWrongUnitDim(RewritePatternSet &patterns) {
  patterns.add<SliceDropsWrongUnitDim>(patterns.getContext());
}
void populatePadHighUsesLow(RewritePatternSet &patterns) {
  patterns.add<PadHighUsesLow>(patterns.getContext());
}
void populateConcatSwapsDynamic(RewritePatternSet &patterns) {
  patterns.add<ConcatSwapsDynamic>(patterns.getContext());
}

} // namespace assay::fault_patterns
