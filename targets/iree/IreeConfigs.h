#pragma once

#include "support/VersionNumber.h"
#include "target/Outcome.h"

#include <string>

namespace assay {

/// Tuning configs in modules that iree-compile wrote after some phase, in MLIR's generic form.
/// Dialects are not known here: what differs between versions is little, and stands in the .cpp.

/// The module with drawn configs on all that take one: lowering_config or compilation_info on ops
/// of linalg and iree_linalg_ext, decomposition_config on attention, translation_info on functions.
/// What an op gets depends on the seed, its name and its number of loops alone, so that it stays
/// when the program around it shrinks. Unsupported if the module cannot be read.
Outcome<std::string> withConfigs(const std::string &module, uint64_t seed, VersionNumber version);

/// The module, which has the compiler's own configs, with other tile sizes in them: each size is
/// replaced by a drawn divisor of it. Sizes change how something is computed, not what. The text is
/// as iree-compile wrote it, with attributes where they are used.
std::string withOtherSizes(const std::string &module, uint64_t seed);

} // namespace assay
