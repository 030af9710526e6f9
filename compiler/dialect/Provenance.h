#pragma once

#include "compiler/dialect/Assay.h"

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

/// The location of an allocation that a dispatch writes that value to; the value may be null.
mlir::Location holdingFor(mlir::Location loc, llvm::StringRef dispatch, ValueAttr value);

/// What the allocation at that location is for; null if it is for nothing of that kind.
HeldAttr heldAt(mlir::Location loc);

} // namespace assay::ir
