#pragma once

#include "compiler/gpu/GroupLoop.h"

#include <mlir/IR/ImplicitLocOpBuilder.h>

// How waves multiply matrices. A work-item has, of a tile of the left matrix, perItem neighbours
// along k of the row `item % tileSize`, of one of the right matrix as many of that column, and of
// their product perItem neighbours along a column, the one of that number; in all three the first
// of them is `item / tileSize * perItem`.

namespace assay::mfma {

/// Rows and columns of a tile: what an instruction multiplies.
constexpr int64_t tileSize = 16;
/// A work-item has some neighbours of a row of the tile of A, and as many of B: so many have one
/// row.
constexpr int64_t quarters = waveSize / tileSize;
/// Elements along k that a work-item has of a tile, and how far a step goes with them. Half an
/// instruction's numbers fit one of these steps, those of f32 take one instruction for each
/// element.
constexpr int64_t perItem = 4, depth = quarters * perItem;

/// Tiles along a loop that a wave takes together, since what it loads for one tile serves for all
/// across: 4 where two waves would take as many. What is not known is taken for middling, for it
/// makes more code.
int64_t tilesAlong(int64_t extent);

/// A tile of zeros: what a work-item has of a sum of products.
mlir::Value zeroTile(mlir::ImplicitLocOpBuilder &b);

/// The sum, and the product of what work-items have of two tiles, of f32, f16 or bf16.
mlir::Value multiplyTile(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange left,
                         mlir::ValueRange right, mlir::Value sum);

} // namespace assay::mfma
