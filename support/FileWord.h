#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace assay {

/// The text as part of a file's name, on any system.
inline std::string fileWord(std::string text) {
  for (char &c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) &&
        std::string_view("@._-").find(c) == std::string_view::npos)
      c = '-';
  return text;
}

} // namespace assay
