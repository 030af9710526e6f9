#include "program/Json.h"
#include "reducer/LitCase.h"
#include "support/Hash.h"

#include <fmt/format.h>

namespace assay {

namespace {

/// The first line of the text without its end, which is taken away with it.
std::string_view takeLine(std::string_view &text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

/// The rest of each line that begins so.
std::string linesBehind(std::string_view prefix, std::string_view text) {
  std::string out;
  while (!text.empty())
    if (std::string_view line = takeLine(text); line.starts_with(prefix))
      out += fmt::format("{}\n", line.substr(prefix.size()));
  return out;
}

/// The MLIR without comments, and with one blank where there are some.
std::string codeOf(std::string_view text) {
  std::string code;
  bool isQuoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (!isQuoted && text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (!isQuoted && std::isspace(static_cast<unsigned char>(letter))) {
      if (!code.empty() && code.back() != ' ')
        code += ' ';
    } else {
      code += letter;
      if (isQuoted && letter == '\\' && at + 1 < text.size())
        code += text[++at];
      else if (letter == '"')
        isQuoted = !isQuoted;
    }
  }
  return code.substr(0, code.find_last_not_of(' ') + 1);
}

} // namespace

std::string litContent(std::string_view litFile) {
  return contentName(fmt::format("{}\n{}", codeOf(litFile), linesBehind(litCasePrefix, litFile)));
}

bool isAsWritten(std::string_view litFile) {
  const std::string written = linesBehind(litContentPrefix, litFile);
  return written.empty() || written == litContent(litFile) + "\n";
}

Expected<TestCase> readLitCase(std::string_view text, std::string_view source) {
  const std::string json = linesBehind(litCasePrefix, text);
  if (json.empty())
    return Error{
        fmt::format("{}: holds no case: lines that begin with '{}' are missing; was the file "
                    "written by assay?",
                    source, litCasePrefix)};
  return readJson(json, source);
}

} // namespace assay
