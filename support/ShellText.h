#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// `text` in single quotes.
std::string shellQuoted(std::string_view text);

/// `text` as one word of a shell command, in quotes if it needs them.
std::string shellWord(std::string_view text);

/// The words as a shell command.
std::string shellText(const std::vector<std::string> &words);

} // namespace assay
