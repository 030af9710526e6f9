#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Tensor/Transforms/Transforms.h>

using namespace mlir;

namespace assay {
namespace {

/// A concat with static zeros: upstream's decomposition would make slices at offset 0 of extent 0,
/// which their verifier rejects.
struct DropEmptyFromConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    if (!ir::hasNoElements(op) && llvm::none_of(op.getInputs(), ir::hasNoElements))
      return failure();
    ReifiedRankedShapedTypeDims shape;
    if (failed(op.reifyResultShapes(rewriter, shape)))
      return failure();
    Values inputs =
        llvm::filter_to_vector(op.getInputs(), [](Value x) { return !ir::hasNoElements(x); });
    Type type = op.getType();
    Value result =
        tensor::EmptyOp::create(rewriter, op.getLoc(), shape[0], op.getType().getElementType());
    if (!ir::hasNoElements(op) && !inputs.empty())
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
    if (!ir::hasNoElements(op.getSource()) || failed(op.reifyResultShapes(rewriter, shape)))
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
