#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Without its line feed.
inline std::string firstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

} // namespace assay
