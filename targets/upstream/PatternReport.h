#pragma once

#include "target/Coverage.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// Which rewrite patterns a process of MLIR 22 tries, by the library of compiler/coverage/preload.
/// Nothing is known of a process that crashes, or that has MLIR linked in.
class PatternReport {
public:
  /// The report lies in the folder.
  explicit PatternReport(const std::filesystem::path &folder);

  /// What the process's environment must have; nothing if the library is missing.
  std::vector<std::string> variables() const;
  /// Of the process, which has ended.
  std::vector<PointCount> counts() const;

private:
  std::filesystem::path folder, file;
};

} // namespace assay
