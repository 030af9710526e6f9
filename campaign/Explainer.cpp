#include "campaign/Explainer.h"

#include "campaign/Causes.h"

#include <cmath>
#include <utility>

namespace assay {

Explainer::Explainer(const FuzzOptions &options, FindingStore &findings)
    : options(options), findings(findings) {}

size_t Explainer::waiting() const {
  return options.explainSeconds > 0 ? findings.unexplained().size() : 0;
}

Expected<void> Explainer::begin() {
  const auto open = findings.unexplained();
  if (open.empty())
    return {};
  auto testCase = findings.caseText(*open.front());
  if (!testCase)
    return testCase.error();
  if (!pool)
    pool.emplace(explainersOf(options.worker, options.explainSeconds, 1));
  current = *open.front();
  begun = std::chrono::steady_clock::now();
  pool->explain(ExplainRequest{std::move(*testCase), current->caseTarget(),
                               options.parameters.inject, options.explainSeconds,
                               FindingStore::rawVerdict(*current)},
                [this](const CheckReply &reply) { answer = reply.cause; });
  return {};
}

Expected<void> Explainer::poll(int milliseconds, double seconds) {
  if (options.explainSeconds <= 0)
    return {};
  // Explaining one is one check after the other.
  if (!current && (std::isinf(seconds) || spent <= options.explainShare * options.jobs * seconds))
    ASSAY_TRY(begin());
  if (!current)
    return {};
  ASSAY_TRY(pool->poll(milliseconds));
  if (!answer)
    return {};
  spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  const FindingRow row = *std::exchange(current, std::nullopt);
  return findings.addCause(row, *std::exchange(answer, std::nullopt));
}

} // namespace assay
