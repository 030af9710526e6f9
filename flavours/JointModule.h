#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// The programs of several cases in one module.
struct JointModule {
  std::string text;
  /// The name of each case's entry, in place of "main"; empty where the flavour cannot say it.
  std::vector<std::string> entries;

  /// The case that a compiler complains of, if it says where: "FILE:LINE:COLUMN: error: ...".
  std::optional<size_t> accused(const std::string &diagnostic) const;
};

} // namespace assay
