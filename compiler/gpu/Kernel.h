#pragma once

#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

namespace assay {

/// Writes kernels of one gpu.module, and the ops that launch them. What a kernel uses and does not
/// define are the host's values, or were handed to readFrom(). `host` builds before the ops that
/// become the kernel, which stay where they are.
class KernelWriter {
public:
  explicit KernelWriter(mlir::ModuleOp module);

  /// The ops, in their order, become a kernel of one work-item, launched before the builder's
  /// place.
  void addSerial(mlir::OpBuilder &host, mlir::ArrayRef<mlir::Operation *> ops);
  /// Each iteration of the loop becomes a work-item. The host computes how many there are, and so
  /// must know the bounds and steps: none of them through readFrom(). More than
  /// Launch::mostWorkItems make the plan's run fail.
  void addParallel(mlir::OpBuilder &host, mlir::scf::ParallelOp loop, int64_t workItems);
  /// Each iteration of a loop of compiler/gpu/GroupLoop.h becomes a workgroup; the same holds.
  void addGroups(mlir::OpBuilder &host, mlir::scf::ParallelOp loop);

  /// From now on kernels do not take `scalar` from the host but read it from `memory`, a memref of
  /// rank 0.
  void readFrom(mlir::Value scalar, mlir::Value memory) { inMemory[scalar] = memory; }

private:
  struct Frame;
  /// A kernel, named after the program's ops and numbered, that takes what the ops use and do not
  /// define; constants are cloned into it.
  Frame begin(mlir::Location location, mlir::ArrayRef<mlir::Operation *> ops, mlir::ValueRange more,
              int64_t workItems);
  /// The body of the loop for its iteration `id`, an i32, of so many along each dim.
  void cloneIteration(mlir::ImplicitLocOpBuilder &b, Frame &frame, mlir::scf::ParallelOp loop,
                      mlir::ArrayRef<mlir::Value> sizes, mlir::Value id);
  void launch(mlir::OpBuilder &host, Frame &frame, mlir::Value workgroups);

  mlir::gpu::GPUModuleOp kernels;
  llvm::DenseMap<mlir::Value, mlir::Value> inMemory;
  int count = 0;
};

} // namespace assay
