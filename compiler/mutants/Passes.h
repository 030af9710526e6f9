#pragma once

#include "target/Mutant.h"

#include <mlir/Pass/Pass.h>

namespace assay {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/mutants/Passes.h.inc"

/// The pass that makes one change where `phase` begins, drawn by the seed: a mutator by weight
/// among those that find something, and one of its places.
std::unique_ptr<mlir::Pass> createMutatePass(Phase phase, const MutantOptions &options);

} // namespace assay
