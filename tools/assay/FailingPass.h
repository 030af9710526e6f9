#pragma once

#include "targets/iree/IreeOptions.h"
#include "tools/assay/Trials.h"

namespace assay {

/// The case as that release is given it.
Expected<std::string> ireeModule(const Trials &trials, const IreeOptions &name);

/// Prints which pass of the release fails on the case, and writes the IR before it to `file`, with
/// the command that shows the failure there alone. An error says what is wrong with our
/// environment.
Expected<void> tellFailingPass(Trials &trials, const IreeOptions &name,
                               const std::filesystem::path &file);

} // namespace assay
