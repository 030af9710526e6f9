#include "compiler/builders/Builders.h"
#include "compiler/builders/Combine.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

/// The index vector indices[leading, :] as values of type index.
Values indexVector(ImplicitLocOpBuilder &b, Value indices, ValueRange leading) {
  Values vector, place(leading);
  for (int64_t i = 0; i < cast<RankedTensorType>(indices.getType()).getShape().back(); ++i) {
    place.push_back(indexConstant(b, i));
    vector.push_back(toIndex(b, tensor::ExtractOp::create(b, indices, place)));
    place.pop_back();
  }
  return vector;
}

/// Where an update at `place` goes.
Values target(ImplicitLocOpBuilder &b, ir::ScatterOp op, ValueRange place) {
  Values result(place);
  result[op.getDim()] = toIndex(b, tensor::ExtractOp::create(b, op.getIndices(), place));
  return result;
}

Values target(ImplicitLocOpBuilder &b, ir::ScatterNdOp op, ValueRange place) {
  size_t leading = cast<RankedTensorType>(op.getIndices().getType()).getRank() - 1;
  Values result = indexVector(b, op.getIndices(), place.take_front(leading));
  llvm::append_range(result, place.drop_front(leading));
  return result;
}

/// One update after the other.
template <class ScatterOp> struct LowerScatter : OpRewritePattern<ScatterOp> {
  using OpRewritePattern<ScatterOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto body = [&](ImplicitLocOpBuilder &b, ValueRange place, ValueRange carried) -> Values {
      Values at = target(b, op, place);
      Value update = tensor::ExtractOp::create(b, op.getUpdates(), place);
      if (op.getCombine() != ir::CombineKind::Overwrite)
        update = combine(b, op.getCombine(), tensor::ExtractOp::create(b, carried[0], at), update);
      return {tensor::InsertOp::create(b, update, carried[0], at)};
    };
    rewriter.replaceOp(op, loops(b, extents(b, op.getUpdates()), op.getInit(), body));
    return success();
  }
};

struct LowerGather : OpRewritePattern<ir::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::GatherOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto body = [&](ImplicitLocOpBuilder &b, ValueRange place) -> Value {
      Values source(place);
      source[op.getDim()] = toIndex(b, tensor::ExtractOp::create(b, op.getIndices(), place));
      return tensor::ExtractOp::create(b, op.getInput(), source);
    };
    rewriter.replaceOp(op, forEachElement(b, op.getInit(), body));
    return success();
  }
};

struct LowerGatherNd : OpRewritePattern<ir::GatherNdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::GatherNdOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    size_t leading = cast<RankedTensorType>(op.getIndices().getType()).getRank() - 1;
    auto body = [&](ImplicitLocOpBuilder &b, ValueRange place) -> Value {
      Values source = indexVector(b, op.getIndices(), place.take_front(leading));
      llvm::append_range(source, place.drop_front(leading));
      return tensor::ExtractOp::create(b, op.getInput(), source);
    };
    rewriter.replaceOp(op, forEachElement(b, op.getInit(), body));
    return success();
  }
};

struct LowerOneHot : OpRewritePattern<ir::OneHotOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::OneHotOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto body = [&](ImplicitLocOpBuilder &b, ValueRange place) -> Value {
      Values source = dropAt(place, op.getDim());
      Value index = toIndex(b, tensor::ExtractOp::create(b, op.getIndices(), source));
      Value isHot = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, index, place[op.getDim()]);
      return arith::SelectOp::create(b, isHot, op.getOn(), op.getOff());
    };
    rewriter.replaceOp(op, forEachElement(b, op.getInit(), body));
    return success();
  }
};

} // namespace

void populateLowerScatterPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerScatter<ir::ScatterOp>, LowerScatter<ir::ScatterNdOp>>(patterns.getContext());
}

void populateLowerGatherPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerGather, LowerGatherNd, LowerOneHot>(patterns.getContext());
}

} // namespace assay
