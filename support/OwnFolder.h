#pragma once

#include <filesystem>

namespace assay {

/// `relative` in the folder that this program's `bin` lies in, as it is in a build and where it is
/// installed: lib/hip/libamdhip64.so.
std::filesystem::path inOwnFolder(const std::filesystem::path &relative);

} // namespace assay
