#pragma once

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

namespace assay {

/// A linalg.generic on buffers that reduces in a way that work-items can share: each combines some
/// of the elements, and their shares are combined in any order.
struct SharedReduction {
  mlir::linalg::GenericOp op;
  Values elements;                                // in the body: what an iteration adds
  llvm::SmallVector<mlir::Operation *> combiners; // of the body, which combine that with the rest
  /// What a share starts with, if not with the value that the result's buffer holds: to combine
  /// that more than once changes nothing then.
  mlir::TypedAttr neutral;

  /// Both combined: `sofar` and `elements` have a value for each result of the op, and so does what
  /// is returned.
  Values combine(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange sofar,
                 mlir::ValueRange elements) const;
};

/// The op as a reduction by one associative and commutative op, or as one to the greatest or least
/// element and its index, where the lesser index breaks ties.
std::optional<SharedReduction> matchSharedReduction(mlir::linalg::GenericOp op);

} // namespace assay
