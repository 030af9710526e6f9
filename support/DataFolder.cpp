#include "support/DataFolder.h"

#include <cstdlib>

namespace assay {

namespace fs = std::filesystem;

Expected<fs::path> dataFolder() {
  auto set = [](const char *name) -> const char * {
    const char *value = std::getenv(name);
    return value && *value ? value : nullptr;
  };
  if (const char *own = set("ASSAY_DATA"))
    return fs::path(own);
  if (const char *shared = set("XDG_DATA_HOME"))
    return fs::path(shared) / "assay";
  if (const char *home = set("HOME"))
    return fs::path(home) / ".local/share/assay";
  return Error{"there is no folder for toolchains and bugs: set ASSAY_DATA or HOME"};
}

} // namespace assay
