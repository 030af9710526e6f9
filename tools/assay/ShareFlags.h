#pragma once

#include "support/Expected.h"
#include "tools/assay/ArgumentParser.h"

namespace assay {

/// Declares --memory, --disk and --nice: support/process/MachineShare.h.
void addShareFlags(ArgumentParser &parser);

/// Puts into the environment what was given with them to a command whose arguments are parsed, and
/// has this process, and with it its workers, go behind others. An error if that, or what stood in
/// the environment, makes no sense.
Expected<void> takeShare(const ArgumentParser &parser);

} // namespace assay
