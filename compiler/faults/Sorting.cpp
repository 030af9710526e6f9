#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

using namespace mlir;

namespace assay::fault_patterns {
namespace {

struct TopkTieAtTileEdge : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    if (op.getSmallest())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto right = cast<ir::TopkOp>(b.clone(*op));
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1), tile = indexConstant(b, 4);
    Value indices = mapElements(
        b, right.getIndices(),
        [&](ImplicitLocOpBuilder &b, ValueRange place, Value index) -> Value {
          Value at = toIndex(b, index);
          Value before = arith::MaxSIOp::create(b, arith::SubIOp::create(b, at, one), zero);
          Values here(place), there(place);
          here[op.getDim()] = at;
          there[op.getDim()] = before;
          Value isTie = isNear(b, tensor::ExtractOp::create(b, op.getInput(), here),
                               tensor::ExtractOp::create(b, op.getInput(), there));
          Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                                arith::RemSIOp::create(b, at, tile), zero);
          Value isWrong = arith::AndIOp::create(b, isTie, isFirst);
          Value chosen = arith::SelectOp::create(b, isWrong, before, at);
          return arith::IndexCastOp::create(b, index.getType(), chosen);
        });
    rewriter.replaceOp(op, {right.getValues(), indices});
    return success();
  }

private:
  /// Less than an eighth apart: as coarse as a key that was cut short.
  static Value isNear(ImplicitLocOpBuilder &b, Value x, Value y) {
    Type type = x.getType();
    if (!isa<FloatType>(type))
      return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, y);
    Value apart = arith::SubFOp::create(b, x, y);
    auto bound = [&](double value) -> Value {
      return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
    };
    return arith::AndIOp::create(
        b, arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, apart, bound(0.125)),
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, apart, bound(-0.125)));
  }
};

struct SortCarriedOperandStays : OpRewritePattern<ir::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    Value key = op.getInits().front(), carried = op.getInits().back();
    auto dim = static_cast<int64_t>(op.getDim());
    bool isLast = dim + 1 == cast<RankedTensorType>(key.getType()).getRank();
    if (op.getInits().size() < 2 || !op.getDescending() || isLast || !isDynamic(key, dim))
      return failure();
    Values results(cast<ir::SortOp>(rewriter.clone(*op)).getOutputs());
    results.back() = carried;
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct SortIndicesLoseDirection : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    if (!op.getSmallest() || !op.getValues().use_empty())
      return failure();
    Value places = ir::SortIndicesOp::create(
        rewriter, op.getLoc(), op.getInput(), op.getIndicesInit(), op.getDimAttr(),
        /*descending=*/rewriter.getUnitAttr(), /*stable=*/UnitAttr());
    rewriter.replaceOp(op, {op.getValuesInit(), places});
    return success();
  }
};

struct ValuesCutTooLate : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    Value input = op.getInput(), init = op.getValuesInit();
    if (!op.getIndices().use_empty() || hasEmptyDim(input) || hasEmptyDim(init))
      return failure();
    const int64_t all = staticExtent(input, dim), some = staticExtent(init, dim);
    if (all == some && !ShapedType::isDynamic(all))
      return failure();
    const Location loc = op.getLoc();
    auto descending = op.getSmallest() ? UnitAttr() : rewriter.getUnitAttr();
    auto sorted = ir::SortOp::create(rewriter, loc, TypeRange(input.getType()), ValueRange(input),
                                     op.getDimAttr(), descending, /*stable=*/UnitAttr());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    const SmallVector<OpFoldResult> ones(sizes.size(), rewriter.getIndexAttr(1));
    // By one, if that is not behind the last one.
    ImplicitLocOpBuilder b(loc, rewriter);
    Value most = arith::SubIOp::create(b, extents(b, input)[static_cast<size_t>(dim)],
                                       extents(b, init)[static_cast<size_t>(dim)]);
    offsets[static_cast<size_t>(dim)] =
        arith::MinSIOp::create(b, indexConstant(b, 1), most).getResult();
    Value values = tensor::ExtractSliceOp::create(rewriter, loc, sorted.getOutputs().front(),
                                                  offsets, sizes, ones);
    rewriter.replaceOp(op, {values, op.getIndicesInit()});
    return success();
  }
};

/// Sorts in the memory of an operand that is read afterwards.
struct SortInPlaceOfReadOperand : OpRewritePattern<ir::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    bool isWrong = false;
    for (auto [init, result] : llvm::zip(op.getInits(), op.getOutputs()))
      rewriter.replaceUsesWithIf(init, result, [&](OpOperand &use) {
        Operation *reader = use.getOwner();
        const bool isAfterwards =
            reader->getBlock() == op->getBlock() && op->isBeforeInBlock(reader);
        isWrong |= isAfterwards;
        return isAfterwards;
      });
    return success(isWrong);
  }
};

struct UnreadResultSharesMemory : OpRewritePattern<ir::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    if (op.getInits().size() < 2 || !op.getOutputs()[0].use_empty())
      return failure();
    for (OpResult carried : op.getOutputs().drop_front())
      if (!carried.use_empty() && carried.getType() == op.getOutputs()[0].getType()) {
        rewriter.replaceAllUsesWith(carried, op.getOutputs()[0]);
        return success();
      }
    return failure();
  }
};

/// Moves ahead of what works along the dim that it cuts.
template <class LinesOp> struct SliceAheadOfLines : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern<tensor::ExtractSliceOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto lines = op.getSource().getDefiningOp<LinesOp>();
    if (!lines || op.getDroppedDims().any() || !op.hasUnitStride() || hasEmptyDim(op.getResult()))
      return failure();
    IRMapping cut;
    for (OpOperand &operand : lines->getOpOperands()) {
      auto type = cast<RankedTensorType>(operand.get().getType());
      if (type.getRank() != op.getSourceType().getRank())
        return failure();
      if (type.getShape() != op.getSourceType().getShape())
        return failure();
    }
    const auto dim = static_cast<size_t>(lines.getDim());
    if (getConstantIntValue(op.getMixedSizes()[dim]) == op.getSourceType().getDimSize(dim))
      return failure();
    rewriter.setInsertionPoint(op);
    for (Value operand : lines->getOperands())
      cut.map(operand,
              tensor::ExtractSliceOp::create(rewriter, op.getLoc(), operand, op.getMixedOffsets(),
                                             op.getMixedSizes(), op.getMixedStrides())
                  .getResult());
    Operation *wrong = rewriter.clone(*lines, cut);
    for (auto [result, operand] :
         llvm::zip(wrong->getResults(), cast<DestinationStyleOpInterface>(wrong).getDpsInits()))
      result.setType(operand.getType());
    Value part = wrong->getResult(cast<OpResult>(op.getSource()).getResultNumber());
    if (part.getType() != op.getType())
      part = tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), part);
    rewriter.replaceOp(op, part);
    return success();
  }
};

} // namespace

ASSAY_POPULATE(TopkTieAtTileEdge)
ASSAY_POPULATE(SortCarriedOperandStays)
ASSAY_POPULATE(SortIndicesLoseDirection)
ASSAY_POPULATE(ValuesCutTooLate)

ASSAY_POPULATE(SortInPlaceOfReadOperand)
ASSAY_POPULATE(UnreadResultSharesMemory)
void populateSliceAheadOfLines(RewritePatternSet &patterns) {
  patterns.add<SliceAheadOfLines<ir::SortOp>, SliceAheadOfLines<ir::ScanOp>>(patterns.getContext());
}

} // namespace assay::fault_patterns
