#include "program/Json.h"
#include "reducer/LitCase.h"

#include <fmt/format.h>

namespace assay {

Expected<TestCase> readLitCase(std::string_view text, std::string_view source) {
  std::string json;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r'))
      line.remove_suffix(1);
    if (line.starts_with(litCasePrefix))
      json += fmt::format("{}\n", line.substr(litCasePrefix.size()));
  }
  if (json.empty())
    return Error{
        fmt::format("{}: holds no case: lines that begin with '{}' are missing; was the file "
                    "written by assay?",
                    source, litCasePrefix)};
  return readJson(json, source);
}

} // namespace assay
