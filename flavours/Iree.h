#pragma once

#include "flavours/IreeSyntax.h"

#include <mlir/IR/BuiltinOps.h>

namespace assay {

/// Makes an emitted module one that IREE of some version reads: ops of the assay dialect become
/// those of iree_linalg_ext or linalg, and linalg ops that newer versions have dropped become
/// linalg.generic. Needs a context that allows unregistered dialects.
void convertToIree(mlir::ModuleOp module, const IreeSyntax &syntax);

} // namespace assay
