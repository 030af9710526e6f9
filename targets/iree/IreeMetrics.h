#pragma once

#include "target/Metrics.h"
#include "target/Outcome.h"

#include <string>

namespace assay {

/// What a compilation says of its dispatches.
struct IreeStatistics {
  /// The module after the phase "flow", in MLIR's generic form.
  std::string flow;
  /// What --iree-scheduling-dump-statistics-format=json writes.
  std::string scheduling;
};

/// What every module can be asked for. Relayouts and what is allocated are hints: the one may be
/// needed, and the other depends on how buffers come to lie side by side.
inline constexpr Metric ireeMetrics[] = {Metric::Transposes, Metric::Relayouts, Metric::Dispatches,
                                         Metric::Bytes, Metric::Allocated};

/// The counts over all dispatches, each as often as it is launched. Bytes are those of operands and
/// results; neither they nor what is allocated is told where an extent is unknown.
Outcome<Metrics> ireeMetricsOf(const IreeStatistics &statistics);

} // namespace assay
