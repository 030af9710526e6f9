#pragma once

#include <filesystem>

namespace assay {

/// Whether what was written to the file, or which files are in the folder, is on the disk: a loss
/// of power takes nothing away. `errno` says why if not.
bool sync(const std::filesystem::path &path);

} // namespace assay
