#pragma once

#include <filesystem>
#include <string>

namespace assay {

/// The file as seen from the folder, as an address: relative, so that both can be moved together.
std::string linkTo(const std::filesystem::path &file, const std::filesystem::path &folder);

} // namespace assay
