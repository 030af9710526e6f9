#include "compiler/dialect/Assay.h"

#include <mlir/IR/PatternMatch.h>

using namespace mlir;

namespace assay::ir {

static RankedTensorType ranked(Value value) { return cast<RankedTensorType>(value.getType()); }

bool hasNoElements(Value tensor) { return llvm::is_contained(ranked(tensor).getShape(), 0); }

/// The destination of an op that writes nothing to it.
template <class Op> static OpFoldResult initIf(bool writesNothing, Op op) {
  return writesNothing ? op.getInit() : Value();
}

OpFoldResult AttentionOp::fold(FoldAdaptor) { return initIf(hasNoElements(getInit()), *this); }
OpFoldResult GatherOp::fold(FoldAdaptor) { return initIf(hasNoElements(getInit()), *this); }
OpFoldResult GatherNdOp::fold(FoldAdaptor) { return initIf(hasNoElements(getInit()), *this); }
OpFoldResult OneHotOp::fold(FoldAdaptor) { return initIf(hasNoElements(getInit()), *this); }
OpFoldResult ScanOp::fold(FoldAdaptor) { return initIf(hasNoElements(getInit()), *this); }
OpFoldResult SortIndicesOp::fold(FoldAdaptor) { return initIf(hasNoElements(getInit()), *this); }
OpFoldResult ScatterOp::fold(FoldAdaptor) { return initIf(hasNoElements(getUpdates()), *this); }
OpFoldResult ScatterNdOp::fold(FoldAdaptor) { return initIf(hasNoElements(getUpdates()), *this); }

LogicalResult TopkOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  if (!hasNoElements(getValuesInit()) || !hasNoElements(getIndicesInit()))
    return failure();
  results.assign({getValuesInit(), getIndicesInit()});
  return success();
}

/// One element is in order.
LogicalResult SortOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  const bool isInOrder = llvm::any_of(getInits(), [&](Value init) {
    return hasNoElements(init) || ranked(init).getDimSize(getDim()) == 1;
  });
  if (!isInOrder)
    return failure();
  llvm::append_range(results, getInits());
  return success();
}

namespace {

/// The key says what the order is; any other operand is only moved along.
struct DropUnreadOperands : OpRewritePattern<SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SortOp op, PatternRewriter &rewriter) const override {
    SmallVector<Value> kept;
    SmallVector<unsigned> places;
    for (auto [i, init] : llvm::enumerate(op.getInits()))
      if (i == 0 || !op.getOutputs()[i].use_empty()) {
        kept.push_back(init);
        places.push_back(static_cast<unsigned>(i));
      }
    if (kept.size() == op.getInits().size())
      return failure();
    auto fewer = SortOp::create(rewriter, op.getLoc(), ValueRange(kept).getTypes(), kept,
                                op.getDimAttr(), op.getDescendingAttr(), op.getStableAttr());
    fewer->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    SmallVector<Value> results(op.getInits()); // of what nobody reads
    for (auto [place, result] : llvm::zip_equal(places, fewer.getOutputs()))
      results[place] = result;
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void SortOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropUnreadOperands>(context);
}

} // namespace assay::ir
