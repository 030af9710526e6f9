#include "runners/process/ScratchFolder.h"

#include <fmt/format.h>

#include <csignal>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

static constexpr std::string_view scratchPrefix = "assay-scratch-";

/// Removes the folders of processes that are gone.
static void sweep(const fs::path &parent) {
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(scratchPrefix))
      continue;
    const int pid = std::atoi(name.c_str() + scratchPrefix.size());
    if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH)
      fs::remove_all(entry.path(), ignored);
  }
}

Expected<ScratchFolder> ScratchFolder::create() {
  std::error_code code;
  const fs::path parent = fs::temp_directory_path(code);
  if (code)
    return Error{"there is no folder for temporary files: set TMPDIR to one"};
  static const bool swept = [&] {
    sweep(parent);
    return true;
  }();
  (void)swept;
  std::string name = parent / fmt::format("{}{}-XXXXXX", scratchPrefix, getpid());
  if (!mkdtemp(name.data()))
    return Error{fmt::format("cannot make a folder in {}: {}", parent.string(),
                             std::generic_category().message(errno))};
  return ScratchFolder(name);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!folder.empty())
    fs::remove_all(folder, ignored);
}

} // namespace assay
