#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace assay {

inline constexpr const char *knownFlag = "--known";

/// Declares --known FILE: known bugs beside those that come with the program.
void addKnownFlag(CLI::App &app);

/// What a command line that was read names with it, from the root; else what ASSAY_KNOWN of the
/// environment does, for commands without the flag as well. Empty for none.
std::string knownFile(const CLI::App &app);

} // namespace assay
