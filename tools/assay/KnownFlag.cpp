#include "tools/assay/KnownFlag.h"

#include "tools/assay/Say.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace assay {

namespace fs = std::filesystem;

/// A folder that holds no bug.
static bool isEmptyFolder(const fs::path &path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) &&
         std::ranges::none_of(fs::directory_iterator(path, ignored), [](const auto &entry) {
           std::error_code ignored;
           return fs::exists(entry.path() / "bug.json", ignored);
         });
}

void addKnownFlag(ArgumentParser &parser) {
  parser.add(knownFlag, "FILE",
             "A list of bugs, or a folder of them, that are known beside your own and those that "
             "come with assay; see docs/known-bugs.md");
  parser.onParsed([parser] {
    const std::string file = knownFile(parser);
    std::error_code ignored;
    if (!file.empty() && !fs::exists(file, ignored))
      say(stderr, "assay: there is no list {} yet: it counts as empty\n", file);
    else if (isEmptyFolder(file))
      say(stderr, "assay: the folder {} holds no bugs yet: it counts as an empty list\n", file);
  });
}

std::string knownFile(const ArgumentParser &parser) {
  std::string file;
  if (auto given = parser.valueOf(knownFlag))
    file = std::move(*given);
  else if (const char *named = std::getenv("ASSAY_KNOWN"))
    file = named;
  return file.empty() ? "" : fs::absolute(file).string();
}

} // namespace assay
