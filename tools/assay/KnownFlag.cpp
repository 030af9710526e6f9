#include "tools/assay/KnownFlag.h"

#include "tools/assay/Say.h"

#include <cstdlib>
#include <filesystem>

namespace assay {

void addKnownFlag(CLI::App &app) {
  app.add_option(knownFlag, "A list of bugs that are known beside those of `assay known`; see "
                            "docs/known-bugs.md")
      ->type_name("FILE");
  app.parse_complete_callback([&app] {
    const std::string file = knownFile(app);
    std::error_code ignored;
    if (!file.empty() && !std::filesystem::exists(file, ignored))
      say(stderr, "assay: there is no list {} yet: it counts as empty\n", file);
  });
}

std::string knownFile(const CLI::App &app) {
  const CLI::Option *flag = app.get_option_no_throw(knownFlag);
  std::string file;
  if (flag && *flag)
    file = flag->as<std::string>();
  else if (const char *named = std::getenv("ASSAY_KNOWN"))
    file = named;
  return file.empty() ? "" : std::filesystem::absolute(file).string();
}

} // namespace assay
