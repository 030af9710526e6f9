#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct CommandLimits {
  /// Wall seconds until it is killed; 0 for no limit.
  unsigned seconds = 60;
  /// Of its address space; 0 for no limit.
  unsigned mebibytes = 0;
};

/// How a process ended.
struct CommandResult {
  enum class End : uint8_t { Exited, Signalled, TimedOut };
  End end = End::Exited;
  int exitCode = 0;
  std::string signal; // "Segmentation fault"
  std::string out, err;
};

/// Runs a program, found by its path, with nothing on standard input, and waits for it. An error
/// says that it cannot be started.
Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits = {});

/// The words as one would type them into a shell.
std::string shellText(const std::vector<std::string> &words);

/// A folder for files of this process, which goes with the object. What dead processes left behind
/// goes when a new one is made.
class ScratchFolder {
public:
  static Expected<ScratchFolder> create();
  ScratchFolder(ScratchFolder &&other) noexcept : folder(std::move(other.folder)) {
    other.folder.clear();
  }
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();

  const std::filesystem::path &path() const { return folder; }

private:
  explicit ScratchFolder(std::filesystem::path path) : folder(std::move(path)) {}

  std::filesystem::path folder;
};

} // namespace assay
