#pragma once

#include "tools/assay/ArgumentParser.h"

namespace assay {

inline constexpr const char *knownFlag = "--known";

/// Declares --known FILE: known bugs beside those that come with the program.
void addKnownFlag(ArgumentParser &parser);

/// What was given with it to a command whose arguments are parsed; else what ASSAY_KNOWN of the
/// environment names, for commands without the flag as well. Empty for none.
std::string knownFile(const ArgumentParser &parser);

} // namespace assay
