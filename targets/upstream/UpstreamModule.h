#pragma once

#include "program/TestCase.h"
#include "support/Phase.h"
#include "target/Mutant.h"
#include "target/Outcome.h"

#include <mlir/IR/BuiltinOps.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Ops that MLIR of that version does not know, or prints otherwise, become linalg.generic.
void generaliseNewOps(mlir::ModuleOp module, int version);

/// The case's program in upstream's dialects, as text, with a function @run0, @run1, ... for each
/// run: it has the inputs as constants, calls the program, and prints each result with functions of
/// MLIR's runner library, as whole numbers, a line each: its extents, then its elements' bits in
/// row-major order, a complex number's parts one after the other. Unsupported, at Stage::Emit,
/// where an op cannot be lowered to upstream's. The text is for MLIR of that version. A mutant
/// changes the program where the phase begins, Emitted or Tensors; what does not verify with it is
/// Rejected.
struct ModuleMutant {
  Phase phase;
  MutantOptions options;
};
Outcome<std::string> upstreamModule(const TestCase &testCase, int version,
                                    const std::optional<ModuleMutant> &mutant = {});

/// Such a module in the middle of a pipeline, with a change of the program: functions that begin a
/// run stay as they are. It must be text of this program's MLIR.
Outcome<std::string> withMutant(std::string_view text, const MutantOptions &mutant);

/// Such a module, lowered to the LLVM dialect, with a function @together that does these runs, by
/// their numbers, one after the other; empty if it does not end as a module does.
std::string withTogether(std::string lowered, std::span<const size_t> runs);

/// The results of a run as such a function printed them; Rejected if it printed anything else.
Outcome<std::vector<Tensor>> parseResults(std::string_view printed, const Program &program,
                                          const Bindings &bindings);
/// The same of several runs, one after the other.
Outcome<std::vector<std::vector<Tensor>>>
parseResultsOfRuns(std::string_view printed, const Program &program, std::span<const Run> runs);

} // namespace assay
