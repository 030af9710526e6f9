#pragma once

#include "support/VersionNumber.h"

#include <string>
#include <string_view>

namespace assay {

/// What a target's name says of its compiler: "iree@3.13.0:llvm-cpu:O2,flavour=torch",
/// "mlir@22:pipeline=cse,sccp" or "mycc:O2".
struct CompilerOf {
  std::string_view name, backend, level, flavour, rest;
  std::optional<VersionNumber> version;
  /// Nobody says which passes it runs: "mlir@22", on which a manifest's compiler is based.
  bool hidesPasses() const { return version && rest.empty(); }

  /// Of a text that outlives it.
  explicit CompilerOf(std::string_view target);
};

/// The target with another level, "O1", another backend, "vmvx", or a flag or key behind its name:
/// "--iree-opt-data-tiling=false", "flavour=torch"; or less a pass of its pipeline, "without=cse".
/// As it is if its name has no such part.
std::string targetWith(std::string_view target, std::string_view setting);

} // namespace assay
