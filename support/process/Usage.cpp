#include "support/process/Usage.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr int64_t blockBytes = 512; // the unit of st_blocks, whatever the file system's blocks are
/// What an empty file costs; a folder full of them is a full disk as well.
constexpr int64_t leastBytes = 4096;

/// The sum of the lines of a file of /proc, in kB, that begin with one of two words.
int64_t kilobytesIn(const std::string &path, std::string_view one, std::string_view other) {
  std::ifstream file(path);
  int64_t sum = 0;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(one) || line.starts_with(other))
      sum += std::atoll(line.c_str() + line.find(':') + 1);
  return sum;
}

} // namespace

int64_t memoryOf(std::span<const pid_t> processes, int64_t most) {
  int64_t sum = 0;
  for (pid_t id : processes)
    sum += kilobytesIn(fmt::format("/proc/{}/status", id), "RssAnon:", "RssShmem:") << 10;
  if (sum <= most || processes.size() < 2)
    return sum;
  int64_t shared = 0;
  for (pid_t id : processes)
    shared += kilobytesIn(fmt::format("/proc/{}/smaps_rollup", id), "Pss_Anon:", "Pss_Shmem:")
              << 10;
  return shared > 0 ? shared : sum; // kernels before 5.4 do not tell it
}

std::optional<int64_t> ticksAtRest(std::span<const pid_t> processes) {
  int64_t sum = 0;
  for (pid_t id : processes) {
    std::error_code gone;
    fs::directory_iterator thread(fmt::format("/proc/{}/task", id), gone);
    for (; !gone && thread != fs::directory_iterator(); thread.increment(gone)) {
      // proc(5): behind the name, in parentheses, the state; utime and stime are 14 and 15.
      std::ifstream file(thread->path() / "stat");
      std::string line;
      std::getline(file, line);
      std::istringstream fields(line.substr(std::min(line.rfind(')') + 1, line.size())));
      char state = 0;
      fields >> state;
      if (state == 'R' || state == 'D')
        return std::nullopt;
      int64_t field = 0;
      for (int number = 4; number <= 15 && fields >> field; ++number)
        sum += number >= 14 ? field : 0;
    }
  }
  return sum;
}

int64_t bytesBelow(const fs::path &folder, int64_t most) {
  int64_t sum = 0;
  std::error_code ignored; // what goes while it is looked at
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         ignored);
  for (; !ignored && entry != fs::recursive_directory_iterator() && sum <= most;
       entry.increment(ignored)) {
    struct stat status{};
    if (lstat(entry->path().c_str(), &status) == 0)
      sum += std::max(leastBytes, int64_t(status.st_blocks) * blockBytes);
  }
  return sum;
}

int64_t unnamedBytesOf(std::span<const pid_t> processes) {
  int64_t sum = 0;
  std::set<std::pair<dev_t, ino_t>> seen;
  for (pid_t id : processes) {
    std::error_code gone;
    fs::directory_iterator entry(fmt::format("/proc/{}/fd", id), gone);
    for (; !gone && entry != fs::directory_iterator(); entry.increment(gone)) {
      struct stat status{};
      if (stat(entry->path().c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
          status.st_nlink == 0 && seen.insert({status.st_dev, status.st_ino}).second)
        sum += int64_t(status.st_blocks) * blockBytes;
    }
  }
  return sum;
}

} // namespace assay
