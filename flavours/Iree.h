#pragma once

#include "flavours/IreeSyntax.h"

#include <mlir/IR/BuiltinOps.h>

namespace assay {

/// Named linalg ops that some version does not have, or prints otherwise, become linalg.generic.
void generaliseElementwise(mlir::ModuleOp module, const IreeSyntax &syntax);

/// Makes an emitted module one that IREE of some version reads: ops of the assay dialect become
/// those of iree_linalg_ext or linalg, then as generaliseElementwise(). Needs a context that allows
/// unregistered dialects.
void convertToIree(mlir::ModuleOp module, const IreeSyntax &syntax);

} // namespace assay
