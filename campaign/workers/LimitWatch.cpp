#include "campaign/workers/LimitWatch.h"

#include <algorithm>

namespace assay {

Death::Limit LimitWatch::look(WorkerProcess &worker, const Limits &limits) {
  const WorkerProgress &progress = worker.progress();
  if (!progress.busy)
    return Death::Limit::None;
  const uint64_t check = progress.begun;
  const double several = progress.joint > 0 ? 2 : 1; // what hangs shall not cost much more
  if (const int64_t now = progress.wallStart; now != stage) {
    stage = now;
    queuedBefore.reset();
    cpuBefore = worker.cpuNanoseconds();
  } else if (!queuedBefore) {
    queuedBefore = worker.queuedNanoseconds();
  }
  double wall = double(monotonicNanoseconds() - progress.wallStart) * 1e-9;
  // On a busy machine even a short stage may take long.
  if (wall > limits.wallSeconds && queuedBefore)
    wall -= double(std::max<int64_t>(0, worker.queuedNanoseconds() - *queuedBefore)) * 1e-9;
  const double cpu = double(worker.cpuNanoseconds() - cpuBefore) * 1e-9;
  Death::Limit limit = Death::Limit::None;
  if (worker.residentBytes() > limits.memoryBytes)
    limit = Death::Limit::Memory;
  else if (cpu > limits.cpuSeconds * several || wall > limits.wallSeconds)
    limit = Death::Limit::Time;
  // The check may have ended between the looks at the clock.
  return progress.begun == check && progress.busy ? limit : Death::Limit::None;
}

} // namespace assay
