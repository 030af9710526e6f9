#pragma once

#include "targets/iree/IreeOptions.h"
#include "tools/assay/Trials.h"

namespace assay {

/// Whether a compilation that begins with the flags of `name` can go on with those of `hiding`:
/// what a module says of its target is settled early.
bool canTakeOver(const IreeOptions &name, const IreeOptions &hiding);

/// Prints in which phase of `name` a case goes wrong that is right on `hiding`, which can take
/// over from it, and the first pass there that does something else with the flags of `hiding`; with
/// `all`, what each phase does.
Expected<void> tellGuiltyPhase(Trials &trials, const IreeOptions &name, const IreeOptions &hiding,
                               const Verdict &verdict, bool all);

} // namespace assay
