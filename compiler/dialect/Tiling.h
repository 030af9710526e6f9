#pragma once

#include <mlir/Interfaces/DestinationStyleOpInterface.h>
#include <mlir/Interfaces/TilingInterface.h>

namespace assay::ir {

/// How an op is tiled that works on each line along one dim of its tensors by itself. There is a
/// loop for each other dim of its destinations, in their order, and all are parallel: no tile can
/// cut a line. Operands of the destinations' rank have their lines along the same dim, and those of
/// one dim less have an element for each line.
class LineTiling {
public:
  LineTiling(mlir::DestinationStyleOpInterface op, uint64_t dim)
      : op(op), dim(static_cast<int64_t>(dim)) {}

  llvm::SmallVector<mlir::utils::IteratorType> iterators() const;
  llvm::SmallVector<mlir::Range> domain(mlir::OpBuilder &b) const;
  /// The op on the lines of a tile of the loops. Fails, having built nothing, if the types say that
  /// some operand has no such lines, or no elements in them: upstream's verifier rejects such
  /// slices.
  mlir::FailureOr<mlir::TilingResult> tiled(mlir::OpBuilder &b,
                                            llvm::ArrayRef<mlir::OpFoldResult> offsets,
                                            llvm::ArrayRef<mlir::OpFoldResult> sizes) const;
  /// Where the lines of a tile of the loops lie in a result.
  void placeInResult(mlir::OpBuilder &b, unsigned result,
                     llvm::ArrayRef<mlir::OpFoldResult> offsets,
                     llvm::ArrayRef<mlir::OpFoldResult> sizes,
                     llvm::SmallVector<mlir::OpFoldResult> &resultOffsets,
                     llvm::SmallVector<mlir::OpFoldResult> &resultSizes) const;
  /// The loops' tile whose lines hold a tile of a result, which may have parts of lines alone.
  void linesOf(llvm::ArrayRef<mlir::OpFoldResult> resultOffsets,
               llvm::ArrayRef<mlir::OpFoldResult> resultSizes,
               llvm::SmallVectorImpl<mlir::OpFoldResult> &offsets,
               llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes) const;
  /// The op on these lines, and the tile of the result. Fails as well if the tile is empty.
  mlir::FailureOr<mlir::TilingResult>
  tileOfResult(mlir::OpBuilder &b, unsigned result,
               llvm::ArrayRef<mlir::OpFoldResult> resultOffsets,
               llvm::ArrayRef<mlir::OpFoldResult> resultSizes) const;

private:
  int64_t rank() const;
  bool isInBounds(mlir::OpBuilder &b, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                  llvm::ArrayRef<mlir::OpFoldResult> sizes) const;

  mutable mlir::DestinationStyleOpInterface op;
  int64_t dim;
};

} // namespace assay::ir
