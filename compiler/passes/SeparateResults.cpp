#include "compiler/passes/Passes.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

/// The value whose buffer `value` shares, as far as this block tells.
static Value viewed(Value value) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    if (!op || !isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                    tensor::ExtractSliceOp, tensor::ReshapeOp>(op))
      return value;
    value = op->getOperand(0);
  }
}

namespace {

/// Of several results of a private function that share a buffer, all but the first are copied:
/// upstream's bufferization of the caller takes them for separate, and writes to one in place.
struct SeparateResults : OpRewritePattern<func::ReturnOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::ReturnOp op, PatternRewriter &rewriter) const override {
    if (op->getParentOfType<func::FuncOp>().isPublic())
      return failure();
    llvm::SmallPtrSet<const void *, 8> seen;
    SmallVector<Value> results(op.getOperands());
    bool changed = false;
    for (Value &result : results) {
      if (!isa<RankedTensorType>(result.getType()))
        continue;
      Value whole = viewed(result);
      if (seen.insert(whole.getAsOpaquePointer()).second)
        continue;
      result = bufferization::AllocTensorOp::create(
          rewriter, op.getLoc(), cast<RankedTensorType>(result.getType()), ValueRange(), result);
      changed = true;
    }
    if (!changed)
      return failure();
    rewriter.replaceOpWithNewOp<func::ReturnOp>(op, results);
    return success();
  }
};

struct SeparateResultsPass : PassWrapper<SeparateResultsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SeparateResultsPass)

  StringRef getArgument() const override { return "assay-separate-results"; }
  StringRef getDescription() const override {
    return "Copy results of private functions that share a buffer with another result";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<bufferization::BufferizationDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<SeparateResults>(context);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override { walkAndApplyPatterns(getOperation(), patterns); }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::unique_ptr<Pass> createSeparateResultsPass() {
  return std::make_unique<SeparateResultsPass>();
}

} // namespace assay
