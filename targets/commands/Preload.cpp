#include "targets/commands/Preload.h"

#include "support/OwnFolder.h"

#include <fmt/format.h>

#include <cstdlib>

namespace assay {

namespace fs = std::filesystem;

std::optional<std::string> preloadVariable(const fs::path &library, const fs::path &folder) {
  std::error_code failure;
  fs::path found = inOwnFolder(library);
  if (!fs::exists(found, failure))
    return std::nullopt;
  // The loader takes a list, whose parts these end.
  if (found.string().find_first_of(" :") != std::string::npos) {
    const fs::path link = folder / library.filename();
    fs::create_symlink(found, link, failure);
    found = link;
  }
  const char *others = std::getenv("LD_PRELOAD");
  return fmt::format("LD_PRELOAD={}{}{}", found.string(), others ? ":" : "", others ? others : "");
}

} // namespace assay
