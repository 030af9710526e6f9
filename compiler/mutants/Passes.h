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
/// The same in the middle of a pipeline of which nobody says what the module is made of: the ops
/// say it.
std::unique_ptr<mlir::Pass> createMutateAnywherePass(const MutantOptions &options);

/// Of the numbers that a mutant's seed stands for, the one that draws where in a pipeline it comes;
/// the pass takes the seed itself.
inline constexpr uint64_t placeOfMutantStream = 1;

} // namespace assay
