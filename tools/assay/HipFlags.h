#pragma once

#include "tools/assay/ArgumentParser.h"

namespace assay {

/// What can be said of the targets hip:O0 to O3 beside their names.
struct HipFlags {
  std::string chip;
  std::string dumpFolder;

  /// `targets` with the chip in the names of those that have none.
  std::vector<TargetName> withChip(std::vector<TargetName> targets) const;
};

/// Adds --hip-chip and --dump-code-objects. `flags` must live until the command line is parsed.
void addHipFlags(ArgumentParser &parser, HipFlags &flags);

} // namespace assay
