#pragma once

#include <mlir/IR/AffineMap.h>
#include <mlir/IR/Operation.h>

namespace assay {

/// Whether an operand of that shape, read by that map, has its dims in another order than the
/// loops; unit dims have no place.
bool isPermuted(mlir::AffineMap map, llvm::ArrayRef<int64_t> shape);

/// Whether the op, which has one region as linalg.generic does, yields an element as it is.
bool onlyMoves(mlir::Operation *op);

} // namespace assay
