#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Kernel.h"
#include "compiler/gpu/Passes.h"
#include "compiler/host/HostOps.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_FORMKERNELSPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Splits a function of one block into what the host does and kernels.
class Split {
public:
  Split(func::FuncOp function, int64_t workItems)
      : function(function), writer(function->getParentOfType<ModuleOp>()), workItems(workItems) {}

  LogicalResult run() {
    shareMemory();
    // A global is the host's, which gives it to a kernel.
    Block &body = function.getBody().front();
    function.walk([&](memref::GetGlobalOp op) {
      if (op->getBlock() != &body)
        op->moveBefore(&body, body.begin());
    });
    SmallVector<Operation *> ops =
        llvm::to_vector(llvm::make_pointer_range(function.getBody().front()));
    for (Operation *op : ops)
      if (failed(take(op)))
        return failure();
    for (Operation *op : llvm::reverse(inKernels))
      op->erase();
    return success();
  }

private:
  /// Where the loop over the work-items that had memory of their own is gone, since there was one,
  /// the memory is the device's.
  void shareMemory() {
    for (auto op : function.getOps<memref::AllocOp>())
      if (isOfWorkItem(op.getType()))
        op.getResult().setType(
            MemRefType::get(op.getType().getShape(), op.getType().getElementType()));
  }

  /// Whether a device has what the op takes: no heap, no functions, nobody to tell.
  static bool isForKernels(Operation *op) {
    auto memory = dyn_cast<memref::AllocOp>(op);
    return !isa<memref::DeallocOp, func::CallOp, cf::AssertOp, vector::PrintOp>(op) &&
           (!memory || isOfWorkItem(memory.getType()));
  }

  LogicalResult take(Operation *op) {
    const bool ends = op->hasTrait<OpTrait::IsTerminator>();
    if (ends || (isForHost(op) && llvm::none_of(op->getOperands(), [&](Value operand) {
                   return onDevice.contains(operand);
                 }))) {
      if (llvm::any_of(op->getOperands(),
                       [&](Value operand) { return onDevice.contains(operand); }))
        return op->emitOpError("returns a number that only the device computes");
      // What only describes may stand between ops of a kernel, whose launch comes after it.
      if (ends || isa<memref::CopyOp>(op))
        closeSerial(op);
      return success();
    }
    if (isHostMemory(op) || llvm::any_of(op->getResultTypes(), llvm::IsaPred<MemRefType>))
      return op->emitOpError("needs the host to know what only the device computes");
    const WalkResult walked = op->walk([](Operation *inner) {
      if (isForKernels(inner))
        return WalkResult::advance();
      inner->emitOpError("cannot be done in a kernel");
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      return failure();
    inKernels.push_back(op);
    auto loop = dyn_cast<scf::ParallelOp>(op);
    const bool hasKnownBounds = loop && llvm::none_of(loop->getOperands(), [&](Value bound) {
                                  return onDevice.contains(bound);
                                });
    if (!hasKnownBounds || !loop.getInitVals().empty()) {
      onDevice.insert(op->result_begin(), op->result_end());
      serial.push_back(op);
      return success();
    }
    closeSerial(op);
    OpBuilder host(op);
    if (workItemsOf(loop))
      writer.addGroups(host, loop);
    else
      writer.addParallel(host, loop, workItems);
    return success();
  }

  /// The ops collected so far become a kernel, launched before `next`. What they compute and others
  /// use goes through memory.
  void closeSerial(Operation *next) {
    if (serial.empty())
      return;
    OpBuilder host(next);
    llvm::SmallPtrSet<Operation *, 16> together(serial.begin(), serial.end());
    SmallVector<std::pair<Value, Value>> stored;
    SmallVector<Operation *> ops;
    for (Operation *op : serial) {
      ops.push_back(op);
      for (Value result : op->getResults()) {
        auto isOutside = [&](Operation *user) {
          return !together.contains(function.getBody().front().findAncestorOpInBlock(*user));
        };
        if (llvm::none_of(result.getUsers(), isOutside))
          continue;
        Value memory =
            memref::AllocOp::create(host, op->getLoc(), MemRefType::get({}, result.getType()));
        OpBuilder after(op->getBlock(), std::next(op->getIterator()));
        ops.push_back(memref::StoreOp::create(after, op->getLoc(), result, memory));
        inKernels.push_back(ops.back());
        stored.push_back({result, memory});
      }
    }
    writer.addSerial(host, ops);
    for (auto [result, memory] : stored)
      writer.readFrom(result, memory);
    serial.clear();
  }

  func::FuncOp function;
  KernelWriter writer;
  int64_t workItems;
  llvm::DenseSet<Value> onDevice;
  SmallVector<Operation *> serial;    // since the last kernel
  SmallVector<Operation *> inKernels; // erased in the end
};

struct FormKernelsPass : impl::FormKernelsPassBase<FormKernelsPass> {
  using impl::FormKernelsPassBase<FormKernelsPass>::FormKernelsPassBase;

  void runOnOperation() override {
    constexpr int64_t mostWorkItems = 1024; // of a workgroup on any AMD GPU
    if (workItems < 1 || workItems > mostWorkItems) {
      getOperation().emitError("a workgroup has 1 to ")
          << mostWorkItems << " work items: work-items=" << workItems.getValue();
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    if (functions.empty())
      return;
    if (functions.size() != 1 || !functions.front().getBody().hasOneBlock()) {
      getOperation().emitError("kernels are formed of one function of one block");
      return signalPassFailure();
    }
    if (failed(Split(functions.front(), workItems).run()))
      signalPassFailure();
  }
};

} // namespace

} // namespace assay
