#include "tools/assay/KnownFlag.h"

#include "tools/assay/Say.h"
#include "triage/known/KnownBugs.h"

#include <cstdlib>
#include <filesystem>

namespace assay {

void addKnownFlag(CLI::App &app) {
  app.add_option_function<std::string>(
         "--known",
         [](const std::string &file) {
           setenv(KnownBugs::fileVariable, std::filesystem::absolute(file).c_str(), 1);
           if (auto known = KnownBugs::ofUser(); !known)
             throw CLI::ValidationError("--known", known.error().message);
         },
         "A list of bugs that are known beside those of `assay known`; see docs/known-bugs.md")
      ->type_name("FILE");
  app.parse_complete_callback([] {
    if (const auto file = KnownBugs::missingFile())
      say(stderr, "assay: there is no list {} yet: it counts as empty\n", file->string());
  });
}

} // namespace assay
