#pragma once

#include <mlir/IR/Operation.h>

namespace assay {

/// Whether the op writes one value everywhere, whatever was there: linalg.fill, also as a
/// linalg.generic.
bool isFill(mlir::Operation *op);

} // namespace assay
