#pragma once

#include "target/TargetName.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace assay {

/// What can be said of the targets hip:O0 and hip:O1 beside their names.
struct HipFlags {
  std::string chip;
  std::string dumpFolder;

  /// `targets` with the chip in the names of those that have none.
  std::vector<TargetName> withChip(std::vector<TargetName> targets) const;
};

/// Adds --hip-chip and --dump-code-objects. The flags live as long as the app's parsing.
void addHipFlags(CLI::App &app, HipFlags &flags);

} // namespace assay
