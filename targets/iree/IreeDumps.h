#pragma once

#include "target/Inspector.h"

#include <filesystem>

namespace assay {

/// What --mlir-print-ir-after-all wrote into a tree of files below the folder, in the order in
/// which the passes ran.
std::vector<PassDump> readPassDumps(const std::filesystem::path &folder);

} // namespace assay
