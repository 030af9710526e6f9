#include "targets/core/CpuMetrics.h"

#include "compiler/dialect/Provenance.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Interfaces/DataLayoutInterfaces.h>

#include <optional>
#include <set>

namespace assay {

namespace {

/// Whether an operand's dims come in another order than the loops; unit dims have no place.
bool isPermuted(mlir::linalg::GenericOp generic, mlir::OpOperand &operand) {
  unsigned next = 0;
  const mlir::AffineMap map = generic.getMatchingIndexingMap(&operand);
  for (auto [extent, expression] : llvm::zip(generic.getShape(&operand), map.getResults())) {
    const auto dim = mlir::dyn_cast<mlir::AffineDimExpr>(expression);
    if (!dim || extent == 1)
      continue;
    if (dim.getPosition() < next)
      return true;
    next = dim.getPosition();
  }
  return false;
}

bool onlyMoves(mlir::linalg::GenericOp generic) {
  mlir::Block &body = *generic.getBody();
  return &body.front() == body.getTerminator() && body.getTerminator()->getNumOperands() == 1 &&
         mlir::isa<mlir::BlockArgument>(body.getTerminator()->getOperand(0));
}

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
          llvm::any_of(op->getOpOperands(),
                       [&](mlir::OpOperand &operand) { return isPermuted(generic, operand); }))
        ++metrics[onlyMoves(generic) ? Metric::Transposes : Metric::Relayouts];
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
