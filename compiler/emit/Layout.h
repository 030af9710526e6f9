#pragma once

#include "compiler/emit/Scope.h"

namespace assay::emission {

/// tensor.expand_shape of dim i of `from` into the dims groups[i], which together are `shape`
/// (units, for rank 0).
mlir::Value expanded(Scope &scope, mlir::Value from, ElementType element,
                     llvm::ArrayRef<std::vector<Dim>> groups, std::span<const Dim> shape);

/// tensor.collapse_shape of the dims of `from`, listed by group, to the type `to`.
mlir::Value collapsed(Scope &scope, mlir::Value from, ElementType element,
                      llvm::ArrayRef<std::vector<Dim>> groups, const TensorType &to);

} // namespace assay::emission
