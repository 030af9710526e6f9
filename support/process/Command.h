#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace assay {

/// Of one command. What it and all that it started have together is bounded by machineShare() as
/// well, where a worker runs it.
struct CommandLimits {
  /// Wall seconds until it is killed, and what it started with it; 0 for no limit.
  unsigned seconds = 60;
  /// Of memory that each of its processes allocates, and of what all of them have together, memory
  /// that they share included; 0 for no limit.
  unsigned mebibytes = 0;
  /// Of processes that it and what it started are at once; 0 for no limit.
  unsigned processes = 1000;
  /// Of each file that it writes, what it prints included; 0 for no limit.
  unsigned fileMebibytes = 256;
  /// Of what it prints, so that who prints without end does not fill the disk.
  unsigned printedMebibytes = 256;
  /// It is ended as well if neither it nor what it started has done anything for so many
  /// seconds, and nothing keeps them from it: they wait for one another; 0 for no limit.
  unsigned restingSeconds = 0;
};

/// How a process ended.
struct CommandResult {
  enum class End : uint8_t {
    Exited,
    Signalled,
    TimedOut,
    TooManyProcesses,
    OutOfMemory,
    TooMuchWritten, // printed, or to files
    Stopped,
  };
  End end = End::Exited;
  int exitCode = 0;
  int signal = 0;
  /// What it printed; of very much, the beginning and the end.
  std::string out, err;
};

/// Runs a program, found by its path, with nothing on standard input, and waits for it and for the
/// end of all that it started, which dies with it and with this process. An error says that it
/// cannot be started. `folder`, unless empty, becomes its current one, and what it keeps for its
/// user or for a while goes there: HOME, TMPDIR and XDG_*. `variables` ("NAME=VALUE") stand in its
/// environment in place of these and of this process's own. It is ended when `stop`, which may be
/// empty, says so.
Expected<CommandResult> runCommand(const std::vector<std::string> &words,
                                   const CommandLimits &limits = {},
                                   const std::filesystem::path &folder = {},
                                   const std::vector<std::string> &variables = {},
                                   const std::function<bool()> &stop = {});

} // namespace assay
