#include "flavours/Iree.h"

#include "compiler/lowering/Passes.h"
#include "flavours/IreeOps.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {
namespace {

/// Named elementwise ops, which came and went, and those that are missing or have another
/// form.
struct GeneraliseElementwise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  GeneraliseElementwise(MLIRContext *context, const IreeSyntax &syntax)
      : OpInterfaceRewritePattern(context), syntax(syntax) {}

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (isRead(op))
      return failure();
    return linalg::generalizeNamedOp(rewriter, op);
  }

private:
  /// Whether IREE of this version reads the op as we print it.
  bool isRead(linalg::LinalgOp op) const {
    if (isa<linalg::ContractOp>(op))
      return syntax.hasContract;
    if (isa<linalg::MapOp>(op))
      return syntax.mapReadsInit;
    return isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp, linalg::TransposeOp,
               linalg::BroadcastOp, linalg::ReduceOp, linalg::ConvolutionOpInterface>(
               op.getOperation()) ||
           linalg::isaContractionOpInterface(op);
  }

  const IreeSyntax &syntax;
};

/// IREE has no lowering of tensor.splat.
struct SplatToFill : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::SplatOp op, PatternRewriter &rewriter) const override {
    Value empty =
        tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType(), op.getDynamicSizes());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
    return success();
  }
};

/// Tensors of index do not cross IREE's dispatches.
struct ReshapeByIntegers : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op, PatternRewriter &rewriter) const override {
    auto extents = op.getShape().getDefiningOp<tensor::FromElementsOp>();
    if (!extents || !op.getShape().getType().getElementType().isIndex())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    llvm::SmallVector<Value> integers;
    for (Value extent : extents.getElements())
      integers.push_back(arith::IndexCastOp::create(b, b.getI64Type(), extent));
    Value shape = tensor::FromElementsOp::create(b, integers);
    rewriter.replaceOpWithNewOp<tensor::ReshapeOp>(op, op.getType(), op.getSource(), shape);
    return success();
  }
};

} // namespace

void generaliseElementwise(ModuleOp module, const IreeSyntax &syntax) {
  RewritePatternSet patterns(module.getContext());
  patterns.add<GeneraliseElementwise>(patterns.getContext(), syntax);
  walkAndApplyPatterns(module, std::move(patterns));
}

void convertToIree(ModuleOp module, const IreeSyntax &syntax) {
  RewritePatternSet patterns(module.getContext());
  // Where the pattern for IREE declines, the one for upstream's ops follows.
  populateIreeSortingPatterns(patterns, syntax);
  populateIreeIndexingPatterns(patterns, syntax);
  populateIreeScanPatterns(patterns, syntax);
  populateIreeAttentionPatterns(patterns, syntax);
  populateLowerScatterPatterns(patterns);
  populateLowerGatherPatterns(patterns);
  populateLowerAttentionPatterns(patterns);
  patterns.add<GeneraliseElementwise>(patterns.getContext(), syntax);
  patterns.add<SplatToFill, ReshapeByIntegers>(patterns.getContext());
  walkAndApplyPatterns(module, std::move(patterns));
}

} // namespace assay
