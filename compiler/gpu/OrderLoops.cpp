#include "compiler/gpu/Passes.h"
#include "compiler/host/HostOps.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_ORDERLOOPSPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Puts the parallel loops of the op outside of the others, which keep their order.
void order(linalg::GenericOp op, RewriterBase &rewriter) {
  SmallVector<unsigned> loops, others;
  op.getParallelDims(loops);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (!llvm::is_contained(loops, loop))
      others.push_back(loop);
  loops.append(others);
  if (llvm::is_sorted(loops))
    return;
  rewriter.setInsertionPoint(op);
  (void)linalg::interchangeGenericOp(rewriter, op, loops);
}

/// A copy that the host does not do, as a parallel op.
void expand(memref::CopyOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  const unsigned rank = cast<MemRefType>(op.getTarget().getType()).getRank();
  SmallVector<AffineMap> maps(2, rewriter.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank, utils::IteratorType::parallel);
  linalg::GenericOp::create(rewriter, op.getLoc(), op.getSource(), op.getTarget(), maps, iterators,
                            [](OpBuilder &builder, Location location, ValueRange elements) {
                              linalg::YieldOp::create(builder, location, elements.front());
                            });
  rewriter.eraseOp(op);
}

/// What a function returns is copied if it is a slice of other memory.
LogicalResult densify(func::ReturnOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value memref = operand.get();
    auto type = dyn_cast<MemRefType>(memref.getType());
    if (!type || isDense(memref))
      continue;
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(static_cast<unsigned>(dim)))
        sizes.push_back(memref::DimOp::create(rewriter, op.getLoc(), memref, dim));
    const auto denseType = MemRefType::get(type.getShape(), type.getElementType(),
                                           MemRefLayoutAttrInterface(), type.getMemorySpace());
    if (!memref::CastOp::areCastCompatible(denseType, type))
      return op.emitOpError("returns memory of strides that a copy of it would not have");
    Value dense = memref::AllocOp::create(rewriter, op.getLoc(), denseType, sizes);
    memref::CopyOp::create(rewriter, op.getLoc(), memref, dense);
    if (denseType != type)
      dense = memref::CastOp::create(rewriter, op.getLoc(), type, dense);
    rewriter.modifyOpInPlace(op, [&] { operand.set(dense); });
  }
  return success();
}

struct OrderLoopsPass : impl::OrderLoopsPassBase<OrderLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    const WalkResult returns = getOperation()->walk([&](func::ReturnOp op) {
      return failed(densify(op, rewriter)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (returns.wasInterrupted())
      return signalPassFailure();
    SmallVector<linalg::GenericOp> generics;
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](Operation *op) {
      if (auto generic = dyn_cast<linalg::GenericOp>(op);
          generic && generic.hasPureBufferSemantics())
        generics.push_back(generic);
      else if (auto copy = dyn_cast<memref::CopyOp>(op);
               copy && (!isForHost(copy) || !isa<func::FuncOp>(copy->getParentOp())))
        copies.push_back(copy);
    });
    for (linalg::GenericOp op : generics)
      order(op, rewriter);
    for (memref::CopyOp op : copies) {
      if (!isa<MemRefType>(op.getSource().getType()) ||
          !isa<MemRefType>(op.getTarget().getType())) {
        op.emitOpError("copies memory of unknown rank");
        return signalPassFailure();
      }
      expand(op, rewriter);
    }
  }
};

} // namespace

} // namespace assay
