#pragma once

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/IR/PatternMatch.h>

// What the patterns of assay-propagate-transpose share.

namespace assay {

/// Whether a tensor that the op reads or makes has an encoding: what another order of dims is to
/// that, nobody here knows.
bool hasEncoding(mlir::Operation *op);

/// The transpose that makes `tensor`, if only `reader` reads it, in its block; else null. Moved
/// past its reader, such a transpose is not there any more, and is done no more often: it has got
/// into no loop. Null as well where one of the tensors has an encoding.
mlir::linalg::TransposeOp transposeReadBy(mlir::Value tensor, mlir::Operation *reader);

/// `tensor` with its dims in another order: dim i is dim permutation[i]. `sizes` are those of the
/// result. Another transpose, unless the order is as it was.
mlir::Value transposed(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                       llvm::ArrayRef<int64_t> permutation,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// `type` with dim permutation[i] where dim i is: a transposed result of `type` is made of it.
mlir::RankedTensorType beforeTranspose(mlir::RankedTensorType type,
                                       llvm::ArrayRef<int64_t> permutation);

/// `values`, one for each dim of a transposed tensor, in the order of the dims before.
template <class Range>
auto beforeTranspose(const Range &values, llvm::ArrayRef<int64_t> permutation) {
  auto result = llvm::to_vector(values);
  for (auto [i, dim] : llvm::enumerate(permutation))
    result[static_cast<size_t>(dim)] = values[i];
  return result;
}

/// Transposes behind reshapes, slices and casts of what they transpose.
void populateTransposeOfViewsPatterns(mlir::RewritePatternSet &patterns);

} // namespace assay
