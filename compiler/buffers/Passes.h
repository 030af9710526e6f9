#pragma once

#include <mlir/IR/PatternMatch.h>
#include <mlir/Pass/Pass.h>

namespace assay {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/buffers/Passes.h.inc"

/// Has one-shot-bufferize know the ops of the dialect that may be in memory.
void registerBufferization(mlir::DialectRegistry &registry);

} // namespace assay
