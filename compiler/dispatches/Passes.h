#pragma once

#include <mlir/IR/PatternMatch.h>
#include <mlir/Pass/Pass.h>

namespace assay {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/dispatches/Passes.h.inc"

} // namespace assay
