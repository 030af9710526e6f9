#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_SORTINDICESPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// Only the places: the elements need not move.
struct TopkOfIndices : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    if (!op.getValues().use_empty() || op.getIndices().use_empty())
      return failure();
    auto descending = op.getSmallest() ? UnitAttr() : rewriter.getUnitAttr();
    auto places =
        ir::SortIndicesOp::create(rewriter, op.getLoc(), op.getInput(), op.getIndicesInit(),
                                  op.getDimAttr(), descending, /*stable=*/UnitAttr());
    places->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, {op.getValuesInit(), places.getResult()});
    return success();
  }
};

/// Only the elements: places need not be moved along.
struct TopkOfValues : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    // Upstream's verifier rejects slices that are seen to be empty.
    if (!op.getIndices().use_empty() || op.getValues().use_empty() ||
        ir::hasNoElements(op.getInput()))
      return failure();
    const Location loc = op.getLoc();
    auto descending = op.getSmallest() ? UnitAttr() : rewriter.getUnitAttr();
    Value input = op.getInput(), init = op.getValuesInit();
    auto sorted = ir::SortOp::create(rewriter, loc, TypeRange(input.getType()), ValueRange(input),
                                     op.getDimAttr(), descending, /*stable=*/UnitAttr());
    sorted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
    Value best = tensor::ExtractSliceOp::create(rewriter, loc, RankedTensorType(),
                                                sorted.getOutputs().front(), sizes);
    rewriter.replaceOp(op, {best, op.getIndicesInit()});
    return success();
  }
};

/// Whether each element of `tensor` is its place along `dim`, wrapped to an integer type.
bool isPlaces(Value tensor, int64_t dim) {
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 0 || generic.getNumResults() != 1 ||
      generic.getNumReductionLoops() != 0 ||
      !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0)).isIdentity())
    return false;
  Value element = generic.getBody()->getTerminator()->getOperand(0);
  if (auto wrapped = element.getDefiningOp<arith::TruncIOp>())
    element = wrapped.getIn();
  auto number = element.getDefiningOp<arith::IndexCastOp>();
  if (!number)
    return false;
  auto index = number.getIn().getDefiningOp<linalg::IndexOp>();
  // A loop around this one has places as well.
  return index && index->getBlock() == generic.getBody() &&
         static_cast<int64_t>(index.getDim()) == dim;
}

/// A sort whose key is read by the sort alone, and that moves places along.
struct SortOfPlaces : OpRewritePattern<ir::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    if (op.getInits().size() != 2 || !op.getOutputs()[0].use_empty())
      return failure();
    Value keys = op.getInits()[0], places = op.getInits()[1];
    auto type = cast<RankedTensorType>(places.getType());
    // Places of a sort_indices are of these types alone.
    if (!isPlaces(places, static_cast<int64_t>(op.getDim())) ||
        !llvm::is_contained({8, 16, 32, 64}, type.getElementTypeBitWidth()))
      return failure();
    const Location loc = op.getLoc();
    Value init = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, places), type.getElementType());
    auto sorted = ir::SortIndicesOp::create(rewriter, loc, keys, init, op.getDimAttr(),
                                            op.getDescendingAttr(), op.getStableAttr());
    sorted->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, {keys, sorted.getResult()});
    return success();
  }
};

struct SortIndicesPass : PatternPass<SortIndicesPass, impl::SortIndicesPassBase<SortIndicesPass>> {
  static void populate(RewritePatternSet &set) {
    set.add<TopkOfIndices, TopkOfValues, SortOfPlaces>(set.getContext());
  }
};

} // namespace

} // namespace assay
