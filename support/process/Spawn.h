#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

/// What a program is started with, beside the files and the environment of this process.
struct ProcessStart {
  /// The program, by its path, and its arguments.
  std::vector<std::string> words;
  /// "NAME=VALUE", in place of this process's own of that name.
  std::vector<std::string> variables = {};
  /// Open files of this process, and the numbers that they have in the program.
  std::vector<std::pair<int, int>> files = {};
  /// Its current folder; empty for this process's.
  std::string folder = {};
  /// Away from the terminal, from which it could wait for an answer or be interrupted, and ended
  /// when the thread that starts it ends.
  bool isDependent = false;
  /// Of memory that it allocates, and of each file that it writes; 0 for no limit.
  unsigned mebibytes = 0, fileMebibytes = 0;
};

/// The NAME of "NAME=VALUE".
inline std::string_view variableName(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

/// The one way in which this program starts others. The child has no signals blocked or ignored; it
/// is a zombie until its parent waits for it. -1 with errno set if it cannot be started.
pid_t spawnProcess(const ProcessStart &start);

} // namespace assay
