#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

// Twins of what compiler/gpu writes. They are applied when kernels have been formed.

namespace assay::fault_patterns {
namespace {

/// Whether one of them is memory of elements for which that holds.
template <class Predicate> bool haveMemory(TypeRange types, const Predicate &holds) {
  return llvm::any_of(
      types, [&](Type type) { return isa<MemRefType>(type) && holds(getElementTypeOrSelf(type)); });
}

/// Whether the kernel takes memory of integers of so many bits.
bool takesIntegers(gpu::GPUFuncOp kernel, unsigned bits) {
  return kernel && haveMemory(kernel.getArgumentTypes(),
                              [&](Type element) { return element.isInteger(bits); });
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
    if (dynamicExtents < 3 ||
        !haveMemory(
            op.getKernelOperands().getTypes(), [](Type element) { return element.isF64(); }))
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
    const bool isWanted = takesIntegers(op, 8) && takesIntegers(op, 16);
    for (auto guard : op.getBody().front().getOps<arith::CmpIOp>())
      if (isWanted && guard.getLhs().getType().isInteger(32)) {
        rewriter.modifyOpInPlace(guard, [&] { guard.setPredicate(arith::CmpIPredicate::ule); });
        return success();
      }
    return failure();
  }
};

/// What stands for an element behind the end of a matrix that a wave multiplies: 0, in place of
/// what is nearest to it. Nothing of other element types.
memref::LoadOp nearestToMasked(arith::SelectOp op, Type element) {
  if (op.getType() != element || !matchPattern(op.getFalseValue(), m_AnyZeroFloat()) ||
      !contains<amdgpu::MFMAOp>(kernelOf(op)))
    return {};
  return op.getTrueValue().getDefiningOp<memref::LoadOp>();
}

struct MfmaDepthUnmasked : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    memref::LoadOp nearest = nearestToMasked(op, rewriter.getBF16Type());
    if (!nearest)
      return failure();
    rewriter.replaceOp(op, nearest);
    return success();
  }
};

struct VectorTailDropped : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::IfOp op, PatternRewriter &rewriter) const override {
    auto stores = op.thenBlock()->getOps<vector::StoreOp>();
    auto loads = op.thenBlock()->getOps<vector::LoadOp>();
    if (stores.empty() || !op.elseBlock() || std::distance(loads.begin(), loads.end()) < 2 ||
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
    if (op.getLhs().getDefiningOp<arith::DivUIOp>() || !nextDim(nextDim(op)) ||
        !takesIntegers(kernelOf(op), 64) || !op.getType().isInteger(32) ||
        getConstantIntValue(op.getRhs()))
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
    auto launch = dyn_cast_or_null<gpu::LaunchFuncOp>(next);
    if (!launch || type.getRank() != 2 || type.getNumDynamicDims() != 2 ||
        !isa<IntegerType>(type.getElementType()) ||
        !llvm::is_contained(launch.getKernelOperands(), op.getTarget()))
      return failure();
    rewriter.moveOpAfter(op, next);
    return success();
  }
};

struct MissingAtomic : OpRewritePattern<memref::AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::AtomicRMWOp op, PatternRewriter &rewriter) const override {
    if (!kernelOf(op) || !isa<IntegerType>(op.getType()))
      return failure();
    rewriter.setInsertionPoint(op);
    Value before = memref::LoadOp::create(rewriter, op.getLoc(), op.getMemref(), op.getIndices());
    Value after = arith::getReductionOp(op.getKind(), rewriter, op.getLoc(), before, op.getValue());
    memref::StoreOp::create(rewriter, op.getLoc(), after, op.getMemref(), op.getIndices());
    rewriter.replaceOp(op, before);
    return success();
  }
};

struct ExtentsSwapped : OpRewritePattern<arith::RemUIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemUIOp op, PatternRewriter &rewriter) const override {
    // The last index: the number of the work-item modulo the extent.
    auto rest = dyn_cast_or_null<arith::DivUIOp>(op->getNextNode());
    const auto isWanted = [](Type type) {
      auto memory = dyn_cast<MemRefType>(type);
      return memory && memory.getRank() >= 3 && memory.getElementType().isInteger(16);
    };
    if (!kernelOf(op) || !llvm::any_of(kernelOf(op).getArgumentTypes(), isWanted) ||
        !op.getType().isInteger(32) || op.getLhs().getDefiningOp<arith::DivUIOp>() || !rest ||
        rest.getLhs() != op.getLhs())
      return failure();
    for (Operation *user : rest->getUsers()) {
      auto next = dyn_cast<arith::RemUIOp>(user);
      auto nextRest = dyn_cast_or_null<arith::DivUIOp>(next ? next->getNextNode() : nullptr);
      if (!nextRest || getConstantIntValue(op.getRhs()) || getConstantIntValue(next.getRhs()))
        continue;
      Value last = op.getRhs(), other = next.getRhs();
      // The extents become i32 right before they are used.
      for (Value extent : {last, other})
        if (Operation *cast = extent.getDefiningOp())
          rewriter.moveOpBefore(cast, op);
      for (Operation *first : {op.getOperation(), rest.getOperation()})
        rewriter.modifyOpInPlace(first, [&] { first->setOperand(1, other); });
      for (Operation *second : {next.getOperation(), nextRest.getOperation()})
        rewriter.modifyOpInPlace(second, [&] { second->setOperand(1, last); });
      return success();
    }
    return failure();
  }
};

/// What is masked is read where it would be, not where the nearest element is.
struct MaskAfterRead : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op, PatternRewriter &rewriter) const override {
    memref::LoadOp nearest = nearestToMasked(op, rewriter.getF16Type());
    auto isThere = op.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!nearest || !isThere)
      return failure();
    for (OpOperand &index : nearest.getIndicesMutable())
      if (auto clamped = index.get().getDefiningOp<arith::MinUIOp>();
          clamped && clamped.getLhs() == isThere.getLhs()) {
        rewriter.modifyOpInPlace(nearest, [&] { index.set(clamped.getLhs()); });
        return success();
      }
    return failure();
  }
};

/// Launched before the kernel that writes what it reads.
struct LaunchTooEarly : OpRewritePattern<gpu::LaunchFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp op, PatternRewriter &rewriter) const override {
    Operation *next = op->getNextNode();
    while (next && !isa<gpu::LaunchFuncOp, memref::CopyOp, memref::LoadOp>(next) &&
           !next->hasTrait<OpTrait::IsTerminator>())
      next = next->getNextNode();
    auto reader = dyn_cast_or_null<gpu::LaunchFuncOp>(next);
    const bool sharesBytes = reader && llvm::any_of(op.getKernelOperands(), [&](Value operand) {
                               auto type = dyn_cast<MemRefType>(operand.getType());
                               return type && type.getElementType().isInteger(8) &&
                                      !type.hasStaticShape() &&
                                      llvm::is_contained(reader.getKernelOperands(), operand);
                             });
    // The walk meets it again.
    constexpr llvm::StringLiteral moved = "assay.fault.moved";
    if (!sharesBytes || op->hasAttr(moved) || reader->hasAttr(moved))
      return failure();
    for (Operation *launch : {op.getOperation(), reader.getOperation()})
      rewriter.modifyOpInPlace(launch, [&] { launch->setAttr(moved, rewriter.getUnitAttr()); });
    rewriter.moveOpAfter(op, reader);
    return success();
  }
};

/// Above one workgroup, the one that is not full does not run.
struct LastGroupLost : OpRewritePattern<gpu::LaunchFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp op, PatternRewriter &rewriter) const override {
    auto groups = op.getGridSizeX().getDefiningOp<arith::CeilDivUIOp>();
    const bool hasMatrix = llvm::any_of(op.getKernelOperands().getTypes(), [](Type type) {
      auto memory = dyn_cast<MemRefType>(type);
      return memory && memory.getElementType().isF64() && memory.getRank() == 2 &&
             memory.getNumDynamicDims() == 2;
    });
    if (!groups || !hasMatrix)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    b.setInsertionPoint(op);
    Value one = indexConstant(b, 1);
    Value whole = arith::DivUIOp::create(b, groups.getLhs(), groups.getRhs());
    Value some = arith::MaxUIOp::create(b, whole, one);
    Value fewer = arith::MinUIOp::create(b, some, groups);
    rewriter.modifyOpInPlace(op, [&] { op.getGridSizeXMutable().assign(fewer); });
    return success();
  }
};

struct MfmaOperandsSwapped : OpRewritePattern<amdgpu::MFMAOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(amdgpu::MFMAOp op, PatternRewriter &rewriter) const override {
    const bool isBatched = llvm::any_of(kernelOf(op).getArgumentTypes(), [](Type type) {
      auto memory = dyn_cast<MemRefType>(type);
      return memory && memory.getRank() >= 3;
    });
    if (op.getSourceA().getType() != op.getSourceB().getType() ||
        !op.getSourceA().getType().isF32() || !isBatched)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      Value left = op.getSourceA();
      op.getSourceAMutable().assign(op.getSourceB());
      op.getSourceBMutable().assign(left);
    });
    return success();
  }
};

/// The arguments of a launch's kernel that stand for memory that is used there alone: what
/// work-items need for themselves, each its own part.
SmallVector<BlockArgument> privateMemory(gpu::LaunchFuncOp launch) {
  SmallVector<BlockArgument> found;
  auto kernel =
      SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(launch, launch.getKernelAttr());
  if (!kernel || getConstantIntValue(launch.getBlockSizeX()) == 1)
    return found;
  for (auto [operand, argument] : llvm::zip(launch.getKernelOperands(), kernel.getArguments())) {
    auto memory = operand.getDefiningOp<memref::AllocOp>();
    if (memory && memory.getType().getRank() >= 2 && operand.hasOneUse())
      found.push_back(argument);
  }
  return found;
}

/// All work-items take the part of the first one for theirs.
struct PrivateMemoryShared : OpRewritePattern<gpu::LaunchFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp op, PatternRewriter &rewriter) const override {
    bool isWrong = false;
    for (BlockArgument memory : privateMemory(op)) {
      auto type = cast<MemRefType>(memory.getType());
      if (!type.getElementType().isF32() || !llvm::all_of(type.getShape(), ShapedType::isDynamic))
        continue;
      for (Operation *access : memory.getUsers())
        if (auto load = dyn_cast<memref::LoadOp>(access))
          isWrong |= forgetWorkItem(access, load.getIndicesMutable(), rewriter);
        else if (auto store = dyn_cast<memref::StoreOp>(access))
          isWrong |= forgetWorkItem(access, store.getIndicesMutable(), rewriter);
    }
    return success(isWrong);
  }

private:
  /// Which part it is, is computed outside of the loops over what is in it.
  static bool forgetWorkItem(Operation *access, MutableOperandRange indices,
                             PatternRewriter &rewriter) {
    bool isWrong = false;
    for (OpOperand &index : indices) {
      Operation *computed = index.get().getDefiningOp();
      if (!computed || computed->getParentOfType<scf::ForOp>() ||
          computed->hasTrait<OpTrait::ConstantLike>())
        continue;
      rewriter.setInsertionPoint(access);
      Value first = arith::ConstantIndexOp::create(rewriter, access->getLoc(), 0);
      rewriter.modifyOpInPlace(access, [&] { index.set(first); });
      isWrong = true;
    }
    return isWrong;
  }
};

/// The kernel asks for global memory that only the host can give it.
struct PrivateMemoryInKernel : OpRewritePattern<gpu::LaunchFuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::LaunchFuncOp op, PatternRewriter &rewriter) const override {
    for (BlockArgument memory : privateMemory(op)) {
      auto type = cast<MemRefType>(memory.getType());
      if (!type.getElementType().isInteger(64))
        continue;
      const Location loc = op.getLoc();
      rewriter.setInsertionPointToStart(memory.getOwner());
      Values sizes;
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        if (type.isDynamicDim(static_cast<unsigned>(dim)))
          sizes.push_back(memref::DimOp::create(rewriter, loc, memory, dim));
      Value own = memref::AllocOp::create(rewriter, loc, type, sizes);
      rewriter.replaceUsesWithIf(
          memory, own, [](OpOperand &use) { return !isa<memref::DimOp>(use.getOwner()); });
      return success();
    }
    return failure();
  }
};

} // namespace

ASSAY_POPULATE(KernelTailLost)
ASSAY_POPULATE(KernelGuardOffByOne)
ASSAY_POPULATE(MfmaDepthUnmasked)
ASSAY_POPULATE(VectorTailDropped)
ASSAY_POPULATE(LastIndexUnreached)
ASSAY_POPULATE(CopyTooLate)
ASSAY_POPULATE(MissingAtomic)
ASSAY_POPULATE(ExtentsSwapped)
ASSAY_POPULATE(MaskAfterRead)

ASSAY_POPULATE(LaunchTooEarly)
ASSAY_POPULATE(LastGroupLost)
ASSAY_POPULATE(MfmaOperandsSwapped)
ASSAY_POPULATE(PrivateMemoryShared)
ASSAY_POPULATE(PrivateMemoryInKernel)

} // namespace assay::fault_patterns
