#include "compiler/buffers/Passes.h"
#include "compiler/builders/Builders.h"
#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h>
#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PREPAREBUFFERSPASS
#include "compiler/buffers/Passes.h.inc"

static bool isView(Operation *op) {
  return isa_and_present<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::ExtractSliceOp, tensor::ReshapeOp>(op);
}

/// The value whose buffer `value` may share, through views and calls of what is not called already.
static Value shared(Value value, llvm::SmallPtrSet<Operation *, 4> called = {}) {
  for (;;) {
    while (isView(value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    auto call = value.getDefiningOp<func::CallOp>();
    if (!call)
      return value;
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!callee || !callee.getBody().hasOneBlock() || !called.insert(callee).second)
      return value;
    Operation *end = callee.getBody().back().getTerminator();
    Value inside = shared(end->getOperand(cast<OpResult>(value).getResultNumber()), called);
    auto argument = dyn_cast<BlockArgument>(inside);
    if (!argument || argument.getOwner() != &callee.getBody().front())
      return value;
    value = call->getOperand(argument.getArgNumber());
  }
}

/// Whether an operand may share memory with a slice, through whatever is bufferized in place:
/// views, loops, what is written to.
static bool mayLieInSlice(OpOperand &operand) {
  const bufferization::BufferizationOptions options;
  auto isSlice = [](Value value) {
    return value.getDefiningOp<tensor::ExtractSliceOp>() != nullptr;
  };
  return llvm::any_of(
      bufferization::AnalysisState(options).findValueInReverseUseDefChain(&operand, isSlice),
      isSlice);
}

/// Where a slice of a dynamic extent crosses a function's boundary, upstream casts its buffer to
/// the dense layout, whose strides are not static either, though they are others.
static bool isDynamicSlice(OpOperand &operand) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  return type && !type.hasStaticShape() && mayLieInSlice(operand);
}

/// What puts a slice back: upstream knows that it changes nothing, and leaves the slice where it
/// is.
static bool putsSliceBack(Operation *op) {
  auto insertion = dyn_cast_or_null<tensor::InsertSliceOp>(op);
  return insertion && mayLieInSlice(insertion.getSourceMutable());
}

/// Replaces an operand by a copy of it.
static void copyOperand(OpOperand &operand, PatternRewriter &rewriter) {
  Operation *op = operand.getOwner();
  Value copy = bufferization::AllocTensorOp::create(rewriter, op->getLoc(),
                                                    cast<RankedTensorType>(operand.get().getType()),
                                                    ValueRange(), operand.get());
  rewriter.modifyOpInPlace(op, [&] { operand.set(copy); });
}

namespace {

/// Copies what upstream's bufferization of the caller would take for memory of its own, and write
/// to in place: of several results of a private function that share a buffer, all but the first;
/// constants; and, if there are other results, what comes out of a region, which may share
/// anything, and what a slice is put back into. Copies dynamic slices as well.
struct SeparateResults : OpRewritePattern<func::ReturnOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::ReturnOp op, PatternRewriter &rewriter) const override {
    const bool isPrivate = !op->getParentOfType<func::FuncOp>().isPublic();
    llvm::SmallPtrSet<const void *, 8> seen;
    auto belongsToOthers = [&](Value result) {
      Value whole = shared(result);
      Operation *origin = whole.getDefiningOp();
      if (isa_and_present<arith::ConstantOp>(origin))
        return true;
      const bool hasRegions = origin && origin->getNumRegions() != 0;
      if (op.getNumOperands() > 1 &&
          ((hasRegions && !isa<linalg::LinalgOp>(origin)) || putsSliceBack(origin)))
        return true;
      return !seen.insert(whole.getAsOpaquePointer()).second;
    };
    bool changed = false;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      const bool copied = isPrivate && belongsToOthers(operand.get());
      if (!copied && !isDynamicSlice(operand))
        continue;
      copyOperand(operand, rewriter);
      changed = true;
    }
    return success(changed);
  }
};

struct CopySlices : OpRewritePattern<func::CallOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::CallOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    for (OpOperand &operand : op->getOpOperands())
      if (isDynamicSlice(operand)) {
        copyOperand(operand, rewriter);
        changed = true;
      }
    return success(changed);
  }
};

/// A reshape with a static 0 beside a `?`: its bufferization gives a type that does not verify.
/// Emission makes none, but the canonicaliser does when a constant feeds an extent.
template <class ReshapeOp> struct DropEmptyReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern<ReshapeOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    if (!ir::hasNoElements(op.getSrc()) && !ir::hasNoElements(op.getResult()))
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

struct PrepareBuffersPass
    : PatternPass<PrepareBuffersPass, impl::PrepareBuffersPassBase<PrepareBuffersPass>> {
  static void populate(RewritePatternSet &set) {
    set.add<SeparateResults, CopySlices, DropEmptyReshape<tensor::CollapseShapeOp>,
            DropEmptyReshape<tensor::ExpandShapeOp>>(set.getContext());
  }
};

} // namespace

} // namespace assay
