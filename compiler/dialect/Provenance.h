#pragma once

#include "compiler/dialect/Assay.h"

#include <mlir/IR/PatternMatch.h>

namespace assay::ir {

// Which values of the program tensors hold, as the locations of the ops that make them say
// (ValueAttr). A pass that makes an op at the location of another says by it that the results are
// the same; where they are not, it uses what follows.

/// The location of an op whose results are these; a null one is none of the program's.
mlir::Location holding(mlir::Location loc, llvm::ArrayRef<ValueAttr> values);

/// The location of an op that is done for the one at `loc`, and has other results.
mlir::Location holdingNothing(mlir::Location loc);

/// The location of an op with one result, whose dim i is dim permutation[i] of the result at `loc`.
mlir::Location holdingPermuted(mlir::Location loc, llvm::ArrayRef<int64_t> permutation);

/// What the result holds; null if that is not known.
ValueAttr valueOf(mlir::OpResult result);

/// Keeps what locations say true while patterns are applied: what a pattern makes on the way holds
/// nothing, and what takes the place of an op holds what that did.
class ProvenanceListener : public mlir::RewriterBase::Listener {
public:
  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint previous) override;
  using mlir::RewriterBase::Listener::notifyOperationReplaced;
  void notifyOperationReplaced(mlir::Operation *op, mlir::ValueRange replacement) override;
};

/// The location of an allocation that a dispatch writes that value to; the value may be null.
mlir::Location holdingFor(mlir::Location loc, llvm::StringRef dispatch, ValueAttr value);

/// What the allocation at that location is for; null if it is for nothing of that kind.
HeldAttr heldAt(mlir::Location loc);

} // namespace assay::ir
