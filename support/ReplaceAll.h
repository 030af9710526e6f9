#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Replaces each place of `what`, which is not empty, from the first on.
inline void replaceAll(std::string &text, std::string_view what, std::string_view with) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
    text.replace(at, what.size(), with);
}

} // namespace assay
