#include "support/WriteFile.h"

#include "support/Sync.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

enum class Way : uint8_t { InPlace, InOneStep, Durable };

Expected<void> write(const fs::path &path, const std::string &text, Way way) {
  std::error_code failure;
  if (path.has_parent_path())
    fs::create_directories(path.parent_path(), failure);
  const bool isDurable = way == Way::Durable;
  // A device or a pipe is written to; a file in its place would be none: /dev/null.
  const bool isInPlace = way == Way::InPlace || fs::is_other(fs::status(path, failure));
  fs::path temporary = path;
  if (!isInPlace)
    temporary += fmt::format(".{}.new", getpid());
  errno = 0;
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (!out || (isDurable && !sync(temporary))) {
    int cause = errno;
    if (!isInPlace)
      fs::remove(temporary, failure);
    return Error{fmt::format("cannot write {}: {}; free some space or name another place",
                             path.string(), std::strerror(cause))};
  }
  failure.clear();
  if (!isInPlace)
    fs::rename(temporary, path, failure);
  // Until the folder is on the disk as well, the old name may come back.
  if (isDurable && !failure && !sync(path.has_parent_path() ? path.parent_path() : "."))
    failure = std::error_code(errno, std::generic_category());
  if (failure)
    return Error{fmt::format("cannot write {}: {}", path.string(), failure.message())};
  return {};
}

} // namespace

Expected<void> writeFile(const fs::path &path, const std::string &text) {
  return write(path, text, Way::InOneStep);
}

Expected<void> writeDurably(const fs::path &path, const std::string &text) {
  return write(path, text, Way::Durable);
}

Expected<void> writeUnread(const fs::path &path, const std::string &text) {
  return write(path, text, Way::InPlace);
}

Expected<void> makeWritable(const fs::path &folder) {
  const auto fails = [&](const char *what, const char *why) {
    return Error{fmt::format("cannot {} {}: {}; name another folder", what, folder.string(), why)};
  };
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure)
    return fails("make the folder", failure.message().c_str());
  // Permissions do not tell: the superuser has them all, on a file system that takes no files too.
  // A file without a name is gone with the process, however that ends; some file systems have none.
  int file = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) {
    std::string probe = folder / ".probe-XXXXXX";
    file = mkstemp(probe.data());
    if (file < 0)
      return fails("write into", std::strerror(errno));
    fs::remove(probe, failure);
  }
  close(file);
  return {};
}

} // namespace assay
