#pragma once

#include <mlir/IR/Operation.h>

#include <string>

namespace assay {

/// The names of the program's ops that these come from, as their locations say, at most three:
/// "transpose_matmul"; `otherwise` if that is not known.
std::string originName(llvm::ArrayRef<mlir::Operation *> ops, std::string otherwise);

} // namespace assay
