#pragma once

#include "support/Expected.h"
#include "target/Target.h"
#include "targets/upstream/LitFunctions.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// How a lit case for a target is run.
struct LitRecipe {
  LitDialects dialects = LitDialects::All;
  /// Of the tools.
  int version = newestMlir;
  /// Without "// RUN: ". Tools are named as in LLVM's tree; lit's configuration says where they
  /// are, and what %mlir_runner_utils and %mlir_c_runner_utils stand for.
  std::vector<std::string> runLines;
  /// The same for a shell, with Debian's names of the tools and the file as FILE.
  std::string byHand;
};

/// The recipe for a target by its name and the fault built into it; an error if lit cases cannot be
/// written for it.
Expected<LitRecipe> litRecipe(const TargetName &target, const TargetOptions &options = {});

} // namespace assay
