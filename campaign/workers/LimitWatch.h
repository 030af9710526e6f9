#pragma once

#include "campaign/workers/Death.h"
#include "campaign/workers/WorkerProcess.h"

namespace assay {

/// Looks now and then at what a worker takes of time and memory.
class LimitWatch {
public:
  /// The limit that the check it is in the middle of exceeds; None if there is none.
  Death::Limit look(WorkerProcess &worker, const Limits &limits);

private:
  /// WorkerProgress::wallStart of the stage that was seen last, and cpuNanoseconds() then: what it
  /// took before the first look is not held against it.
  int64_t stage = 0;
  int64_t cpuBefore = 0;
  /// queuedNanoseconds() of a stage that was seen twice: most last a moment, and it costs more than
  /// that to ask.
  std::optional<int64_t> queuedBefore;
};

} // namespace assay
