#pragma once

#include "campaign/store/Store.h"

namespace assay {

/// Programs per second over time as an SVG element; sessions follow each other, with a mark
/// between.
std::string throughputSvg(const std::vector<ThroughputSample> &samples);

} // namespace assay
