#pragma once

#include "support/Expected.h"

#include <filesystem>

namespace assay {

/// Where a user's own things are kept: $ASSAY_DATA, else $XDG_DATA_HOME/assay, else
/// ~/.local/share/assay. It need not be there.
Expected<std::filesystem::path> dataFolder();

} // namespace assay
