#pragma once

namespace assay {

/// The version of MLIR that assay is built with.
inline constexpr int installedMlir = 22;

} // namespace assay
