#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay::fault_patterns {
namespace {

/// Reads all elements, adds to all of them, and writes them back.
struct ScatterDropsDuplicates : OpRewritePattern<ir::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScatterOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    bool isTrigger = !isDynamic(op.getInit(), dim);
    if (op.getCombine() != ir::CombineKind::Add || !isTrigger)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value sums = mapElements(
        b, op.getUpdates(), [&](ImplicitLocOpBuilder &b, ValueRange place, Value update) {
          Values at(place);
          at[dim] = toIndex(b, tensor::ExtractOp::create(b, op.getIndices(), place));
          return add(b, tensor::ExtractOp::create(b, op.getInit(), at), update);
        });
    auto wrong = cast<ir::ScatterOp>(b.clone(*op));
    wrong.getUpdatesMutable().assign(sums);
    wrong.setCombine(ir::CombineKind::Overwrite);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct GatherClampOffByOne : OpRewritePattern<ir::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::GatherOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    bool isNarrow = elementType(op.getIndices()).getIntOrFloatBitWidth() < 64;
    if (isNarrow || !isDynamic(op.getInput(), dim))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value extent = extents(b, op.getInput())[dim], zero = indexConstant(b, 0);
    Value highest = arith::SubIOp::create(b, extent, indexConstant(b, 2));
    Value bound = arith::MaxSIOp::create(b, highest, zero);
    Value clamped = mapElements(b, op.getIndices(),
                                [&](ImplicitLocOpBuilder &b, ValueRange, Value index) -> Value {
                                  Value least = arith::MinSIOp::create(b, toIndex(b, index), bound);
                                  return arith::IndexCastOp::create(b, index.getType(), least);
                                });
    auto wrong = cast<ir::GatherOp>(b.clone(*op));
    wrong.getIndicesMutable().assign(clamped);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct OneHotLastDepth : OpRewritePattern<ir::OneHotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::OneHotOp op, PatternRewriter &rewriter) const override {
    int64_t depth = staticExtent(op.getInit(), static_cast<int64_t>(op.getDim()));
    if (ShapedType::isDynamic(depth) || depth < 2 || depth % 2 == 0)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value last = indexConstant(b, depth - 1), nowhere = indexConstant(b, -1);
    Value indices = mapElements(
        b, op.getIndices(), [&](ImplicitLocOpBuilder &b, ValueRange, Value index) -> Value {
          Value at = toIndex(b, index);
          Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, at, last);
          Value chosen = arith::SelectOp::create(b, isLast, nowhere, at);
          return arith::IndexCastOp::create(b, index.getType(), chosen);
        });
    auto wrong = cast<ir::OneHotOp>(b.clone(*op));
    wrong.getIndicesMutable().assign(indices);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct OneHotValuesSwapped : OpRewritePattern<ir::OneHotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::OneHotOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    if (!isDynamic(op.getInit(), dim) || dim == 0 || elementType(op.getIndices()).isInteger(32))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      Value on = op.getOn();
      op.getOnMutable().assign(op.getOff());
      op.getOffMutable().assign(on);
    });
    return success();
  }
};

/// Writes to the memory of a base that is read afterwards.
struct ScatterClobbersBase : OpRewritePattern<ir::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScatterOp op, PatternRewriter &rewriter) const override {
    if (!hasDynamicDim(op.getInit()))
      return failure();
    bool isWrong = false;
    rewriter.replaceUsesWithIf(op.getInit(), op.getResult(), [&](OpOperand &use) {
      Operation *reader = use.getOwner();
      const bool isAfterwards = reader->getBlock() == op->getBlock() && op->isBeforeInBlock(reader);
      isWrong |= isAfterwards;
      return isAfterwards;
    });
    return success(isWrong);
  }
};

} // namespace

ASSAY_POPULATE(ScatterDropsDuplicates)
ASSAY_POPULATE(GatherClampOffByOne)
ASSAY_POPULATE(OneHotLastDepth)

ASSAY_POPULATE(OneHotValuesSwapped)
ASSAY_POPULATE(ScatterClobbersBase)

} // namespace assay::fault_patterns
