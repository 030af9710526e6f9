#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
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

struct OffsetOfSliceUnscaled : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (!inner || inner.getDroppedDims().any())
      return failure();
    const auto steps = getConstantIntValues(inner.getMixedStrides()),
               more = getConstantIntValues(op.getMixedStrides());
    if (!steps || !more)
      return failure();
    const SmallVector<OpFoldResult> first = inner.getMixedOffsets(), then = op.getMixedOffsets();
    bool isWrong = false;
    for (size_t dim = 0; dim < first.size(); ++dim)
      isWrong |= (*steps)[dim] > 1 && getConstantIntValue(then[dim]) != 0;
    if (!isWrong)
      return failure();
    const auto asValue = [&](OpFoldResult offset) {
      return getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), offset);
    };
    SmallVector<OpFoldResult> offsets, strides;
    for (size_t dim = 0; dim < first.size(); ++dim) {
      offsets.push_back(rewriter.createOrFold<arith::AddIOp>(op.getLoc(), asValue(first[dim]),
                                                             asValue(then[dim])));
      strides.push_back(rewriter.getIndexAttr((*steps)[dim] * (*more)[dim]));
    }
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, op.getType(), inner.getSource(),
                                                        offsets, op.getMixedSizes(), strides);
    return success();
  }
};

struct InsertStrideLost : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    const SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    bool isWrong = false;
    for (size_t dim = 0; dim < sizes.size(); ++dim)
      if (!getConstantIntValue(sizes[dim]) && getConstantIntValue(strides[dim]).value_or(1) > 1) {
        strides[dim] = rewriter.getIndexAttr(1);
        isWrong = true;
      }
    if (!isWrong)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(op, op.getSource(), op.getDest(),
                                                       op.getMixedOffsets(), sizes, strides);
    return success();
  }
};

struct SmallestStrideForAll : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    const auto strides = getConstantIntValues(op.getMixedStrides());
    if (!strides || op.getType().hasStaticShape() || strides->size() < 2)
      return failure();
    const int64_t least = *llvm::min_element(*strides);
    if (llvm::all_equal(*strides) || least < 1)
      return failure();
    const SmallVector<OpFoldResult> wrong(strides->size(), rewriter.getIndexAttr(least));
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, op.getType(), op.getSource(), op.getMixedOffsets(), op.getMixedSizes(), wrong);
    return success();
  }
};

struct ConcatOrderOfStatic : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    Values inputs(op.getInputs());
    const size_t count = inputs.size();
    if (op.getDim() != 0 || count < 3 || inputs[count - 1] == inputs[count - 2] ||
        inputs[count - 1].getType() != inputs[count - 2].getType())
      return failure();
    std::swap(inputs[count - 1], inputs[count - 2]);
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(), inputs);
    return success();
  }
};

struct BroadcastAlongWrongDim : OpRewritePattern<linalg::BroadcastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::BroadcastOp op, PatternRewriter &rewriter) const override {
    Value init = op.getInit();
    auto type = cast<RankedTensorType>(init.getType());
    if (type.getRank() != 2 || op.getDimensions().size() != 1 || type.hasStaticShape() ||
        hasEmptyDim(init))
      return failure();
    const Location loc = op.getLoc();
    const SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
    Value swapped = transposed(rewriter, loc, init, {1, 0});
    Value wrong = linalg::BroadcastOp::create(rewriter, loc, op.getInput(), swapped,
                                              ArrayRef<int64_t>{1 - op.getDimensions()[0]})
                      ->getResult(0);
    rewriter.replaceOp(op, readAs(rewriter, loc, wrong, type, sizes));
    return success();
  }
};

/// The store covers one column, what is collapsed has two.
struct CollapseIntoPartialStore : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto collapse = op.getSource().getDefiningOp<tensor::CollapseShapeOp>();
    auto dest = op.getDestType();
    if (!collapse || dest.getRank() != 2 || op.getSourceType().getRank() != 1 ||
        collapse.getSrcType().getRank() != 2 || collapse.getSrcType().getDimSize(1) != 2 ||
        collapse.getSrcType().hasStaticShape() || !op.hasUnitStride() ||
        !op.getDroppedDims().test(1) || dest.getDimSize(1) < 2)
      return failure();
    const Location loc = op.getLoc();
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    offsets[1] = rewriter.getIndexAttr(0);
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, collapse.getSrc(), op.getDest(), offsets,
        tensor::getMixedSizes(rewriter, loc, collapse.getSrc()), op.getMixedStrides());
    return success();
  }
};

struct PadOfZeros : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    Type type = op.getSourceType().getElementType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 16 || !op.hasZeroLowPad())
      return failure();
    rewriter.setInsertionPoint(op);
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getZeroAttr(type));
    Operation *yield = op.getBody()->getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, zero); });
    return success();
  }
};

/// What an op writes a part of; null if it is none that does.
OpOperand *destinationOf(Operation *op) {
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  if (isa<ir::ScatterOp, ir::ScatterNdOp>(op))
    return cast<DestinationStyleOpInterface>(op).getDpsInitOperand(0);
  return nullptr;
}

/// The second of two that write to one destination writes to what the first one made of it.
template <class WritingOp> struct DestinationShared : OpRewritePattern<WritingOp> {
  using OpRewritePattern<WritingOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(WritingOp op, PatternRewriter &rewriter) const override {
    OpOperand *destination = destinationOf(op);
    for (OpOperand &use : destination->get().getUses()) {
      Operation *other = use.getOwner();
      if (destinationOf(other) != &use || other->getBlock() != op->getBlock() ||
          !other->isBeforeInBlock(op))
        continue;
      rewriter.modifyOpInPlace(op, [&] { destination->set(other->getResult(0)); });
      return success();
    }
    return failure();
  }
};

} // namespace

ASSAY_POPULATE(TransposeSwappedStrides)
ASSAY_POPULATE(SliceDropsWrongUnitDim)
ASSAY_POPULATE(PadHighUsesLow)
ASSAY_POPULATE(ConcatSwapsDynamic)

ASSAY_POPULATE(OffsetOfSliceUnscaled)
ASSAY_POPULATE(InsertStrideLost)
ASSAY_POPULATE(SmallestStrideForAll)
ASSAY_POPULATE(ConcatOrderOfStatic)
ASSAY_POPULATE(BroadcastAlongWrongDim)
ASSAY_POPULATE(CollapseIntoPartialStore)
ASSAY_POPULATE(PadOfZeros)
void populateDestinationShared(RewritePatternSet &patterns) {
  patterns.add<DestinationShared<tensor::InsertSliceOp>, DestinationShared<ir::ScatterOp>,
               DestinationShared<ir::ScatterNdOp>>(patterns.getContext());
}

} // namespace assay::fault_patterns
