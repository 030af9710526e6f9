#pragma once

#include "compiler/emit/Site.h"

namespace assay::emission {

/// The contraction of two tensors as a linalg.generic that starts from zero; `to` is its result's
/// type.
mlir::Value contracted(Site &site, mlir::Value lhs, mlir::Value rhs, const TensorType &to,
                       const Contraction &op);

} // namespace assay::emission
