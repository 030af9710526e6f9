#include "targets/core/CpuMetrics.h"

#include "compiler/builders/Relayout.h"
#include "compiler/dialect/Provenance.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Interfaces/DataLayoutInterfaces.h>

#include <optional>
#include <set>

namespace assay {

namespace {

/// Nothing if an extent is unknown.
std::optional<int64_t> bytesOf(mlir::memref::AllocOp alloc) {
  if (!alloc.getType().hasStaticShape())
    return std::nullopt;
  const mlir::DataLayout layout = mlir::DataLayout::closest(alloc);
  return alloc.getType().getNumElements() *
         static_cast<int64_t>(layout.getTypeSize(alloc.getType().getElementType()));
}

} // namespace

Metrics cpuMetricsOf(mlir::ModuleOp module) {
  Metrics metrics = {{Metric::Transposes, 0}, {Metric::Relayouts, 0}};
  std::optional<int64_t> allocated = 0;
  std::set<mlir::StringRef> dispatches;
  module->walk([&](mlir::Operation *op) {
    if (mlir::isa<mlir::linalg::TransposeOp>(op))
      ++metrics[Metric::Transposes];
    else if (auto generic = mlir::dyn_cast<mlir::linalg::GenericOp>(op)) {
      if (generic.getNumParallelLoops() == generic.getNumLoops() &&
          llvm::any_of(op->getOpOperands(), [&](mlir::OpOperand &operand) {
            return isPermuted(generic.getMatchingIndexingMap(&operand), generic.getShape(&operand));
          }))
        ++metrics[onlyMoves(op) ? Metric::Transposes : Metric::Relayouts];
    } else if (auto alloc = mlir::dyn_cast<mlir::memref::AllocOp>(op)) {
      if (const ir::HeldAttr held = ir::heldAt(alloc.getLoc()))
        dispatches.insert(held.getDispatch().getValue());
      const auto bytes = bytesOf(alloc);
      allocated = allocated && bytes ? std::optional(*allocated + *bytes) : std::nullopt;
    }
  });
  metrics[Metric::Dispatches] = static_cast<int64_t>(dispatches.size());
  if (allocated)
    metrics[Metric::Allocated] = *allocated;
  return metrics;
}

} // namespace assay
