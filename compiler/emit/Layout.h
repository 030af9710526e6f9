#pragma once

#include "compiler/emit/Scope.h"

namespace assay::emission {

/// tensor.expand_shape of dim i of `from` into the dims groups[i], which together are those of
/// `to`; units, for rank 0.
mlir::Value expanded(Scope &scope, mlir::Value from, llvm::ArrayRef<std::vector<Dim>> groups,
                     const TensorType &to);

/// tensor.collapse_shape of the dims of `from`, listed by group, to the type `to`.
mlir::Value collapsed(Scope &scope, mlir::Value from, llvm::ArrayRef<std::vector<Dim>> groups,
                      const TensorType &to);

} // namespace assay::emission
