#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace assay {

/// The variable of a process's environment with which it loads one of our libraries before all
/// others, "lib/libassay_guard.so"; nothing if the library is missing. The folder is to be there as
/// long as the process.
std::optional<std::string> preloadVariable(const std::filesystem::path &library,
                                           const std::filesystem::path &folder);

} // namespace assay
