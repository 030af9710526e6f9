#include "flavours/Iree.h"

#include "compiler/passes/Passes.h"
#include "flavours/IreeOps.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {
namespace {

/// Named elementwise ops, which came and went.
struct GeneraliseElementwise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp, linalg::TransposeOp,
            linalg::BroadcastOp, linalg::ReduceOp, linalg::MapOp>(op) ||
        linalg::isaContractionOpInterface(op))
      return failure();
    return linalg::generalizeNamedOp(rewriter, op);
  }
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
  patterns.add<GeneraliseElementwise>(patterns.getContext());
  walkAndApplyPatterns(module, std::move(patterns));
}

} // namespace assay
