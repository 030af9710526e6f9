#include "campaign/Causes.h"

#include "check/CauseJson.h"
#include "support/ReadFile.h"
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

Expected<void> keepCause(const FoundCause &found, const std::filesystem::path &caseFile) {
  return writeFile(causeFile(caseFile), toJson(found).dump(1) + "\n");
}

std::optional<FoundCause> keptCause(const std::filesystem::path &caseFile) {
  const auto text = readFile(causeFile(caseFile));
  return text ? foundCauseFromJson(nlohmann::ordered_json::parse(*text, nullptr, false))
              : std::nullopt;
}

} // namespace assay
