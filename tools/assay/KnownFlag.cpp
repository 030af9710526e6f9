#include "tools/assay/KnownFlag.h"

#include "tools/assay/Say.h"

#include <cstdlib>
#include <filesystem>

namespace assay {

void addKnownFlag(ArgumentParser &parser) {
  parser.add(knownFlag, "FILE",
             "A list of bugs, or a folder of them, that are known beside your own and those that "
             "come with assay; see docs/known-bugs.md");
  parser.onParsed([parser] {
    const std::string file = knownFile(parser);
    std::error_code ignored;
    if (!file.empty() && !std::filesystem::exists(file, ignored))
      say(stderr, "assay: there is no list {} yet: it counts as empty\n", file);
  });
}

std::string knownFile(const ArgumentParser &parser) {
  std::string file;
  if (auto given = parser.valueOf(knownFlag))
    file = std::move(*given);
  else if (const char *named = std::getenv("ASSAY_KNOWN"))
    file = named;
  return file.empty() ? "" : std::filesystem::absolute(file).string();
}

} // namespace assay
