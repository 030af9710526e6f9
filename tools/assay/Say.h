#pragma once

#include "support/Printable.h"

#include <cstdio>
#include <fmt/format.h>

namespace assay {

/// Prints as fmt::print() does, but a reader that is gone or a full disk throws nothing:
/// assayMain() looks at standard output once, at the end. What a compiler printed is in much of
/// it, so that nothing in it acts on a terminal.
template <class... Values>
void say(FILE *out, fmt::format_string<Values...> format, Values &&...values) {
  const std::string text = printable(fmt::format(format, std::forward<Values>(values)...));
  std::fwrite(text.data(), 1, text.size(), out);
}

template <class... Values> void say(fmt::format_string<Values...> format, Values &&...values) {
  say(stdout, format, std::forward<Values>(values)...);
}

/// Clears the line of a terminal in which the cursor stands.
inline void clearLine(FILE *out) { std::fputs("\r\x1b[K", out); }

} // namespace assay
