#include "compiler/dialect/Assay.h"
#include "compiler/passes/Builders.h"
#include "compiler/passes/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

/// What becomes of an element when an update meets it.
Value combine(ImplicitLocOpBuilder &b, ir::CombineKind kind, Value present, Value update) {
  switch (kind) {
  case ir::CombineKind::Overwrite:
    return update;
  case ir::CombineKind::Add:
    return add(b, present, update);
  case ir::CombineKind::Min:
    return least(b, present, update);
  case ir::CombineKind::Max:
    return greatest(b, present, update);
  }
  llvm_unreachable("all kinds are handled");
}

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

/// Computes every element of `init` by itself from its place; `body` may read tensors.
linalg::GenericOp
forEachElement(ImplicitLocOpBuilder &b, Value init,
               llvm::function_ref<Value(ImplicitLocOpBuilder &b, ValueRange place)> body) {
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, init.getType(), ValueRange{}, init,
                                   b.getMultiDimIdentityMap(rank), iterators,
                                   [&](OpBuilder &inner, Location loc, ValueRange) {
                                     ImplicitLocOpBuilder b(loc, inner);
                                     Values place;
                                     for (int64_t i = 0; i < rank; ++i)
                                       place.push_back(linalg::IndexOp::create(b, i));
                                     linalg::YieldOp::create(b, body(b, place));
                                   });
}

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

void populateLowerIndexingPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerScatter<ir::ScatterOp>, LowerScatter<ir::ScatterNdOp>, LowerGather,
               LowerGatherNd, LowerOneHot>(patterns.getContext());
}

} // namespace assay
