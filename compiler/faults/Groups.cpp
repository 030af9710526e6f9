#include "compiler/faults/Patterns.h"
#include "compiler/gpu/GroupLoop.h"

#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

// Twins of the reductions that compiler/gpu/ReduceInGroups.cpp writes. They are applied when
// kernels have been formed.

namespace assay::fault_patterns {
namespace {

/// The element type of the kernel's memory of a workgroup; null without any.
Type sharedElement(gpu::GPUFuncOp kernel) {
  if (!kernel || kernel.getNumWorkgroupAttributions() == 0)
    return {};
  return cast<MemRefType>(kernel.getWorkgroupAttributions().front().getType()).getElementType();
}

struct FirstBarrierDropped : OpRewritePattern<gpu::BarrierOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::BarrierOp op, PatternRewriter &rewriter) const override {
    gpu::GPUFuncOp kernel = kernelOf(op);
    // Work-items store their shares right before the first one.
    if (!contains<arith::MaxSIOp>(kernel) || !isa_and_present<memref::StoreOp>(op->getPrevNode()))
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
    if (!isLast || !element || !element.isInteger(8) || stores.empty() ||
        !isOfWorkgroup((*stores.begin()).getMemRefType()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// Work-items take every 128th element, the second one of a workgroup the same as the first.
struct SharesOverlap : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp op, PatternRewriter &rewriter) const override {
    gpu::GPUFuncOp kernel = kernelOf(op);
    if (!sharedElement(kernel) || getConstantIntValue(op.getStep()) != 128 ||
        !contains<arith::AddFOp>(kernel))
      return failure();
    const bool isOfHalves = llvm::any_of(kernel.getArgumentTypes(), [](Type type) {
      const Type element = getElementTypeOrSelf(type);
      return isa<MemRefType>(type) && (element.isF16() || element.isBF16());
    });
    if (!isOfHalves)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    b.setInsertionPoint(op);
    Value one = indexConstant(b, 1), zero = indexConstant(b, 0);
    Value isSecond = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, op.getLowerBound(), one);
    Value from = arith::SelectOp::create(b, isSecond, zero, op.getLowerBound());
    rewriter.modifyOpInPlace(op, [&] { op.setLowerBound(from); });
    return success();
  }
};

struct SharedMadePrivate : OpRewritePattern<gpu::GPUFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, PatternRewriter &rewriter) const override {
    Type element = sharedElement(op);
    const bool isOfCubes = llvm::any_of(op.getArgumentTypes(), [](Type type) {
      auto memory = dyn_cast<MemRefType>(type);
      return memory && memory.getRank() >= 3;
    });
    if (!element || !element.isF64() || !contains<arith::AddFOp>(op) || !isOfCubes)
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

struct ShuffleWrongLane : OpRewritePattern<gpu::ShuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::ShuffleOp op, PatternRewriter &rewriter) const override {
    gpu::GPUFuncOp kernel = kernelOf(op);
    const bool isWanted = contains<arith::MinimumFOp>(kernel) || contains<arith::MinSIOp>(kernel);
    IntegerAttr distance;
    if (!isWanted || !matchPattern(op.getOffset(), m_Constant(&distance)) || distance.getInt() != 1)
      return failure();
    rewriter.setInsertionPoint(op);
    Value two = arith::ConstantIntOp::create(rewriter, op.getLoc(), 2, 32);
    rewriter.modifyOpInPlace(op, [&] { op.getOffsetMutable().assign(two); });
    return success();
  }
};

struct SharedMemoryOverlap : OpRewritePattern<gpu::GPUFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::GPUFuncOp op, PatternRewriter &rewriter) const override {
    ArrayRef<BlockArgument> shared = op.getWorkgroupAttributions();
    if (shared.size() != 2 || shared[0].getType() != shared[1].getType())
      return failure();
    rewriter.replaceAllUsesWith(shared[1], shared[0]);
    return success();
  }
};

struct ShareUnwritten : OpRewritePattern<memref::StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::StoreOp op, PatternRewriter &rewriter) const override {
    auto share = op.getValueToStore().getDefiningOp<scf::ForOp>();
    Type type = op.getValueToStore().getType();
    if (!kernelOf(op) || !share || !isOfWorkgroup(op.getMemRefType()) || !type.isInteger(64) ||
        !contains<arith::AddIOp>(kernelOf(op)))
      return failure();
    rewriter.setInsertionPoint(op);
    Value hasOne = arith::CmpIOp::create(rewriter, op.getLoc(), arith::CmpIPredicate::ult,
                                         share.getLowerBound(), share.getUpperBound());
    auto guard = scf::IfOp::create(rewriter, op.getLoc(), hasOne, /*withElseRegion=*/false);
    rewriter.moveOpBefore(op, guard.thenBlock()->getTerminator());
    return success();
  }
};

/// A work-item without elements has 0 in place of what changes nothing.
struct IdleShareIsZero : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp op, PatternRewriter &rewriter) const override {
    gpu::GPUFuncOp kernel = kernelOf(op);
    if (!sharedElement(kernel) || op.getNumResults() != 1 ||
        !(contains<arith::MulFOp>(kernel) || contains<arith::MulIOp>(kernel)))
      return failure();
    Attribute start;
    const Type type = op.getResult(0).getType();
    if (!type.isIntOrFloat() || !matchPattern(op.getInitArgs()[0], m_Constant(&start)) ||
        start != rewriter.getOneAttr(type))
      return failure();
    rewriter.setInsertionPoint(op);
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(), rewriter.getZeroAttr(type));
    rewriter.modifyOpInPlace(op, [&] { op.getInitArgsMutable().assign(zero); });
    return success();
  }
};

} // namespace

ASSAY_POPULATE(FirstBarrierDropped)
ASSAY_POPULATE(LastShareLost)
ASSAY_POPULATE(SharesOverlap)
ASSAY_POPULATE(SharedMadePrivate)
ASSAY_POPULATE(ShuffleWrongLane)
ASSAY_POPULATE(SharedMemoryOverlap)
ASSAY_POPULATE(ShareUnwritten)

ASSAY_POPULATE(IdleShareIsZero)

} // namespace assay::fault_patterns
