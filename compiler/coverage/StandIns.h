#pragma once

#include <string>
#include <vector>

namespace assay {

/// Whether MLIR calls what StandIns.cpp defines in this process, and not its own.
bool isMlirWatched();

/// The passes that were registered in this process so far, as pipelines name them.
std::vector<std::string> registeredPasses();

} // namespace assay
