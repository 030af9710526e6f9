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
  const nlohmann::ordered_json json = {{"target", found.target.text()},
                                       {"cause", toJson(found.cause)}};
  return writeFile(causeFile(caseFile), json.dump(1) + "\n");
}

std::optional<FoundCause> keptCause(const std::filesystem::path &caseFile) {
  const auto text = readFile(causeFile(caseFile));
  if (!text)
    return std::nullopt;
  const auto json = nlohmann::ordered_json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("cause") || !json.contains("target") ||
      !json["target"].is_string())
    return std::nullopt;
  auto target = TargetName::parse(json["target"].get<std::string>());
  auto cause = causeFromJson(json["cause"]);
  if (!target || !cause)
    return std::nullopt;
  return FoundCause{*std::move(target), *std::move(cause)};
}

} // namespace assay
