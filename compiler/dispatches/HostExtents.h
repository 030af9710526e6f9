#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/Block.h>
#include <mlir/IR/Value.h>

namespace assay {

/// The extents of all tensors of a block that their types do not say, computed from its arguments
/// wherever that is known to be possible.
class HostExtents {
public:
  /// Writes what computes them into the block, each right behind its tensor, and replaces what asks
  /// for them there.
  explicit HostExtents(mlir::Block &block);

  /// Of a tensor of the block, or of a dispatch in it.
  mlir::Value of(mlir::Value tensor, int64_t dim) const;

private:
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, size_t> places;
  llvm::SmallVector<mlir::Value> values;
};

} // namespace assay
