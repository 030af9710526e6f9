#include "compiler/passes/Builders.h"
#include "compiler/passes/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Arith/Utils/Utils.h>
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

/// Of several results of a private function that share a buffer, all but the first are copied, and
/// so is a constant: upstream's bufferization of the caller takes them for separate memory of its
/// own, and writes to one in place.
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
      if (seen.insert(whole.getAsOpaquePointer()).second &&
          !whole.getDefiningOp<arith::ConstantOp>())
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

/// A reshape with a static 0 beside a `?`: its bufferization gives a type that does not verify.
/// Emission makes none, but the canonicaliser does when a constant feeds an extent.
template <class ReshapeOp> struct DropEmptyReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern<ReshapeOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto isEmpty = [](RankedTensorType type) { return llvm::is_contained(type.getShape(), 0); };
    if (!isEmpty(op.getSrcType()) && !isEmpty(op.getResultType()))
      return failure();
    ReifiedRankedShapedTypeDims shape;
    if (failed(reifyResultShapes(rewriter, op, shape)))
      return failure();
    Values dynamic;
    for (int64_t i = 0; i < op.getResultType().getRank(); ++i)
      if (op.getResultType().isDynamicDim(i))
        dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), shape[0][i]));
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getResultType(), dynamic);
    return success();
  }
};

struct PrepareBuffersPass : PassWrapper<PrepareBuffersPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareBuffersPass)

  StringRef getArgument() const override { return "assay-prepare-buffers"; }
  StringRef getDescription() const override {
    return "Rewrite what one-shot-bufferize gets wrong: shared results, reshapes of nothing";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<affine::AffineDialect, arith::ArithDialect, bufferization::BufferizationDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<SeparateResults, DropEmptyReshape<tensor::CollapseShapeOp>,
            DropEmptyReshape<tensor::ExpandShapeOp>>(context);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override { walkAndApplyPatterns(getOperation(), patterns); }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::unique_ptr<Pass> createPrepareBuffersPass() { return std::make_unique<PrepareBuffersPass>(); }

} // namespace assay
