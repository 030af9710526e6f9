#pragma once

#include "target/Metrics.h"

#include <mlir/IR/BuiltinOps.h>

namespace assay {

/// What can be counted of a module of linalg ops on buffers: transposes, relayouts, dispatches that
/// write something, and what is allocated where all extents are known. A loop counts once, however
/// often it is entered.
inline constexpr Metric cpuMetrics[] = {Metric::Transposes, Metric::Relayouts, Metric::Dispatches,
                                        Metric::Allocated};
Metrics cpuMetricsOf(mlir::ModuleOp module);

} // namespace assay
