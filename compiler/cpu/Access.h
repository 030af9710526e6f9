#pragma once

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

namespace assay {

/// The elements of a buffer as the loops of an op reach them: base[start + sum of index * step].
struct Access {
  mlir::Value base; // memref<?xT>, of which nobody asks the extent
  mlir::Value start;
  /// For each loop, in elements; 0 where the operand does not depend on it.
  Values steps;

  bool dependsOn(unsigned loop) const;
  /// Whether neighbours along the loop are known to be neighbours in memory.
  bool isContiguous(unsigned loop) const;

  /// Where the element at these indices stands in `base`; a null index counts as 0.
  mlir::Value place(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange indices) const;
};

/// How `buffer` is reached by `map`, which is linear.
Access accessOf(mlir::ImplicitLocOpBuilder &b, mlir::Value buffer, mlir::AffineMap map);

/// A buffer of so many elements as memref<?xT>, which the caller frees.
mlir::Value allocate(mlir::ImplicitLocOpBuilder &b, int64_t elements, mlir::Type type);

/// The lesser of an index and a constant.
mlir::Value least(mlir::ImplicitLocOpBuilder &b, mlir::Value x, int64_t y);

/// Whether vectors can stand for the elements of `op`, on buffers that its loops reach by
/// accessOf().
bool isStridedLoops(mlir::linalg::LinalgOp op);

/// The bytes of a vector, and of the largest element that `op` reads, computes or writes, 4 at
/// least.
inline constexpr int64_t bytesOfVector = 32;
int64_t largestElement(mlir::linalg::LinalgOp op);

/// Builds the body of `op` over `arguments`, and returns what it yields.
Values cloneBody(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op, Values arguments);

/// Builds the body of `op` over vectors of `lanes` elements in place of its arguments, and returns
/// what it yields. Floating-point products may be fused with sums.
Values cloneOverVectors(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op, Values arguments,
                        int64_t lanes);

} // namespace assay
