#pragma once

#include "compiler/emit/Site.h"

namespace assay::emission {

/// linalg.reduce over `dims`; elements are extended to the type of `start`.
mlir::Value reduced(Site &site, mlir::Value from, mlir::Value start, llvm::ArrayRef<int64_t> dims,
                    ReduceKind function, bool isUnsigned);

/// linalg.broadcast to the type `to`, in which the dims `added` are new.
mlir::Value broadcasted(Site &site, mlir::Value from, const TensorType &to,
                        llvm::ArrayRef<int64_t> added);

/// Softmax along `dim` of a tensor of that type, in its own element type, in simple steps.
mlir::Value softmax(Site &site, mlir::Value x, const TensorType &type, int64_t dim);

} // namespace assay::emission
