#pragma once

#include <mlir/Dialect/Linalg/IR/Linalg.h>

// What the loops of linalg ops do, beyond what their kinds say.

namespace assay {

/// Whether the loops that the op calls reductions combine all that they meet in one element of each
/// result. An op may call a loop so whatever its results' maps are, if iterations have to keep
/// their order: of a transposed convolution, say, or where each iteration has an element of its
/// own.
bool combinesInOneElement(mlir::linalg::LinalgOp op);

/// Whether no operand is walked downwards, as by (i) -> (9 - i). Upstream takes the first place of
/// a tile for the least one.
bool onlyAscends(mlir::linalg::LinalgOp op);

} // namespace assay
