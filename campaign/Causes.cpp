#include "campaign/Causes.h"

#include "support/WriteFile.h"

#include <utility>

namespace assay {

Pool::Options explainersOf(const WorkerCommand &worker, double seconds, int jobs) {
  // What hangs is ended by the checks' own workers; these only wait for them.
  Limits limits;
  limits.wallSeconds += 4 * seconds;
  limits.cpuSeconds = limits.wallSeconds;
  return {worker, {}, jobs, limits};
}

Expected<void> keepIr(Cause &cause, const std::filesystem::path &caseFile) {
  for (const auto &[part, path] : {std::pair(&cause.beforePass, passFile(caseFile)),
                                   std::pair(&cause.afterPhase, phaseFile(caseFile))})
    if (*part)
      ASSAY_TRY(writeFile(path, std::exchange((**part).ir, {})));
  return {};
}

} // namespace assay
