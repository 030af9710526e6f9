#pragma once

#include "target/Coverage.h"

namespace assay {

/// The passes that MLIR registers, and the canonicalization patterns of all its dialects and ops,
/// each once. Takes some tenths of a second.
std::vector<CoveragePoint> upstreamPoints();

} // namespace assay
