#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/dialect/Tiling.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Interfaces/ValueBoundsOpInterface.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_BUBBLESLICESPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// The result that a slice is of, if nothing else is read of its op. In a loop the op would be done
/// each time.
OpResult resultReadBy(tensor::ExtractSliceOp op) {
  auto result = dyn_cast<OpResult>(op.getSource());
  const bool isAlone = result && result.getOwner()->hasOneUse() && op.hasUnitStride() &&
                       result.getOwner()->getBlock() == op->getBlock();
  return isAlone ? result : nullptr;
}

/// An op whose first results along its dim are those of an op with fewer.
struct Prefix {
  StringRef op;
  bool cutsInput; // of which it then reads as many
};

constexpr Prefix prefixes[] = {
    {"assay.topk", false},
    {"assay.sort_indices", false},
    {"assay.one_hot", false},
    {"assay.scan", true},
};

/// Whether the op's results begin with the best, or with what comes first.
bool isInOrder(Operation *op) {
  if (auto topk = dyn_cast<ir::TopkOp>(op))
    return !topk.getUnsorted();
  auto scan = dyn_cast<ir::ScanOp>(op);
  return !scan || !scan.getReverse();
}

/// The slice, made by an op that has the first results along its dim alone; null if it is none of
/// those.
Value computedAlone(tensor::ExtractSliceOp op, PatternRewriter &rewriter) {
  OpResult result = resultReadBy(op);
  if (!result)
    return nullptr;
  Operation *owner = result.getOwner();
  const Prefix *prefix = llvm::find_if(
      prefixes, [&](const Prefix &each) { return each.op == owner->getName().getStringRef(); });
  if (prefix == std::end(prefixes) || !isInOrder(owner))
    return nullptr;
  const auto dim = static_cast<size_t>(owner->getAttrOfType<IntegerAttr>("dim").getInt());
  const OpFoldResult size = op.getMixedSizes()[dim];
  // Nothing else is cut, or dropped.
  const bool isCutThereAlone =
      op.getDroppedDims().none() &&
      llvm::all_of(llvm::seq(op.getMixedSizes().size()), [&](size_t each) {
        return ir::isWholeAlong(op.getSource(), each, op.getMixedSizes()[each]) == (each != dim);
      });
  // Upstream's verifier rejects slices that are seen to be empty.
  if (!isZeroInteger(op.getMixedOffsets()[dim]) || isZeroInteger(size) || !isCutThereAlone)
    return nullptr;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Operation *fewer = rewriter.clone(*owner);
  auto cut = [&](OpOperand &operand) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, op.getLoc(), operand.get());
    sizes[dim] = size;
    operand.set(tensor::ExtractSliceOp::create(rewriter, op.getLoc(), RankedTensorType(),
                                               operand.get(), sizes));
  };
  rewriter.setInsertionPoint(fewer);
  for (OpOperand &init : cast<DestinationStyleOpInterface>(fewer).getDpsInitsMutable())
    cut(init);
  if (prefix->cutsInput)
    cut(fewer->getOpOperand(0));
  for (OpResult made : fewer->getResults())
    made.setType(cast<DestinationStyleOpInterface>(fewer).getTiedOpOperand(made)->get().getType());
  return fewer->getResult(result.getResultNumber());
}

/// The first results along the op's dim are computed alone.
struct SliceOfFirst : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    Value first = computedAlone(op, rewriter);
    if (!first)
      return failure();
    rewriter.replaceOp(op, first);
    return success();
  }
};

/// A slice across lines, as the op is tiled.
struct SliceOfLines : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    OpResult result = resultReadBy(op);
    if (!result)
      return failure();
    const std::optional<ir::Tiling> tiling = ir::tilingOf(result.getOwner());
    const SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), sizes = op.getMixedSizes();
    if (!tiling || !tiling->isCutAlongLoops(result.getResultNumber(), offsets, sizes))
      return failure();
    // Which dims are dropped is only plain while no size can turn out to be 1.
    const bool dropsDims = op.getDroppedDims().any();
    if (dropsDims && ShapedType::isDynamicShape(op.getStaticSizes()))
      return failure();
    FailureOr<TilingResult> tile =
        tiling->tileOfResult(rewriter, result.getResultNumber(), offsets, sizes);
    if (failed(tile))
      return failure();
    Value part = tile->tiledValues.front();
    // What is left of each line may be its beginning.
    if (auto left = part.getDefiningOp<tensor::ExtractSliceOp>())
      if (Value first = computedAlone(left, rewriter)) {
        rewriter.replaceOp(left, first);
        part = first;
      }
    if (dropsDims)
      part = tensor::ExtractSliceOp::create(rewriter, op.getLoc(), op.getType(), part, sizes);
    rewriter.replaceOp(op, part);
    return success();
  }
};

struct BubbleSlicesPass
    : PatternPass<BubbleSlicesPass, impl::BubbleSlicesPassBase<BubbleSlicesPass>> {
  static void populate(RewritePatternSet &set) {
    set.add<SliceOfLines, SliceOfFirst>(set.getContext());
  }
};

} // namespace

} // namespace assay
