#pragma once

#include <mlir/Dialect/Linalg/IR/Linalg.h>

// What assay-tile and assay-vectorize agree on.

namespace assay {

/// Whether vectors can stand for what the op computes.
bool hasVectorForm(mlir::linalg::LinalgOp op);

/// Whether the host has no vector form of something that the op computes, though there is one in
/// MLIR.
bool isScalarised(mlir::linalg::LinalgOp op);

/// Whether all loops of `op` together are few enough to become one vector.
bool fitsOneVector(mlir::linalg::LinalgOp op);

} // namespace assay
