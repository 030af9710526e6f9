#pragma once

#include "target/Outcome.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// Which of two fills memory holds that nobody has written; no byte of it is the same in both.
enum class MemoryFill : uint8_t { First, Second };

/// Guards the memory of a process that runs compiled code, by the library of runners/guard, and
/// reads what that has found. Code in no file counts as compiled.
class MemoryGuard {
public:
  /// `code` are files and folders of compiled code and its runtime. The report lies in the folder.
  MemoryGuard(std::vector<std::filesystem::path> code, const std::filesystem::path &folder);

  /// What the process's environment must have; nothing if ASSAY_GUARD is 0, or the library missing.
  std::vector<std::string> variables(MemoryFill fill) const;
  /// The first fault of the process, which has ended. `image` is a file with code that the process
  /// ran from memory; it is searched for the names of functions.
  std::optional<TargetFailure> fault(const std::filesystem::path &image = {}) const;

private:
  std::vector<std::filesystem::path> code;
  std::filesystem::path folder, report;
};

/// A program that runs other programs' text: what it allocates is its own.
bool isInterpreter(const std::filesystem::path &program);

} // namespace assay
