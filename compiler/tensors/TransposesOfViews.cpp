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

/// Groups of the dims of a tensor that are collapsed after it is transposed, as they are before.
struct GroupsBefore {
  SmallVector<ReassociationIndices> groups;
  /// Of each group, in the order of those after the transpose, the first dim that has its place.
  SmallVector<int64_t> firsts;
};

/// Nothing if they are no groups before: the dims of each are to be neighbours, in their order. A
/// dim of size 1 has no place of its own, and goes to the group that it stands in, unless its group
/// is of such dims alone.
std::optional<GroupsBefore> groupsBefore(ArrayRef<ReassociationIndices> after,
                                         ArrayRef<int64_t> permutation, ArrayRef<int64_t> shape) {
  GroupsBefore before;
  SmallVector<size_t> groupOf(shape.size());
  SmallVector<bool> hasPlace(shape.size());
  for (auto [number, group] : llvm::enumerate(after)) {
    SmallVector<int64_t> placed;
    for (int64_t dim : group) {
      const int64_t origin = permutation[static_cast<size_t>(dim)];
      groupOf[static_cast<size_t>(origin)] = number;
      if (shape[static_cast<size_t>(origin)] != 1)
        placed.push_back(origin);
    }
    if (placed.empty())
      placed.push_back(permutation[static_cast<size_t>(group.front())]);
    if (!llvm::is_sorted(placed))
      return std::nullopt;
    for (int64_t dim : placed)
      hasPlace[static_cast<size_t>(dim)] = true;
    before.firsts.push_back(placed.front());
  }
  ReassociationIndices units; // since the last dim that has its place
  std::optional<size_t> last;
  for (auto [dim, group] : llvm::enumerate(groupOf)) {
    const auto place = static_cast<int64_t>(dim);
    if (!hasPlace[dim]) {
      units.push_back(place);
      continue;
    }
    if (group == last) {
      before.groups.back().append(units);
    } else {
      // It is to begin here.
      if (place != before.firsts[group])
        return std::nullopt;
      const auto isOwn = [&](int64_t unit) { return groupOf[static_cast<size_t>(unit)] == group; };
      auto *own = last ? llvm::find_if(units, isOwn) : units.begin();
      if (last)
        before.groups.back().append(units.begin(), own);
      before.groups.emplace_back(own, units.end());
    }
    before.groups.back().push_back(place);
    units.clear();
    last = group;
  }
  if (last)
    before.groups.back().append(units);
  return before;
}

/// A group of neighbours is one dim before the transpose as well, if they are neighbours there, but
/// for dims of size 1.
struct CollapseOfTranspose : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    linalg::TransposeOp transpose = transposeReadBy(op.getSrc(), op);
    if (!transpose)
      return failure();
    const auto before =
        groupsBefore(op.getReassociationIndices(), transpose.getPermutation(),
                     cast<RankedTensorType>(transpose.getInput().getType()).getShape());
    if (!before)
      return failure();
    SmallVector<int64_t> all(before->firsts.size());
    std::iota(all.begin(), all.end(), 0);
    const SmallVector<int64_t> permutation = permutationOfKept(before->firsts, all);
    Value collapsed = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(), beforeTranspose(op.getResultType(), permutation),
        transpose.getInput(), before->groups);
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
