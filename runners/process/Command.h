#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct CommandLimits {
  /// Wall seconds until it is killed, and what it started with it; 0 for no limit.
  unsigned seconds = 60;
  /// Of memory that it allocates; 0 for no limit.
  unsigned mebibytes = 0;
  /// Of each file that it writes, so that who prints without end does not fill the disk; 0 for no
  /// limit.
  unsigned fileMebibytes = 256;
};

/// How a process ended.
struct CommandResult {
  enum class End : uint8_t { Exited, Signalled, TimedOut };
  End end = End::Exited;
  int exitCode = 0;
  int signal = 0;
  /// What it printed; of very much, the beginning and the end.
  std::string out, err;
};

/// Runs a program, found by its path, with nothing on standard input, and waits for it. It dies
/// with this process. An error says that it cannot be started. `folder` becomes its current one
/// unless empty. `variables` ("NAME=VALUE") come before this process's own in its environment.
Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits = {},
                                   const std::filesystem::path &folder = {},
                                   const std::vector<std::string> &variables = {});

/// The words as one would type them into a shell.
std::string shellText(const std::vector<std::string> &words);

} // namespace assay
