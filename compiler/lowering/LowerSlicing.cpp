#include "compiler/builders/Builders.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Tensor/Transforms/Transforms.h>

using namespace mlir;

namespace assay {
namespace {

bool isEmpty(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(), 0);
}

/// A concat with static zeros: upstream's decomposition would make slices at offset 0 of extent 0,
/// which their verifier rejects.
struct DropEmptyFromConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    if (!isEmpty(op) && llvm::none_of(op.getInputs(), isEmpty))
      return failure();
    ReifiedRankedShapedTypeDims shape;
    if (failed(op.reifyResultShapes(rewriter, shape)))
      return failure();
    Values inputs = llvm::filter_to_vector(op.getInputs(), [](Value x) { return !isEmpty(x); });
    Type type = op.getType();
    Value result =
        tensor::EmptyOp::create(rewriter, op.getLoc(), shape[0], op.getType().getElementType());
    if (!isEmpty(op) && !inputs.empty())
      result = concat(rewriter, op, inputs);
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Value concat(PatternRewriter &rewriter, tensor::ConcatOp op, ValueRange inputs) {
    auto fewer = tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(), inputs);
    FailureOr<SmallVector<Value>> parts = fewer.decomposeOperation(rewriter);
    rewriter.eraseOp(fewer);
    return parts->front();
  }
};

/// A pad of nothing is all padding. Upstream would insert a slice of extent 0 at the end of a dim,
/// which its verifier rejects.
struct GeneratePadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    ReifiedRankedShapedTypeDims shape;
    if (!isEmpty(op.getSource()) || failed(op.reifyResultShapes(rewriter, shape)))
      return failure();
    Values dynamic;
    for (int64_t i = 0; i < op.getResultType().getRank(); ++i)
      if (op.getResultType().isDynamicDim(i))
        dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), shape[0][i]));
    auto all = tensor::GenerateOp::create(rewriter, op.getLoc(), op.getResultType(), dynamic);
    rewriter.inlineRegionBefore(op.getRegion(), all.getBody(), all.getBody().begin());
    rewriter.replaceOp(op, all);
    return success();
  }
};

} // namespace

void populateLowerSlicingPatterns(RewritePatternSet &patterns) {
  patterns.add<DropEmptyFromConcat, GeneratePadding>(patterns.getContext(), /*benefit=*/2);
  tensor::populateDecomposeTensorConcatPatterns(patterns);
}

} // namespace assay
