#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The target's name with what a seed draws written out: "cpu:pipeline=TEXT" for
/// "mlir@22:random=7", "iree@3.13.0:vmvx:O1,--iree-opt-data-tiling=true" for
/// "iree@3.13.0:vmvx:random=7". It names the same target when the axes are others. Other names
/// stay.
std::string writtenOut(std::string_view name);

} // namespace assay
