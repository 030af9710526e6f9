#include "support/process/ScratchFolder.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace assay {

namespace fs = std::filesystem;

static constexpr std::string_view scratchPrefix = "assay-scratch-";

/// A folder that is open for reading; nothing if it cannot be.
using OpenFolder = std::unique_ptr<DIR, decltype([](DIR *folder) { closedir(folder); })>;

/// Whatever its permissions are: whoever owns it may change them.
static OpenFolder openFolder(int parent, const char *name) {
  fchmodat(parent, name, S_IRWXU, AT_SYMLINK_NOFOLLOW);
  const int file = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  OpenFolder folder(file < 0 ? nullptr : fdopendir(file));
  if (!folder && file >= 0)
    close(file);
  return folder;
}

static std::vector<std::string> namesIn(DIR *folder) {
  std::vector<std::string> names;
  while (const dirent *entry = readdir(folder))
    if (std::string_view name = entry->d_name; name != "." && name != "..")
      names.emplace_back(name);
  return names;
}

/// Gives a folder a name of its own in another one; whether it could.
static bool moveTo(int to, int from, const std::string &name, size_t &number) {
  fchmodat(from, name.c_str(), S_IRWXU, AT_SYMLINK_NOFOLLOW);
  while (renameat(from, name.c_str(), to, fmt::format("moved-{}", number++).c_str()) != 0)
    if (errno != ENOTEMPTY && errno != EEXIST && errno != ENOTDIR)
      return false;
  return true;
}

/// Removes a folder that a compiler had to itself: whatever it forbade, and however deep its
/// folders lie. What lies deeper is moved up, so that no more than two are open at once.
static void removeFolder(const fs::path &path) {
  const OpenFolder top = openFolder(AT_FDCWD, path.c_str());
  size_t moved = 0;
  for (bool goesOn = bool(top); goesOn;) {
    goesOn = false; // unless it gets smaller
    rewinddir(top.get());
    for (const std::string &name : namesIn(top.get())) {
      if (unlinkat(dirfd(top.get()), name.c_str(), 0) == 0)
        continue;
      const OpenFolder inner = openFolder(dirfd(top.get()), name.c_str());
      if (!inner)
        continue;
      for (const std::string &below : namesIn(inner.get()))
        if (unlinkat(dirfd(inner.get()), below.c_str(), 0) != 0)
          goesOn |= moveTo(dirfd(top.get()), dirfd(inner.get()), below, moved);
      goesOn |= unlinkat(dirfd(top.get()), name.c_str(), AT_REMOVEDIR) == 0;
    }
  }
  rmdir(path.c_str());
}

/// Removes the folders of processes that are gone.
static void sweep(const fs::path &parent) {
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename();
    if (!name.starts_with(scratchPrefix))
      continue;
    const int pid = std::atoi(name.c_str() + scratchPrefix.size());
    if (pid > 0 && kill(pid, 0) != 0 && errno == ESRCH)
      removeFolder(entry.path());
  }
}

std::optional<fs::path> ScratchFolder::enclosing() {
  const char *named = std::getenv("TMPDIR");
  if (named && fs::path(named).filename().string().starts_with(scratchPrefix))
    return named;
  return std::nullopt;
}

/// Where new ones are made.
static Expected<fs::path> parentFolder() {
  if (const auto enclosing = ScratchFolder::enclosing())
    // Unless a compiler under test deleted or locked it, this does nothing.
    if (mkdir(enclosing->c_str(), S_IRWXU) != 0)
      chmod(enclosing->c_str(), S_IRWXU);
  std::error_code code;
  fs::path parent = fs::temp_directory_path(code);
  if (code)
    return Error{"there is no folder for temporary files: set TMPDIR to one"};
  return parent;
}

Expected<ScratchFolder> ScratchFolder::create() {
  auto given = parentFolder();
  if (!given)
    return given.error();
  const fs::path parent = *given;
  static const bool swept = [&] {
    sweep(parent);
    return true;
  }();
  (void)swept;
  std::string name = parent / fmt::format("{}{}-XXXXXX", scratchPrefix, getpid());
  if (!mkdtemp(name.data()))
    return Error{fmt::format("cannot make a folder in {}: {}; free some space there, or set TMPDIR "
                             "to another folder",
                             parent.string(), std::generic_category().message(errno))};
  return ScratchFolder(name);
}

ScratchFolder::~ScratchFolder() {
  if (!folder.empty() && owner == getpid())
    removeFolder(folder);
}

} // namespace assay
