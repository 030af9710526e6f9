#pragma once

#include "program/types/Tensor.h"

#include <mlir/IR/BuiltinAttributes.h>

namespace assay::emission {

/// The elements of a tensor as an attribute of the type, which has its shape and element type.
mlir::DenseElementsAttr elements(mlir::RankedTensorType type, const Tensor &tensor);

} // namespace assay::emission
