#include "flavours/Iree.h"

#include "compiler/passes/Passes.h"
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
               linalg::BroadcastOp, linalg::ReduceOp>(op) ||
           linalg::isaContractionOpInterface(op);
  }

  const IreeSyntax &syntax;
};

} // namespace

void convertToIree(ModuleOp module, const IreeSyntax &syntax) {
  RewritePatternSet patterns(module.getContext());
  // Where the pattern for IREE declines, the one for upstream's ops follows.
  populateIreeSortingPatterns(patterns, syntax);
  populateIreeIndexingPatterns(patterns, syntax);
  populateIreeScanPatterns(patterns, syntax);
  populateIreeAttentionPatterns(patterns, syntax);
  populateLowerIndexingPatterns(patterns);
  populateLowerAttentionPatterns(patterns);
  patterns.add<GeneraliseElementwise>(patterns.getContext(), syntax);
  walkAndApplyPatterns(module, std::move(patterns));
}

} // namespace assay
