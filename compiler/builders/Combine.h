#pragma once

#include "compiler/dialect/Assay.h"

#include <mlir/IR/ImplicitLocOpBuilder.h>

// What the kinds of scatters and scans mean for two elements. Integers are signed; a NaN wins in
// min and max.

namespace assay {

/// What becomes of an element when an update meets it.
mlir::Value combine(mlir::ImplicitLocOpBuilder &b, ir::CombineKind kind, mlir::Value present,
                    mlir::Value update);

mlir::Value combine(mlir::ImplicitLocOpBuilder &b, ir::ScanKind kind, mlir::Value x, mlir::Value y);

/// What a scan starts from when nothing is said.
mlir::Value identity(mlir::ImplicitLocOpBuilder &b, ir::ScanKind kind, mlir::Type type);

} // namespace assay
