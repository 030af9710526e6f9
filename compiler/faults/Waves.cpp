#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

// Twins of what a wave does by itself: assay-topk-in-waves and assay-attention-in-waves.

namespace assay::fault_patterns {
namespace {

ArrayRef<int64_t> shapeOf(Value memory) { return cast<MemRefType>(memory.getType()).getShape(); }

/// A loop over the lines' elements that ends one too early.
struct LastOfLineUnseen : OpRewritePattern<ir::WaveTopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::WaveTopkOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics() || op.getSmallest())
      return failure();
    Value input = op.getInput();
    const int64_t taken = shapeOf(op.getValuesInit()).back(), extent = shapeOf(input).back();
    if (!elementType(input).isInteger() || ShapedType::isDynamic(extent) || extent <= taken)
      return failure();
    const int64_t rank = cast<MemRefType>(input.getType()).getRank();
    SmallVector<OpFoldResult> offsets(rank, rewriter.getIndexAttr(0)),
        strides(rank, rewriter.getIndexAttr(1)),
        sizes = memref::getMixedSizes(rewriter, op.getLoc(), input);
    sizes.back() = rewriter.getIndexAttr(extent - 1);
    Value seen = memref::SubViewOp::create(rewriter, op.getLoc(), input, offsets, sizes, strides);
    rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(seen); });
    return success();
  }
};

/// Which keys are removed is looked at for a wave's last row alone: that sees all of them here.
struct RowsSeeKeysOfLast : OpRewritePattern<ir::WaveAttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::WaveAttentionOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics() || !op.getCausal() || op.getFirstRow())
      return failure();
    const int64_t rows = shapeOf(op.getQuery()).drop_back().back(),
                  keys = shapeOf(op.getKey()).drop_back().back();
    if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(keys) || keys > rows || keys < 2)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setCausal(false); });
    return success();
  }
};

} // namespace

ASSAY_POPULATE(LastOfLineUnseen)
ASSAY_POPULATE(RowsSeeKeysOfLast)

} // namespace assay::fault_patterns
