#include "program/Json.h"
#include "support/Hash.h"
#include "triage/litcase/LitCase.h"
#include "triage/litcase/TakeLine.h"

#include <fmt/format.h>

#include <sstream>

namespace assay {

namespace {

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

/// What the RUN lines tell programs, which inputs may be part of. How these programs are called is
/// left out: elsewhere they have other names.
std::string runArguments(std::string_view text) {
  const std::string lines = linesBehind("// RUN: ", text);
  std::string arguments;
  bool isProgram = true;
  for (std::string_view rest = lines; !rest.empty();) {
    std::string_view line = takeLine(rest);
    const bool goesOn = line.ends_with('\\');
    std::istringstream words{std::string(line.substr(0, line.size() - goesOn))};
    for (std::string word; words >> word;) {
      if (!isProgram)
        arguments += word + ' ';
      isProgram = word == "|" || word == "&&" || word == "||" || word == ";";
    }
    isProgram |= !goesOn;
  }
  return arguments;
}

} // namespace

std::string litContent(std::string_view litFile) {
  return contentName(fmt::format("{}\n{}", codeOf(litFile), linesBehind(litCasePrefix, litFile))) +
         " " + contentName(runArguments(litFile));
}

bool isAsWritten(std::string_view litFile) {
  const std::string written = linesBehind(litContentPrefix, litFile);
  if (written.empty())
    return true;
  // Older files do not say what their RUN lines were.
  const std::string now = litContent(litFile);
  return written == now + "\n" || written == now.substr(0, now.find(' ')) + "\n";
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
