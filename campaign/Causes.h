#pragma once

#include "campaign/workers/Pool.h"
#include "check/Cause.h"

#include <filesystem>

namespace assay {

/// Of workers that find causes, each for at most so many seconds.
Pool::Options explainersOf(const WorkerCommand &worker, double seconds, int jobs);

/// Moves the IR of a cause to files beside the case's, under the names that causeText() tells.
Expected<void> keepIr(Cause &cause, const std::filesystem::path &caseFile);

} // namespace assay
