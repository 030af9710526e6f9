#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <string>

namespace assay {

/// All that is in the file, as it is.
Expected<std::string> readFile(const std::filesystem::path &path);

} // namespace assay
