#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The target's name with what a seed draws written out: "cpu:pipeline=TEXT" for
/// "mlir@22:random=7", "iree@3.13.0:vmvx:O1,--iree-opt-data-tiling=true" for
/// "iree@3.13.0:vmvx:random=7". It names the same target when the axes are others. Other names
/// stay.
std::string writtenOut(std::string_view name);

/// The name with the seed behind what draws and has none: "mlir@22:random=7" for "mlir@22:random",
/// and so for random, tuned and stripped of "iree@VERSION:...". Other names stay.
std::string seeded(std::string_view name, uint64_t seed);

} // namespace assay
