#pragma once

#include "targets/iree/IreeTools.h"

#include <optional>

namespace assay {

/// A pass with the IR that it is run on, as --mlir-pass-pipeline-local-reproducer writes them.
struct PassReproducer {
  std::string text;     // the whole file
  std::string pipeline; // "builtin.module(func.func(iree-convert-to-llvm{x=true}))"
  std::string pass;     // "iree-convert-to-llvm"
};

/// Finds the pipeline in the file's text; nothing if there is none.
std::optional<PassReproducer> readPassReproducer(std::string text);

/// The pass on which a compilation fails.
struct IreeFailingPass {
  PassReproducer reproducer;
  /// How iree-compile ends on the whole module, and iree-opt on the reproducer. Passes that take
  /// functions of the compiler along may do without them what they would not do with them.
  Outcome<std::monostate> together, alone;
};

/// Nothing if the compiler names no pass: none failed, or it was killed.
std::optional<IreeFailingPass> findFailingPass(const IreeTools &tools, const std::string &module);

/// The last phase that such a compilation passes.
struct IreePassedPhase {
  std::string phase, module;
  /// How iree-compile ends when it goes on from there.
  Outcome<std::monostate> ended;
};
/// Nothing if it passes none.
std::optional<IreePassedPhase> findPassedPhase(const IreeTools &tools, const std::string &module);

} // namespace assay
