#include "compiler/tensors/Transposes.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Utils/IndexingUtils.h>

#include <numeric>

using namespace mlir;

namespace assay {
namespace {

/// The permutation of what is left of the dims of a transposed tensor, `kept` ascending, when the
/// others are gone before and after.
SmallVector<int64_t> permutationOfKept(ArrayRef<int64_t> permutation, ArrayRef<int64_t> kept) {
  SmallVector<int64_t> before;
  for (int64_t dim : kept)
    before.push_back(permutation[static_cast<size_t>(dim)]);
  SmallVector<int64_t> ranks;
  for (int64_t dim : before)
    ranks.push_back(llvm::count_if(before, [&](int64_t other) { return other < dim; }));
  return ranks;
}

/// `op` becomes `before`, transposed. Sizes are those of `before`: its type may know of an extent
/// what the sizes of `op` do not.
void replaceByTransposed(PatternRewriter &rewriter, Operation *op, Value before,
                         ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, op->getLoc(), before);
  applyPermutationToVector(sizes, permutation);
  rewriter.replaceOp(op, transposed(rewriter, op->getLoc(), before, permutation, sizes));
}

/// A group of neighbours is one dim before the transpose as well, if they are neighbours there.
struct CollapseOfTranspose : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    linalg::TransposeOp transpose = transposeReadBy(op.getSrc(), op);
    if (!transpose)
      return failure();
    SmallVector<ReassociationIndices> groups; // in the result's order, of dims before
    SmallVector<int64_t> firsts;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      ReassociationIndices before;
      for (int64_t dim : group)
        before.push_back(transpose.getPermutation()[static_cast<size_t>(dim)]);
      for (size_t i = 1; i < before.size(); ++i)
        if (before[i] != before[i - 1] + 1)
          return failure();
      firsts.push_back(before.front());
      groups.push_back(std::move(before));
    }
    SmallVector<int64_t> all(firsts.size());
    std::iota(all.begin(), all.end(), 0);
    const SmallVector<int64_t> permutation = permutationOfKept(firsts, all);
    llvm::sort(groups, [](const auto &a, const auto &b) { return a.front() < b.front(); });
    Value collapsed = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), beforeTranspose(op.getResultType(), permutation),
        transpose.getInput(), groups);
    replaceByTransposed(rewriter, op, collapsed, permutation);
    return success();
  }
};

/// What a dim expands to stays together.
struct ExpandOfTranspose : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    linalg::TransposeOp transpose = transposeReadBy(op.getSrc(), op);
    if (!transpose)
      return failure();
    const SmallVector<ReassociationIndices> after = op.getReassociationIndices();
    SmallVector<ReassociationIndices> groups;
    SmallVector<int64_t> permutation(static_cast<size_t>(op.getResultType().getRank()));
    int64_t next = 0;
    for (int64_t dim : invertPermutationVector(transpose.getPermutation())) {
      ReassociationIndices &group = groups.emplace_back();
      for (int64_t expanded : after[static_cast<size_t>(dim)]) {
        permutation[static_cast<size_t>(expanded)] = next;
        group.push_back(next++);
      }
    }
    Value expanded = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), beforeTranspose(op.getResultType(), permutation),
        transpose.getInput(), groups, beforeTranspose(op.getMixedOutputShape(), permutation));
    replaceByTransposed(rewriter, op, expanded, permutation);
    return success();
  }
};

/// Offsets, sizes and steps change places; of a slice that drops dims, those that stay do.
struct SliceOfTranspose : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    linalg::TransposeOp transpose = transposeReadBy(op.getSource(), op);
    if (!transpose)
      return failure();
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    const llvm::SmallBitVector dropped = op.getDroppedDims();
    const SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<int64_t> kept;
    SmallVector<OpFoldResult> keptSizes;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!dropped.test(static_cast<unsigned>(dim))) {
        kept.push_back(static_cast<int64_t>(dim));
        keptSizes.push_back(size);
      }
    const SmallVector<int64_t> permutationOfResult = permutationOfKept(permutation, kept);
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), beforeTranspose(op.getType(), permutationOfResult),
        transpose.getInput(), beforeTranspose(op.getMixedOffsets(), permutation),
        beforeTranspose(sizes, permutation), beforeTranspose(op.getMixedStrides(), permutation));
    rewriter.replaceOp(op,
                       transposed(rewriter, op.getLoc(), slice, permutationOfResult, keptSizes));
    return success();
  }
};

struct CastOfTranspose : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op, PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    linalg::TransposeOp transpose = transposeReadBy(op.getSource(), op);
    if (!type || !transpose)
      return failure();
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    Value cast = tensor::CastOp::create(rewriter, op.getLoc(), beforeTranspose(type, permutation),
                                        transpose.getInput());
    replaceByTransposed(rewriter, op, cast, permutation);
    return success();
  }
};

} // namespace

void populateTransposeOfViewsPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseOfTranspose, ExpandOfTranspose, SliceOfTranspose, CastOfTranspose>(
      patterns.getContext());
}

} // namespace assay
