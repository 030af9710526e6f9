#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <string>

namespace assay {

/// contentName() of what is in the file, which may be large.
Expected<std::string> fileContentName(const std::filesystem::path &path);

} // namespace assay
