#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay::fault_patterns {
namespace {

/// Twin of the split into a part of even extent and a tail.
struct ReductionTailSkipped : OpRewritePattern<linalg::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::ReduceOp op, PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1)
      return failure();
    Value input = op.getInputs()[0];
    int64_t last = cast<RankedTensorType>(input.getType()).getRank() - 1;
    int64_t extent = staticExtent(input, last);
    bool isOdd = !ShapedType::isDynamic(extent) && extent > 2 && extent % 2 == 1;
    if (!isOdd || op.getDimensions() != ArrayRef<int64_t>{last} || hasEmptyDim(input))
      return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
    sizes[last] = rewriter.getIndexAttr(extent - 1);
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    Value even = tensor::ExtractSliceOp::create(rewriter, loc, input, offsets, sizes, strides);
    auto wrong = cast<linalg::ReduceOp>(rewriter.clone(*op));
    wrong.getInputsMutable().assign(even);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct ScanLosesStart : OpRewritePattern<ir::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScanOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    if (!op.getExclusive() || !op.getStart() || !isDynamic(op.getInput(), dim))
      return failure();
    auto wrong = cast<ir::ScanOp>(rewriter.clone(*op));
    wrong.getStartMutable().clear();
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

struct AttentionMaskLastColumn : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    if (!op.getMask())
      return failure();
    int64_t columns = cast<RankedTensorType>(op.getMask().getType()).getRank() - 1;
    int64_t keys = staticExtent(op.getMask(), columns);
    if (ShapedType::isDynamic(keys) || keys % 2 == 0)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = elementType(op.getMask());
    Attribute keeps = type.isInteger(1) ? b.getOneAttr(type) : b.getZeroAttr(type);
    Value kept = arith::ConstantOp::create(b, cast<TypedAttr>(keeps));
    Value last = indexConstant(b, keys - 1);
    Value mask = mapElements(
        b, op.getMask(), [&](ImplicitLocOpBuilder &b, ValueRange place, Value element) -> Value {
          Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place[columns], last);
          return arith::SelectOp::create(b, isLast, kept, element);
        });
    auto wrong = cast<ir::AttentionOp>(b.clone(*op));
    wrong.getMaskMutable().assign(mask);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

/// Extremes of narrow integers start from 0.
struct ExtremeStartsAtZero : OpRewritePattern<linalg::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::ReduceOp op, PatternRewriter &rewriter) const override {
    Type type = elementType(op->getResult(0));
    Block *body = op.getBody();
    const bool isExtreme =
        !body->getOps<arith::MaxSIOp>().empty() || !body->getOps<arith::MinSIOp>().empty();
    auto fill = op.getInits()[0].getDefiningOp<linalg::FillOp>();
    if (op.getInits().size() != 1 || !isExtreme || !fill || type.getIntOrFloatBitWidth() > 16)
      return failure();
    rewriter.setInsertionPoint(op);
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getZeroAttr(type));
    Value zeros =
        linalg::FillOp::create(rewriter, op.getLoc(), zero, fill.getOutputs()[0]).getResult(0);
    rewriter.modifyOpInPlace(op, [&] { op.getInitsMutable().assign(zeros); });
    return success();
  }
};

/// The elements of a row are taken for those of as many rows.
struct PairsAcrossRows : OpRewritePattern<linalg::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::ReduceOp op, PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1)
      return failure();
    Value input = op.getInputs()[0];
    auto type = cast<RankedTensorType>(input.getType());
    const int64_t last = type.getRank() - 1;
    if (last < 1 || op.getDimensions() != ArrayRef<int64_t>{last} || type.getDimSize(last) < 2 ||
        type.getDimSize(last) > 4 || type.hasStaticShape() || hasEmptyDim(input))
      return failure();
    const Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
    SmallVector<int64_t> shape(type.getShape()), permutation;
    std::rotate(sizes.rbegin(), sizes.rbegin() + 1, sizes.rend());
    std::rotate(shape.rbegin(), shape.rbegin() + 1, shape.rend());
    for (int64_t dim = 1; dim <= last; ++dim)
      permutation.push_back(dim);
    permutation.push_back(0);
    Value rows = readAs(rewriter, loc, input, type.clone(shape), sizes);
    Value pairs = transposed(rewriter, loc, rows, permutation);
    rewriter.modifyOpInPlace(op, [&] { op.getInputsMutable().assign(pairs); });
    return success();
  }
};

/// Query head h reads key head h modulo their number.
struct HeadsByRemainder : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    const int64_t headDim = cast<RankedTensorType>(op.getKey().getType()).getRank() - 3;
    if (op.getGroup() == 1 || headDim < 0)
      return failure();
    const int64_t heads = staticExtent(op.getKey(), headDim);
    if (heads == 1 || hasEmptyDim(op.getKey()) || hasEmptyDim(op.getValue()))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value key = spread(b, op.getKey(), op.getQuery(), headDim),
          value = spread(b, op.getValue(), op.getQuery(), headDim);
    rewriter.modifyOpInPlace(op, [&] {
      op.getKeyMutable().assign(key);
      op.getValueMutable().assign(value);
      op.setGroup(1);
    });
    return success();
  }

private:
  static Value spread(ImplicitLocOpBuilder &b, Value x, Value query, int64_t headDim) {
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), x);
    Value heads = extents(b, x)[static_cast<size_t>(headDim)];
    sizes[static_cast<size_t>(headDim)] = tensor::getMixedSize(b, b.getLoc(), query, headDim);
    Value empty = tensor::EmptyOp::create(b, sizes, elementType(x));
    return forEachElement(b, empty, [&](ImplicitLocOpBuilder &b, ValueRange place) -> Value {
      Values from(place);
      from[static_cast<size_t>(headDim)] =
          arith::RemUIOp::create(b, place[static_cast<size_t>(headDim)], heads);
      return tensor::ExtractOp::create(b, x, from);
    });
  }
};

} // namespace

ASSAY_POPULATE(ReductionTailSkipped)
ASSAY_POPULATE(ScanLosesStart)
ASSAY_POPULATE(AttentionMaskLastColumn)

ASSAY_POPULATE(ExtremeStartsAtZero)
ASSAY_POPULATE(PairsAcrossRows)
ASSAY_POPULATE(HeadsByRemainder)

} // namespace assay::fault_patterns
