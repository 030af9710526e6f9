#pragma once

#include "compiler/coverage/CoverageCounter.h"

#include <mlir/Pass/PassInstrumentation.h>

#include <memory>

namespace assay {

/// Counts for each pass how often it runs and how often it changes what it runs on, while `isOn`;
/// it must outlive what it is added to, as must the counter.
std::unique_ptr<mlir::PassInstrumentation> makePassWatch(CoverageCounter &counter,
                                                         const bool &isOn);

} // namespace assay
