#include "tools/assay/ExplainCase.h"

#include "triage/explain/Explain.h"

#include <fmt/format.h>

#include <utility>

namespace assay {
namespace {

/// Of the seconds, those for variations; the phase is looked for after them.
constexpr double shareOfVariations = 0.6;
/// Longer IR is in nobody's report.
constexpr size_t longestIr = 2 << 20;

void boundIr(std::optional<CauseIr> &part) {
  if (part && part->ir.size() > longestIr)
    part.reset();
}

void addCost(Cause &cause, const CaseTrials &trials) {
  cause.checkCount = trials.checkCount();
  cause.seconds = trials.elapsed();
}

} // namespace

Expected<Cause> explainCase(const Services &services, const FailingCase &failing,
                            CaseTrials &trials, const OnFirstVerdict &onFirst) {
  const auto inspector = services.inspectorOf(failing.target);
  TargetName target = failing.target;
  std::optional<std::pair<TargetName, std::string>> injected;
  if (!failing.inject.empty()) {
    auto withBug = inspector->withBug(target, failing.inject);
    if (!withBug)
      return withBug.error();
    injected = {std::exchange(target, std::move(*withBug)), failing.inject};
  }
  auto verdict = trials.on(target, fmt::format("as it was found: {}", target.text()));
  if (!verdict)
    return verdict.error();
  if (onFirst)
    onFirst(target, *verdict);
  if (!verdict->isFinding())
    return Error{fmt::format("the case does not fail on {}", target.text())};
  trials.wanted = *verdict;
  auto cause =
      explain({*inspector, target, failing.testCase, std::move(*verdict), injected}, trials);
  if (!cause)
    return cause.error();
  addCost(*cause, trials);
  return cause;
}

Cause explainForReport(const Context &context, const FailingCase &failing, double seconds) {
  const std::string file = "the finding";
  CaseTrials trials(context, file, failing.testCase);
  trials.seconds = shareOfVariations * seconds;
  Cause known;
  trials.onLearnt = [&](const Cause &cause) { known = cause; };
  const auto setFirst = [&](const TargetName &, const Verdict &verdict) {
    known.kind = verdict.name();
    known.signature = verdict.signature.text();
  };
  if (auto cause = explainCase(context.services, failing, trials, setFirst))
    known = std::move(*cause);
  else
    known.noPass = cause.error().message;
  addCost(known, trials);
  boundIr(known.beforePass);
  boundIr(known.afterPhase);
  return known;
}

} // namespace assay
