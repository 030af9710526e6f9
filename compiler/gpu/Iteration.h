#pragma once

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

// What one iteration of a linalg op on buffers reads, computes and writes.

namespace assay {

/// The extents of the op's loops, constants where they are static.
Values loopExtents(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op);

/// The element of an operand that the iteration at `indices` reads.
mlir::Value loadOperand(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op, unsigned operand,
                        mlir::ValueRange indices);
/// Where in the operand the iteration reads or writes.
Values placeInOperand(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op, unsigned operand,
                      mlir::ValueRange indices);

/// What the op's body yields for `elements`, one for each operand, in an iteration at `indices`,
/// which a body without linalg.index has no need of. If the elements are vectors of one length, all
/// ops of the body must be Vectorizable and without regions or constants.
Values inlineBody(mlir::ImplicitLocOpBuilder &b, mlir::linalg::LinalgOp op,
                  mlir::ValueRange elements, mlir::ValueRange indices = {});

} // namespace assay
