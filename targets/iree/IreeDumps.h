#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What --mlir-print-ir-after-all wrote after one pass into a tree of files.
struct PassDump {
  /// Which pass of each pass manager that it is in, from the outermost.
  std::vector<int> place;
  std::string file; // "builtin_module/util_func_main/6_1_cse.mlir"
  std::string pass; // "cse"
  std::string text; // of what the pass was run on
};

/// All files below the folder, in the order in which the passes ran.
std::vector<PassDump> readPassDumps(const std::filesystem::path &folder);

/// The first pass of the one compilation after which the other has something else; nothing if there
/// is none.
std::optional<std::string> firstDivergence(const std::vector<PassDump> &one,
                                           const std::vector<PassDump> &other);

} // namespace assay
