#pragma once

#include "support/process/Command.h"
#include "target/Outcome.h"

#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// What a program says first: its first line with "error:" in it, else its first line; without
/// colours, and without the folder in front of files there.
std::string firstDiagnostic(std::string_view text, const std::filesystem::path &folder);

/// The functions on the first stack dump in the text that LLVM printed, innermost first, a line
/// each, as topFrames() takes them.
std::string stackDump(std::string_view text);

/// What a process did wrong; nothing if it ended well. A crash is named by its last words, else by
/// the top frames of its stack dump.
std::optional<TargetFailure> failureOf(const CommandResult &result, Stage stage,
                                       const std::filesystem::path &folder);

} // namespace assay
