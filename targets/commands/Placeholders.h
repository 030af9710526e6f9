#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A placeholder in a word of a command: lower-case letters in braces, "{input}". Other braces mean
/// themselves.
struct Placeholder {
  size_t begin = 0; // of the brace
  std::string_view name;
};

/// The first one from `from` on.
std::optional<Placeholder> findPlaceholder(std::string_view word, size_t from = 0);

/// What placeholders stand for: one text in a word, or several words where it stands alone.
struct Substitutions {
  std::map<std::string, std::string, std::less<>> texts;
  std::map<std::string, std::vector<std::string>, std::less<>> lists;
};

/// The words with every placeholder replaced; those without meaning stay.
std::vector<std::string> expanded(const std::vector<std::string> &words,
                                  const Substitutions &substitutions);

} // namespace assay
