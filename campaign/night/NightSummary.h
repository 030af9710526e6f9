#pragma once

#include "campaign/night/NightConfig.h"
#include "campaign/night/NightRecord.h"

namespace assay {

/// Bugs that a retest found to be there again.
size_t countRegressed(const NightRecord &night);

/// A night for people, the worst first; nothing that a compiler printed acts on a terminal.
std::string nightText(const NightRecord &night, const NightConfig &config);

/// The same in numbers, as "NAME=VALUE" of an environment.
std::vector<std::string> nightVariables(const NightRecord &night, const NightConfig &config);

/// Gives the summary, in the file, to the shell command on its standard input, and waits for its
/// end, or until `stop` says so; what it started ends with it. An error says that it failed.
Expected<void> sendSummary(const std::string &command, const std::filesystem::path &summary,
                           std::vector<std::string> variables, const std::function<bool()> &stop);

} // namespace assay
