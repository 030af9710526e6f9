#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Tensor/Transforms/Transforms.h>

using namespace mlir;

namespace assay {
namespace {

/// Upstream's decomposition would make slices at offset 0 of extent 0, which their verifier
/// rejects, for operands of which types or constants say that there is nothing along the dim. Those
/// are left out; and if there is nothing along another dim, there is no result to speak of.
struct LowerConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    ReifiedRankedShapedTypeDims shape;
    if (failed(op.reifyResultShapes(rewriter, shape)))
      return failure();
    const auto dim = static_cast<int64_t>(op.getDim());
    bool isEmpty = ir::hasNoElements(op);
    Values inputs;
    for (Value input : op.getInputs()) {
      const auto sizes = tensor::getMixedSizes(rewriter, op.getLoc(), input);
      bool isNothing = false;
      for (auto [place, size] : llvm::enumerate(sizes))
        if (isZeroInteger(size))
          (static_cast<int64_t>(place) == dim ? isNothing : isEmpty) = true;
      if (!isNothing)
        inputs.push_back(input);
    }
    Value result = isEmpty || inputs.empty()
                       ? tensor::EmptyOp::create(rewriter, op.getLoc(), shape[0],
                                                 op.getType().getElementType())
                             .getResult()
                       : concat(rewriter, op, inputs);
    if (result.getType() != op.getType())
      result = tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), result);
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
  patterns.add<LowerConcat, GeneratePadding>(patterns.getContext());
}

} // namespace assay
