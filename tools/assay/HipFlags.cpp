#include "tools/assay/HipFlags.h"

namespace assay {

std::vector<TargetName> HipFlags::withChip(std::vector<TargetName> targets) const {
  for (TargetName &target : targets)
    if (!chip.empty() && target.compiler == "hip" && !target.level.empty() &&
        target.settings.empty())
      target.settings.push_back(TargetSetting::parse(chip));
  return targets;
}

void addHipFlags(ArgumentParser &parser, HipFlags &flags) {
  parser.add("--hip-chip", "CHIP", &flags.chip, "What hip:O0 to O3 compile for: gfx942 or gfx90a");
  parser.add("--dump-code-objects", "DIR", &flags.dumpFolder,
             "Write what hip:O0 to O3 compile into this folder: code objects, their ISA, "
             "and what the host does");
}

} // namespace assay
