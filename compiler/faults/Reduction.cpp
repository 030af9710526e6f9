#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay::fault_patterns {
namespace {

/// Twin of the split into a part of even extent and a tail.
struct ReductionTailSkipped : OpRewritePattern<linalg::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::ReduceOp op, PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1)
      return failure();
    Value input = op.getInputs()[0];
    int64_t last = cast<RankedTensorType>(input.getType()).getRank() - 1;
    int64_t extent = staticExtent(input, last);
    bool isOdd = !ShapedType::isDynamic(extent) && extent > 2 && extent % 2 == 1;
    if (!isOdd || op.getDimensions() != ArrayRef<int64_t>{last} || hasEmptyDim(input))
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
    sizes[last] = rewriter.getIndexAttr(extent - 1);
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    Value even = tensor::ExtractSliceOp::create(rewriter, loc, input, offsets, sizes, strides);
    auto wrong = cast<linalg::ReduceOp>(rewriter.clone(*op));
    wrong.getInputsMutable().assign(even);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct ScanLosesStart : OpRewritePattern<ir::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScanOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    if (!op.getExclusive() || !op.getStart() || !isDynamic(op.getInput(), dim))
      return failure();
    auto wrong = cast<ir::ScanOp>(rewriter.clone(*op));
    wrong.getStartMutable().clear();
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct AttentionMaskLastColumn : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask())
      return failure();
    int64_t columns = cast<RankedTensorType>(op.getMask().getType()).getRank() - 1;
    int64_t keys = staticExtent(op.getMask(), columns);
    if (ShapedType::isDynamic(keys) || keys % 2 == 0)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = elementType(op.getMask());
    Attribute keeps = type.isInteger(1) ? b.getOneAttr(type) : b.getZeroAttr(type);
    Value kept = arith::ConstantOp::create(b, cast<TypedAttr>(keeps));
    Value last = indexConstant(b, keys - 1);
    Value mask = mapElements(
        b, op.getMask(), [&](ImplicitLocOpBuilder &b, ValueRange place, Value element) -> Value {
          Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place[columns], last);
          return arith::SelectOp::create(b, isLast, kept, element);
        });
    auto wrong = cast<ir::AttentionOp>(b.clone(*op));
    wrong.getMaskMutable().assign(mask);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

} // namespace

void populateReductionTailSkipped(RewritePatternSet &patterns) {
  patterns.add<ReductionTailSkipped>(patterns.getContext());
}
void populateScanLosesStart(RewritePatternSet &patterns) {
  patterns.add<ScanLosesStart>(patterns.getContext());
}
void populateAttentionMaskLastColumn(RewritePatternSet &patterns) {
  patterns.add<AttentionMaskLastColumn>(patterns.getContext());
}

} // namespace assay::fault_patterns
