#pragma once

#include <mlir/Dialect/Linalg/IR/Linalg.h>

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

} // namespace assay
