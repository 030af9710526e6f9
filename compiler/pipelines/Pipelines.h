#pragma once

#include "support/Expected.h"
#include "support/OptLevel.h"
#include "support/Phase.h"
#include "target/Mutant.h"
#include "target/TargetName.h"
#include "target/Tuning.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/DialectRegistry.h>
#include <mlir/Pass/PassManager.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct PipelineOptions {
  OptLevel level = OptLevel::O0;
  /// Name of a deliberate bug to build in, of compiler/faults/Faults.def or
  /// compiler/mutants/Rules.def; empty for none.
  std::string inject = {};
  /// A change to make at one of the phases, which the seed says; nothing for none.
  std::optional<MutantOptions> mutant = {};
  /// What kernels are for: "gfx942" or "gfx90a".
  std::string chip = "gfx942";
  /// The pipeline ends where this phase begins.
  Phase until = Phase::Llvm;
  /// Of levels that form dispatches: what the host does is left as a function that
  /// compiler/host/ReadPlan.h reads, beside a module of dispatches. Else it is code as well, so
  /// that the module is whole.
  bool partsHost = true;
  /// Called for each phase up to there with what it may append passes to: they run where the phase
  /// begins, before all others. May be empty.
  std::function<void(Phase, mlir::OpPassManager &)> atPhase = {};
  /// At cpu:O3, drawn tuning configs in the emitted module, and what is done with them; nothing for
  /// none.
  std::optional<Tuning> tuning = {};
  /// Called with the text of what is appended, as mlir-opt's --pass-pipeline takes it, less what
  /// `atPhase` and `mutant` append. May be empty.
  std::function<void(std::string_view)> onPasses = {};
  /// Called before each pass, which is given as in a pipeline's text, with what it may append to.
  /// May be empty.
  std::function<void(std::string_view pass, mlir::OpPassManager &)> beforePass = {};
};

/// Assay's dialect, and what upstream's passes have to know of it.
void registerDialect(mlir::DialectRegistry &registry);

/// Upstream's dialects and extensions, of which a pipeline given as text may need any, and assay's.
/// Takes about 1 ms; a context that loads what is emitted another 2.
void registerCompilerDialects(mlir::DialectRegistry &registry);

/// Appends the passes that take an emitted module to the LLVM dialect. The manager is for a module.
/// O0 is the least that runs: every op becomes loops. O1 divides the program into dispatches,
/// canonicalises, shares what is equal and fuses elementwise ops. O2 also generalises, folds unit
/// dims, tiles and vectorises. O3 keeps the ops of the assay dialect until all that is done on
/// tensors is done, does more there, and does it before dispatches are formed.
///
/// Allocations call `malloc` and are never freed by the module: who runs
/// it frees them all at once afterwards, which costs less than to derive when each buffer dies. An
/// error says that there is no such bug, or not at this level.
Expected<void> buildCpuPipeline(mlir::OpPassManager &manager, const PipelineOptions &options);

/// Appends the passes that split an emitted module into a host function that
/// compiler/host/ReadPlan.h reads, and a gpu.module of kernels in the LLVM dialect for the chip. O0
/// is the least that runs: each op is a kernel, a work-item computes one element, and whatever is
/// no parallel loop runs on one. O1 to O3 optimise tensors as on the CPU, and have kernels that
/// work together. An error says that there is no such bug.
Expected<void> buildGpuPipeline(mlir::OpPassManager &manager, const PipelineOptions &options);

/// For each of these deliberate bugs, whether it changes the emitted module, or what the target has
/// made of it where the bug is: only then is a program worth compiling with it. May be true where
/// that cannot be said: of a target whose pipeline is not ours, or that fails before it gets there.
/// Of bugs that are on no list it is false.
std::vector<bool> mayChange(mlir::ModuleOp module, const TargetName &target,
                            std::span<const std::string> bugs);

/// Registers assay's passes and its pipelines with mlir-opt's command line.
void registerAssayPasses();

/// Makes upstream's passes and assay's known to the text of pipelines, once.
void registerPasses();

/// Whether a pass of upstream's or of assay's is called so in a pipeline's text.
bool isPass(std::string_view name);

/// Appends the passes in `text`, as mlir-opt --pass-pipeline takes them with or without the
/// enclosing builtin.module(...), and lower-assay before them if it is not among them. An error
/// quotes the parser.
Expected<void> parsePipeline(mlir::OpPassManager &manager, std::string_view text,
                             const PipelineOptions &options = {});

} // namespace assay
