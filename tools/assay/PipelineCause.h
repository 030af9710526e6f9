#pragma once

#include "targets/upstream/PassList.h"
#include "tools/assay/Trials.h"

namespace assay {

/// Prints the smallest part of a pipeline on which the case fails as it does on all of it, and what
/// becomes of it without each pass of that. The IR before the pass that is to blame is written to
/// `irFile`: the one that does not end well, else the first without which the case is right. An
/// error says what is wrong with our environment.
Expected<void> tellPipelineCause(Trials &trials, const PassList &list, const Verdict &verdict,
                                 const std::filesystem::path &irFile);

} // namespace assay
