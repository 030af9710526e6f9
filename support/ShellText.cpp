#include "support/ShellText.h"

namespace assay {

std::string shellQuoted(std::string_view text) {
  std::string quoted = "'";
  for (char letter : text)
    quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

std::string shellWord(std::string_view text) {
  const bool isPlain =
      !text.empty() && text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                              "0123456789-_./=@,:+%") == std::string_view::npos;
  return isPlain ? std::string(text) : shellQuoted(text);
}

std::string shellText(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + shellWord(word);
  return text;
}

} // namespace assay
