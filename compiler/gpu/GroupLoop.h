#pragma once

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

namespace assay {

/// Work-items of a wave, which run in step.
constexpr int64_t waveSize = 64;

/// A parallel loop each of whose iterations is done by a workgroup together: the body asks for
/// gpu.thread_id x, waits at gpu.barrier, and has memory of the workgroup as memref.alloca of
/// workgroupMemory(), which must stand in the body itself and in no loop or branch there. It must
/// not be canonicalised before assay-form-kernels, which knows it by an attribute. The host must
/// know the extents; of none, there is one workgroup.
mlir::scf::ParallelOp createGroupLoop(
    mlir::ImplicitLocOpBuilder &b, mlir::ValueRange extents, int64_t workItems,
    mlir::function_ref<void(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange indices)> body);

/// The ops below `root` that are on memory and in no loop: each may become a group loop.
template <class WaveOp> llvm::SmallVector<WaveOp> outsideOfLoops(mlir::Operation *root) {
  llvm::SmallVector<WaveOp> found;
  root->walk([&](WaveOp op) {
    if (op.hasPureBufferSemantics() && mlir::isa<mlir::func::FuncOp>(op->getParentOp()))
      found.push_back(op);
  });
  return found;
}

/// The work-items of a workgroup, if the loop is such a loop.
std::optional<int64_t> workItemsOf(mlir::scf::ParallelOp loop);

/// Whether memory belongs to a workgroup, or to a work-item.
bool isOfWorkgroup(mlir::MemRefType type);
bool isOfWorkItem(mlir::MemRefType type);
/// The type of so many elements of memory of a workgroup.
mlir::MemRefType workgroupMemory(int64_t elements, mlir::Type type);

/// `id`, an i32, as an index into each of the extents, the last of which runs fastest. In 32 bits:
/// AMD's GPUs divide 64 bits in some hundred instructions. Who counts to more than a launch's
/// work-items does so under limitCount().
Values delinearise(mlir::ImplicitLocOpBuilder &b, mlir::Value id,
                   mlir::ArrayRef<mlir::Value> extents);

/// Has the host refuse a run in which `count`, of which it knows the value, does not fit the ids of
/// delinearise(); `what` is counted: "elements of a reduction". Comes before the loop.
void limitCount(mlir::ImplicitLocOpBuilder &b, mlir::Value count, llvm::StringRef what);

} // namespace assay
