#pragma once

#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Operation.h>

namespace assay::census {

/// The value's type, if it is a ranked tensor.
mlir::RankedTensorType tensorType(mlir::Value value);
/// Whether an operand or result is a tensor.
bool hasTensorResult(mlir::Operation *op);

/// Computes each element from the elements at the same place: linalg bodies without movement, and
/// arith or math on tensors.
bool isElementwise(mlir::Operation *op);
/// Tensors that an elementwise op reads.
int64_t inputCount(mlir::Operation *op);
/// Sums products over a dim, or multiplies two tensors of other shapes.
bool isContraction(mlir::Operation *op);
/// Does work, and is not elementwise: contraction, reduction, sort, scatter, transpose, ...
bool isHeavy(mlir::Operation *op);
/// expand_shape or collapse_shape.
bool isReshape(mlir::Operation *op);
/// Only moves elements to permuted places.
bool isTranspose(mlir::Operation *op);
/// Reads at places that another tensor holds.
bool isGather(mlir::Operation *op);
/// The last contraction of an attention: one of its operands is a softmax.
bool endsAttention(mlir::Operation *op);

/// The op that made `value`, looking through reshapes and conversions.
mlir::Operation *originOf(mlir::Value value);

} // namespace assay::census
