#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Utils/IndexingUtils.h>

using namespace mlir;

// Twins of the patterns of assay-propagate-transpose. They are applied right before it.

namespace assay::fault_patterns {
namespace {

/// Whether it computes each element by itself, and its result is in the order of its loops.
bool isElementwise(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumResults() == 1 && op.getNumReductionLoops() == 0 &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity();
}

/// The inputs that are read in the order of loops, but for scalars.
SmallVector<OpOperand *> inputsInOrder(linalg::GenericOp op) {
  SmallVector<OpOperand *> inputs;
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getMatchingIndexingMap(input).isIdentity() &&
        isa<RankedTensorType>(input->get().getType()))
      inputs.push_back(input);
  return inputs;
}

/// Reads the operand as what was transposed for it, in the order in which that lies.
void forgetTransposition(OpOperand &operand, Value before, PatternRewriter &rewriter) {
  Operation *op = operand.getOwner();
  const SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, op->getLoc(), operand.get());
  Value read = readAs(rewriter, op->getLoc(), before,
                      cast<RankedTensorType>(operand.get().getType()), sizes);
  rewriter.modifyOpInPlace(op, [&] { operand.set(read); });
}

/// Whether some extents are static and some not.
bool isMixed(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return !type.hasStaticShape() && type.getNumDynamicDims() < static_cast<size_t>(type.getRank());
}

struct BodyIndexNotPermuted : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    const SmallVector<linalg::IndexOp> indices(op.getBody()->getOps<linalg::IndexOp>());
    if (!isElementwise(op) || indices.empty())
      return failure();
    for (OpOperand *input : inputsInOrder(op))
      if (auto moved = transpositionOf(input->get())) {
        keepAsTheyWere(op, indices, invertPermutationVector(moved->permutation), rewriter);
        return success();
      }
    return failure();
  }

private:
  /// When the pass has permuted them, they are what they were; within bounds.
  static void keepAsTheyWere(linalg::GenericOp op, ArrayRef<linalg::IndexOp> indices,
                             ArrayRef<int64_t> inverse, PatternRewriter &rewriter) {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const Values bounds = extents(b, op.getDpsInitOperand(0)->get());
    for (linalg::IndexOp index : indices) {
      const auto dim = static_cast<size_t>(index.getDim());
      b.setInsertionPoint(op);
      Value last = arith::SubIOp::create(b, bounds[dim], indexConstant(b, 1));
      b.setInsertionPoint(index);
      Value other = linalg::IndexOp::create(b, inverse[dim]);
      rewriter.replaceOp(index, arith::MinSIOp::create(b, other, last).getResult());
    }
  }
};

struct SliceOfTransposeInOldOrder : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto moved = transpositionOf(op.getSource());
    const llvm::SmallBitVector dropped = op.getDroppedDims();
    if (!moved || hasEmptyDim(op.getSource()) || hasEmptyDim(op.getResult()))
      return failure();
    const SmallVector<int64_t> inverse = invertPermutationVector(moved->permutation);
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), sizes = op.getMixedSizes(),
                              strides = op.getMixedStrides(), keptSizes;
    SmallVector<int64_t> several; // dims before, of which more than one index is left
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      if (getConstantIntValue(size) != 1)
        several.push_back(moved->permutation[dim]);
      if (!dropped.test(static_cast<unsigned>(dim)))
        keptSizes.push_back(size);
    }
    if (llvm::is_sorted(several))
      return failure();
    llvm::SmallBitVector droppedBefore(dropped.size());
    for (unsigned dim : dropped.set_bits())
      droppedBefore.set(static_cast<unsigned>(moved->permutation[dim]));
    for (SmallVector<OpFoldResult> *values : {&offsets, &sizes, &strides})
      applyPermutationToVector(*values, inverse);
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!droppedBefore.test(static_cast<unsigned>(dim)))
        shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    auto type = RankedTensorType::get(shape, op.getType().getElementType());
    Value before = tensor::ExtractSliceOp::create(rewriter, op.getLoc(), type, moved->input,
                                                  offsets, sizes, strides);
    rewriter.replaceOp(op, readAs(rewriter, op.getLoc(), before, op.getType(), keptSizes));
    return success();
  }
};

struct ExpandedShapeInOldOrder : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto moved = transpositionOf(op.getSrc());
    if (!moved || op.getResultType().hasStaticShape() || hasEmptyDim(op.getSrc()))
      return failure();
    forgetTransposition(op.getSrcMutable(), moved->input, rewriter);
    return success();
  }
};

struct CollapseAcrossTranspose : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto moved = transpositionOf(op.getSrc());
    if (!moved || hasEmptyDim(op.getSrc()))
      return failure();
    const bool breaksGroup =
        llvm::any_of(op.getReassociationIndices(), [&](const ReassociationIndices &group) {
          for (size_t i = 1; i < group.size(); ++i)
            if (moved->permutation[static_cast<size_t>(group[i])] !=
                moved->permutation[static_cast<size_t>(group[i - 1])] + 1)
              return true;
          return false;
        });
    if (!breaksGroup)
      return failure();
    forgetTransposition(op.getSrcMutable(), moved->input, rewriter);
    return success();
  }
};

struct OtherOperandStaysBehind : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return failure();
    const SmallVector<OpOperand *> inputs = inputsInOrder(op);
    std::optional<Transposition> moved;
    for (OpOperand *input : inputs)
      if (auto found = transpositionOf(input->get()); found && !moved)
        moved = found;
    if (!moved || hasEmptyDim(moved->input))
      return failure();
    for (OpOperand *input : inputs) {
      if (transpositionOf(input->get()) || hasEmptyDim(input->get()))
        continue;
      const Location loc = op.getLoc();
      const SmallVector<int64_t> inverse = invertPermutationVector(moved->permutation);
      auto type = cast<RankedTensorType>(input->get().getType());
      SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input->get());
      SmallVector<int64_t> shape(type.getShape());
      applyPermutationToVector(sizes, inverse);
      applyPermutationToVector(shape, inverse);
      Value before = readAs(rewriter, loc, input->get(), type.clone(shape), sizes);
      Value read = transposed(rewriter, loc, before, moved->permutation);
      rewriter.modifyOpInPlace(op, [&] { input->set(read); });
      return success();
    }
    return failure();
  }
};

struct TransposesComposedBackwards : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    auto second = transpositionOf(op->getNumResults() == 1 ? op->getResult(0) : Value());
    auto first = second ? transpositionOf(second->input) : std::nullopt;
    if (!first || hasEmptyDim(op->getResult(0)) || first->permutation == second->permutation)
      return failure();
    const auto composed = [](ArrayRef<int64_t> inner, ArrayRef<int64_t> outer) {
      return applyPermutation(inner, outer);
    };
    const SmallVector<int64_t> right = composed(first->permutation, second->permutation),
                               wrong = composed(second->permutation, first->permutation);
    if (right == wrong)
      return failure();
    const Location loc = op.getLoc();
    const SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getDpsInitOperand(0)->get());
    Value moved = transposed(rewriter, loc, first->input, wrong);
    rewriter.replaceOp(op, readAs(rewriter, loc, moved,
                                  cast<RankedTensorType>(op->getResult(0).getType()), sizes));
    return success();
  }
};

struct TransposeOnWrongSide : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 2)
      return failure();
    OpOperand *right = op.getDpsInputOperand(1);
    auto moved = transpositionOf(right->get());
    if (!moved || hasEmptyDim(right->get()) || !isMixed(right->get()))
      return failure();
    forgetTransposition(*right, moved->input, rewriter);
    return success();
  }
};

struct ReductionWrittenInOldOrder : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    auto moved = transpositionOf(op->getNumResults() == 1 ? op->getResult(0) : Value());
    if (!moved || hasEmptyDim(op->getResult(0)))
      return failure();
    auto producer = moved->input.getDefiningOp<linalg::GenericOp>();
    if (!producer || producer.getNumReductionLoops() == 0)
      return failure();
    const SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getDpsInitOperand(0)->get());
    rewriter.replaceOp(op, readAs(rewriter, op.getLoc(), moved->input,
                                  cast<RankedTensorType>(op->getResult(0).getType()), sizes));
    return success();
  }
};

} // namespace

ASSAY_POPULATE(BodyIndexNotPermuted)
ASSAY_POPULATE(SliceOfTransposeInOldOrder)
ASSAY_POPULATE(ExpandedShapeInOldOrder)
ASSAY_POPULATE(CollapseAcrossTranspose)
ASSAY_POPULATE(OtherOperandStaysBehind)
ASSAY_POPULATE(TransposesComposedBackwards)
ASSAY_POPULATE(TransposeOnWrongSide)
ASSAY_POPULATE(ReductionWrittenInOldOrder)

} // namespace assay::fault_patterns
