#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {
namespace {

/// There is nothing in it to be constant. Upstream's lowering of memref.get_global crashes on types
/// of rank 2 and more without elements.
struct DropEmptyConstant : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.hasStaticShape() || type.getNumElements() != 0)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(), type.getElementType());
    return success();
  }
};

/// Which dims of a slice of that rank belong to each dim of its reduced form: a dropped dim goes
/// with the next one that stays, those at the end with the last.
SmallVector<ReassociationIndices> groupsAround(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices pending;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    pending.push_back(dim);
    if (!dropped.test(dim))
      groups.push_back(std::exchange(pending, {}));
  }
  if (!groups.empty())
    llvm::append_range(groups.back(), pending);
  return groups;
}

/// Whether a slice drops dims and upstream goes wrong about which. With steps, it looks for the
/// strides of the result among those of the source, without the steps, and does not ask whether it
/// found them. Where more dims have, or may turn out to have, size 1, the canonicaliser drops
/// another one once it folds a constant into the offsets or sizes.
template <class SliceOp> bool confusesUpstream(SliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  if (dropped.none())
    return false;
  bool hasSteps = !llvm::all_of(op.getStaticStrides(), [](int64_t step) { return step == 1; });
  auto mayBeUnit = [](int64_t size) { return size == 1 || ShapedType::isDynamic(size); };
  bool folds = llvm::any_of(op.getStaticOffsets(), ShapedType::isDynamic) ||
               llvm::any_of(op.getStaticSizes(), ShapedType::isDynamic);
  auto units = static_cast<unsigned>(llvm::count_if(op.getStaticSizes(), mayBeUnit));
  return hasSteps || (folds && units > dropped.count());
}

struct KeepRankOfExtract : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!confusesUpstream(op))
      return failure();
    auto whole =
        tensor::ExtractSliceOp::create(rewriter, op.getLoc(), op.getSource(), op.getMixedOffsets(),
                                       op.getMixedSizes(), op.getMixedStrides());
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(op, op.getType(), whole,
                                                         groupsAround(op.getDroppedDims()));
    return success();
  }
};

struct KeepRankOfInsert : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!confusesUpstream(op))
      return failure();
    SmallVector<int64_t> shape(op.getStaticSizes());
    auto type = RankedTensorType::get(shape, op.getSourceType().getElementType());
    auto whole =
        tensor::ExpandShapeOp::create(rewriter, op.getLoc(), type, op.getSource(),
                                      groupsAround(op.getDroppedDims()), op.getMixedSizes());
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, whole, op.getDest(), op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides());
    return success();
  }
};

} // namespace

void populateLowerAroundPatterns(RewritePatternSet &patterns) {
  // In a walk, which does not fold: the conversion driver, and the canonicaliser, would turn `x ^
  // x` on dynamic extents into a constant of dynamic shape, which nothing can lower.
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  patterns.add<DropEmptyConstant, KeepRankOfExtract, KeepRankOfInsert>(patterns.getContext());
}

} // namespace assay
