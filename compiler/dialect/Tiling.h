#pragma once

#include <mlir/Interfaces/DestinationStyleOpInterface.h>
#include <mlir/Interfaces/TilingInterface.h>

#include <optional>

namespace assay::ir {

/// Whether that many elements are seen to be all of the tensor along a dim.
bool isWholeAlong(mlir::Value tensor, size_t dim, mlir::OpFoldResult size);

/// How an op of the dialect is tiled: which loop each dim of its operands goes with. All loops are
/// parallel, and every result has all of them. A dim without a loop is whole in each tile: what is
/// sorted or scanned, what indices name, the keys of attention.
///
/// - sort, sort_indices, topk, scan, one_hot, scatter: a loop for each dim of the destination but
///   `dim`. A scatter's updates may end before its destination does: the rest of it stays.
/// - gather, gather_nd: a loop for each dim of the result.
/// - scatter_nd: a loop for each dim of the destination that index vectors do not name.
/// - attention: the batch dims, of which the last is one of the key's heads with all of its
/// queries'
///   heads, the rows, and the columns of the values.
class Tiling {
public:
  /// Of one of these ops.
  explicit Tiling(mlir::DestinationStyleOpInterface op);

  llvm::SmallVector<mlir::utils::IteratorType> iterators() const;
  /// The loop that a dim of an operand goes with; nothing for a dim that is whole in each tile.
  std::optional<unsigned> loopOf(unsigned operand, int64_t dim) const {
    return operands[operand][static_cast<size_t>(dim)].loop;
  }
  /// Whether there is such an op with several loops in place of this one, and as many dims in place
  /// of each that goes with it: all of these are seen to have its extent.
  bool maySplit(unsigned loop) const;
  llvm::SmallVector<mlir::Range> domain(mlir::OpBuilder &b) const;
  /// Whether a slice of a result cuts a dim that has a loop: the op has less to do for it. Not
  /// where it is seen to have all of the dim, and, where an iteration makes several elements, only
  /// where it is seen to need fewer iterations: what was done on a tile of the slice is not cut
  /// again.
  bool isCutAlongLoops(unsigned result, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes) const;
  /// Whether slices of these sizes are seen to have the other dims of a result whole.
  bool isWholeElsewhere(unsigned result, llvm::ArrayRef<int64_t> sizes) const;

  /// The op on a tile of the loops. Fails, having built nothing, if the types say that some operand
  /// ends before the tile, or has no elements in it: upstream's verifier rejects such slices.
  mlir::FailureOr<mlir::TilingResult> tiled(mlir::OpBuilder &b,
                                            llvm::ArrayRef<mlir::OpFoldResult> offsets,
                                            llvm::ArrayRef<mlir::OpFoldResult> sizes) const;
  /// Where a tile of the loops lies in a result.
  void placeInResult(mlir::OpBuilder &b, unsigned result,
                     llvm::ArrayRef<mlir::OpFoldResult> offsets,
                     llvm::ArrayRef<mlir::OpFoldResult> sizes,
                     llvm::SmallVector<mlir::OpFoldResult> &resultOffsets,
                     llvm::SmallVector<mlir::OpFoldResult> &resultSizes) const;
  /// The loops' tile that holds a tile of a result, which may be a part of dims that are whole.
  void tileAround(mlir::OpBuilder &b, unsigned result,
                  llvm::ArrayRef<mlir::OpFoldResult> resultOffsets,
                  llvm::ArrayRef<mlir::OpFoldResult> resultSizes,
                  llvm::SmallVectorImpl<mlir::OpFoldResult> &offsets,
                  llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes) const;
  /// The op on that tile, and the tile of the result. Fails as well if the tile is empty.
  mlir::FailureOr<mlir::TilingResult>
  tileOfResult(mlir::OpBuilder &b, unsigned result,
               llvm::ArrayRef<mlir::OpFoldResult> resultOffsets,
               llvm::ArrayRef<mlir::OpFoldResult> resultSizes) const;
  /// The loops' tile that reads these tiles of operands; loops that none of them has are whole.
  /// Fails unless the operands' other dims are seen to be whole in the tiles, and the tiles go with
  /// one another.
  mlir::LogicalResult
  tileOfOperands(mlir::OpBuilder &b, llvm::ArrayRef<unsigned> operands,
                 llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> operandOffsets,
                 llvm::ArrayRef<llvm::SmallVector<mlir::OpFoldResult>> operandSizes,
                 llvm::SmallVectorImpl<mlir::OpFoldResult> &offsets,
                 llvm::SmallVectorImpl<mlir::OpFoldResult> &sizes) const;

private:
  struct Dim {
    std::optional<unsigned> loop = std::nullopt; // none: whole in each tile
    int64_t factor = 1;                          // elements for each iteration
    bool mayBeShorter = false;                   // than the loop
    bool mayBeLonger = false;                    // than the loop
  };
  using Dims = llvm::SmallVector<Dim>;
  /// A slice of an operand.
  struct Part {
    llvm::SmallVector<mlir::OpFoldResult> offsets, sizes;
  };

  void addLines(int64_t dim, bool mayBeShorter = false);
  void addGather(int64_t dim);
  void addGatherNd();
  void addScatterNd();
  void addAttention(int64_t group);
  /// Dims without a loop, then one for each loop from `first` on.
  static Dims dimsOf(unsigned whole, unsigned looped, unsigned first = 0);

  unsigned placeOfInit(unsigned result) const;
  Part partOf(mlir::OpBuilder &b, unsigned operand, llvm::ArrayRef<mlir::OpFoldResult> offsets,
              llvm::ArrayRef<mlir::OpFoldResult> sizes) const;
  void moveRows(mlir::OpBuilder &b, mlir::Operation *onTile, mlir::OpFoldResult offset) const;

  mutable mlir::DestinationStyleOpInterface op;
  unsigned loops = 0;
  /// For each operand; nothing for those that are no tensors.
  llvm::SmallVector<Dims> operands;
};

/// How an op is tiled, if it is one of this dialect that is.
std::optional<Tiling> tilingOf(mlir::Operation *op);

} // namespace assay::ir
