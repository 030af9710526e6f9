#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The passes of a pipeline's text in order, each as a pipeline of its own: "cse" and
/// "func.func(b)", "func.func(c)" for "builtin.module(cse,func.func(b,c))".
std::vector<std::string> splitPasses(std::string_view text);

/// What a target's name spells out: "cpu:pipeline=TEXT" or "mlir@19:pipeline=TEXT".
struct PassList {
  std::string head; // "cpu:pipeline="
  int version = 0;  // of the mlir-opt that has these passes
  std::vector<std::string> passes;

  std::string target() const;
};

/// Nothing for other targets; "mlir@22:random=7" is written out.
std::optional<PassList> passList(std::string_view target);

} // namespace assay
