#pragma once

#include <string_view>

namespace assay {

/// The first line of the text without its end, which is taken away with it.
inline std::string_view takeLine(std::string_view &text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

} // namespace assay
