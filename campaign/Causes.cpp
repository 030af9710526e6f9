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
  const auto files = irFiles(caseFile);
  const auto irs = irsOf(cause);
  for (size_t i = 0; i < files.size(); ++i)
    if (irs[i])
      ASSAY_TRY(writeFile(files[i], std::exchange(*irs[i], {})));
  return {};
}

} // namespace assay
