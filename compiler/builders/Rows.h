#pragma once

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

// Linalg ops on buffers that are done together row by row: a row is what one iteration of the first
// so many loops, all parallel, has to do with.

namespace assay {

/// Whether the map reaches the row of the first so many loops, and nothing of another one.
bool isOfRow(mlir::AffineMap map, unsigned rows);

/// Whether all ops have as many rows: by what is known of them, or since one reads what another one
/// makes.
bool haveSameRows(mlir::ArrayRef<mlir::linalg::LinalgOp> ops, unsigned rows);

/// Whether no op needs what another one writes for another row. Arguments of a function are taken
/// for buffers of their own.
bool keepToRows(mlir::ArrayRef<mlir::linalg::LinalgOp> ops, unsigned rows);

/// The groups of ops of a block that are done together, and are worth it: as long as nothing
/// between them has to do with memory. A Group adds an `Op` that goes with the others, and says
/// whether it did.
template <class Op, class Group>
void collectRowGroups(mlir::Block &block, mlir::SmallVectorImpl<Group> &groups) {
  Group open;
  const auto close = [&] {
    if (open.isWorthIt())
      groups.push_back(open);
    open = Group();
  };
  for (mlir::Operation &each : block) {
    if (auto op = mlir::dyn_cast<Op>(each)) {
      if (!open.add(op)) {
        close();
        (void)open.add(op);
      }
    } else if (!mlir::isa<mlir::memref::AllocOp>(each) && !mlir::isMemoryEffectFree(&each)) {
      close();
    }
  }
  close();
}

} // namespace assay
