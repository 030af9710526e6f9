#include "campaign/Explainer.h"

#include "campaign/Causes.h"

#include <cmath>
#include <utility>

namespace assay {

Explainer::Explainer(const Services &services, Store &store, const FuzzOptions &options,
                     FindingStore &findings, std::function<bool()> stop)
    : options(options), findings(findings),
      counterfactuals(services, store, options, findings, std::move(stop)) {}

Expected<void> Explainer::load() {
  return options.explainSeconds > 0 ? counterfactuals.load() : Expected<void>();
}

size_t Explainer::waiting() const {
  return options.explainSeconds > 0 ? findings.unexplained().size() : 0;
}

Expected<void> Explainer::begin() {
  begun = std::chrono::steady_clock::now();
  const auto open = findings.unexplained();
  if (open.empty())
    return counterfactuals.begin();
  auto testCase = findings.caseText(*open.front());
  if (!testCase)
    return testCase.error();
  if (!pool)
    pool.emplace(explainersOf(options.worker, options.explainSeconds, 1));
  current = *open.front();
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
  if (!current && !counterfactuals.isUnderWay() &&
      (std::isinf(seconds) || spent <= options.explainShare * options.jobs * seconds))
    ASSAY_TRY(begin());
  if (counterfactuals.isAsked()) {
    ASSAY_TRY(counterfactuals.poll(milliseconds));
    if (!counterfactuals.isAsked())
      spend();
  }
  if (!current)
    return {};
  ASSAY_TRY(pool->poll(milliseconds));
  if (!answer)
    return {};
  spend();
  const FindingRow row = *std::exchange(current, std::nullopt);
  Cause cause = *std::exchange(answer, std::nullopt);
  counterfactuals.add(row, cause);
  return findings.addCause(row, std::move(cause));
}

void Explainer::spend() {
  spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

} // namespace assay
