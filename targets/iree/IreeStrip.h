#pragma once

#include "target/Outcome.h"

#include <optional>
#include <string>

namespace assay {

/// The pass that removes configs from dispatches.
inline constexpr const char *stripPass = "iree-codegen-strip-compilation-info";

/// What the pass did wrong.
struct StripError {
  /// "configs survive iree-codegen-strip-compilation-info on iree_linalg_ext.attention", with the
  /// configs in lines of their own.
  std::string text;
  /// Which function of the module, from 0, it was seen in; nothing if in none.
  std::optional<int> function;
};

/// Compares what the pass made of a module with configs with what it made of the same without them;
/// nothing if that is one and the same.
Outcome<std::optional<StripError>> compareStripped(const std::string &stripped,
                                                   const std::string &plain);

} // namespace assay
