#pragma once

#include <CLI/CLI.hpp>

namespace assay {

/// Declares --known FILE: known bugs beside those that come with the program, for this process and
/// its workers. What is wrong with the file is an error of usage.
void addKnownFlag(CLI::App &app);

} // namespace assay
