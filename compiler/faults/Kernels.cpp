#include "compiler/faults/Patterns.h"
#include "compiler/gpu/GroupLoop.h"

#include <mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

// Twins of what compiler/gpu writes. They are applied when kernels have been formed.

namespace assay::fault_patterns {
namespace {

gpu::GPUFuncOp kernelOf(Operation *op) { return op->getParentOfType<gpu::GPUFuncOp>(); }

template <class WantedOp> bool contains(gpu::GPUFuncOp kernel) {
  return kernel && kernel.walk([](WantedOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// The element type of the kernel's memory of a workgroup; null without any.
Type sharedElement(gpu::GPUFuncOp kernel) {
  if (!kernel || kernel.getNumWorkgroupAttributions() == 0)
    return {};
  return cast<MemRefType>(kernel.getWorkgroupAttributions().front().getType()).getElementType();
}

struct KernelTailLost : OpRewritePattern<gpu::LaunchFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp op, PatternRewriter &rewriter) const override {
    auto groups = op.getGridSizeX().getDefiningOp<arith::CeilDivUIOp>();
    int dynamicExtents = 0;
    for (Value product = groups ? groups.getLhs() : Value(); product;) {
      auto factors = product.getDefiningOp<arith::MulIOp>();
      Value last = factors ? factors.getRhs() : product;
      dynamicExtents += !getConstantIntValue(last);
      product = factors ? factors.getLhs() : Value();
    }
    if (dynamicExtents < 3)
      return failure();
    rewriter.setInsertionPoint(op);
    Value whole = arith::DivUIOp::create(rewriter, op.getLoc(), groups.getLhs(), groups.getRhs());
    rewriter.modifyOpInPlace(op, [&] { op.getGridSizeXMutable().assign(whole); });
    return success();
  }
};

struct KernelGuardOffByOne : OpRewritePattern<gpu::GPUFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, PatternRewriter &rewriter) const override {
    const bool isOfBytes = llvm::any_of(op.getArgumentTypes(), [](Type type) {
      return isa<MemRefType>(type) && getElementTypeOrSelf(type).isInteger(8);
    });
    for (auto guard : op.getBody().front().getOps<arith::CmpIOp>())
      if (isOfBytes && guard.getLhs().getType().isInteger(32)) {
        rewriter.modifyOpInPlace(guard, [&] { guard.setPredicate(arith::CmpIPredicate::ule); });
        return success();
      }
    return failure();
  }
};

struct FirstBarrierDropped : OpRewritePattern<gpu::BarrierOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::BarrierOp op, PatternRewriter &rewriter) const override {
    gpu::GPUFuncOp kernel = kernelOf(op);
    const bool isExtreme = contains<arith::MaximumFOp>(kernel) || contains<arith::MaxSIOp>(kernel);
    // Work-items store their shares right before the first one.
    if (!isExtreme || !isa_and_present<memref::StoreOp>(op->getPrevNode()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct LastShareLost : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IfOp op, PatternRewriter &rewriter) const override {
    Type element = sharedElement(kernelOf(op));
    auto bound = op.getCondition().getDefiningOp<arith::CmpIOp>();
    const bool isLast =
        bound && getConstantIntValue(bound.getRhs()) == 1 && op.getNumResults() == 0;
    auto stores = op.thenBlock()->getOps<memref::StoreOp>();
    if (!isLast || !isa_and_present<IntegerType>(element) || stores.empty() ||
        !isOfWorkgroup((*stores.begin()).getMemRefType()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

struct SharesOverlap : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp op, PatternRewriter &rewriter) const override {
    if (!sharedElement(kernelOf(op)) || getConstantIntValue(op.getStep()) != 128)
      return failure();
    rewriter.setInsertionPoint(op);
    Value half = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 64);
    rewriter.modifyOpInPlace(op, [&] { op.setStep(half); });
    return success();
  }
};

struct MfmaDepthUnmasked : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IfOp op, PatternRewriter &rewriter) const override {
    auto both = op.getCondition().getDefiningOp<arith::AndIOp>();
    if (!both || op.getNumResults() != 1 || !op.getResult(0).getType().isBF16() ||
        !contains<amdgpu::MFMAOp>(kernelOf(op)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getConditionMutable().assign(both.getLhs()); });
    return success();
  }
};

struct VectorTailDropped : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IfOp op, PatternRewriter &rewriter) const override {
    auto stores = op.thenBlock()->getOps<vector::StoreOp>();
    if (stores.empty() || !op.elseBlock() ||
        !(*stores.begin()).getVectorType().getElementType().isInteger(64))
      return failure();
    for (auto tail : llvm::make_early_inc_range(op.elseBlock()->getOps<scf::ForOp>()))
      rewriter.eraseOp(tail);
    return success();
  }
};

struct LastIndexUnreached : OpRewritePattern<arith::RemUIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemUIOp op, PatternRewriter &rewriter) const override {
    // The last index of four dims or more, its extent dynamic.
    const auto nextDim = [](Operation *dim) -> Operation * {
      auto rest = dyn_cast_or_null<arith::DivUIOp>(dim ? dim->getNextNode() : nullptr);
      if (rest)
        for (Operation *user : rest->getUsers())
          if (isa<arith::RemUIOp>(user))
            return user;
      return nullptr;
    };
    if (op.getLhs().getDefiningOp<arith::DivUIOp>() || !nextDim(nextDim(op)) || !kernelOf(op) ||
        !op.getType().isInteger(32) || getConstantIntValue(op.getRhs()))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value one = arith::ConstantIntOp::create(b, 1, 32);
    Value fewer = arith::SubIOp::create(b, op.getRhs(), one);
    Value some = arith::MaxSIOp::create(b, fewer, one);
    rewriter.modifyOpInPlace(op, [&] { op.getRhsMutable().assign(some); });
    return success();
  }
};

struct CopyTooLate : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op, PatternRewriter &rewriter) const override {
    Operation *next = op->getNextNode();
    while (next && !isa<gpu::LaunchFuncOp>(next) && !next->hasTrait<OpTrait::IsTerminator>())
      next = next->getNextNode();
    auto type = cast<MemRefType>(op.getTarget().getType());
    if (!isa_and_present<gpu::LaunchFuncOp>(next) || type.hasStaticShape())
      return failure();
    rewriter.moveOpAfter(op, next);
    return success();
  }
};

struct SharedMadePrivate : OpRewritePattern<gpu::GPUFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, PatternRewriter &rewriter) const override {
    Type element = sharedElement(op);
    if (!element || !element.isF32() || !contains<arith::AddFOp>(op))
      return failure();
    rewriter.setInsertionPointToStart(&op.getBody().front());
    BlockArgument shared = op.getWorkgroupAttributions().front();
    auto type = cast<MemRefType>(shared.getType());
    auto space = gpu::AddressSpaceAttr::get(op.getContext(), gpu::AddressSpace::Private);
    Value own = memref::AllocaOp::create(
        rewriter, op.getLoc(),
        MemRefType::get(type.getShape(), element, MemRefLayoutAttrInterface(), space));
    rewriter.replaceAllUsesWith(shared, own);
    return success();
  }
};

} // namespace

#define ASSAY_FAULT(Pattern, name, op, story, effect)
#define ASSAY_KERNEL_FAULT(Pattern, name, op, story, effect)                                       \
  void populate##Pattern(RewritePatternSet &patterns) {                                            \
    patterns.add<Pattern>(patterns.getContext());                                                  \
  }
#include "compiler/faults/Faults.def"

} // namespace assay::fault_patterns
