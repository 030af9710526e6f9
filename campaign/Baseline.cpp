#include "campaign/Baseline.h"

#include "campaign/workers/Await.h"
#include "check/FailureVerdict.h"
#include "check/SameFailure.h"
#include "program/Json.h"

#include <algorithm>

namespace assay {

TargetName counterpartOf(const TargetName &target, const TargetName &baseline) {
  return baseline.isCompilerOnly() ? target.onCompiler(baseline) : baseline;
}

int triesFor(const Verdict &verdict) {
  return std::max(verdict.frequency.tries(),
                  std::holds_alternative<Crash>(verdict.outcome) ? 4 : 1);
}

Baseline::Baseline(const FuzzOptions &options, OnCheck onCheck, std::function<bool()> stop)
    : onCheck(std::move(onCheck)), stop(std::move(stop)) {
  const CampaignParameters &parameters = options.parameters;
  if (!parameters.baseline)
    return;
  for (const TargetName &target : parameters.targets)
    counterparts.push_back(counterpartOf(target, *parameters.baseline));
  // Findings are few: one worker has time enough.
  pool.emplace(Pool::Options{
      options.worker, {parameters.seed, parameters.profile, counterparts}, 1, options.limits});
}

Expected<void> Baseline::start() { return pool ? pool->start(stop) : Expected<void>(); }

Expected<void> Baseline::poll(int milliseconds) {
  return pool && pool->busy() ? pool->poll(milliseconds) : Expected<void>();
}

void Baseline::ask(const TestCase &testCase, int target, const Verdict &verdict,
                   const OnAnswer &onAnswer) {
  ask({writeJson(testCase), target}, verdict, onAnswer, triesFor(verdict));
}

void Baseline::ask(const CaseRequest &request, const Verdict &verdict, const OnAnswer &onAnswer,
                   int tries) {
  pool->submit(request, [=, this](const CheckReply &reply) {
    onCheck(reply);
    const bool fails = sameFailure(reply.verdict, verdict);
    if (!fails && tries > 1)
      ask(request, verdict, onAnswer, tries - 1);
    else
      onAnswer(fails);
  });
}

void Baseline::askJointly(const RangeRequest &range, Position place, const Verdict &verdict,
                          const OnAnswer &onAnswer) {
  pool->submitFresh(range, [=, this](const CheckReply &reply) {
    onCheck(reply);
    if (Position{reply.index, reply.target} != place)
      return;
    Verdict inCompany = reply.verdict;
    inCompany.signature.joint = true;
    onAnswer(sameFailure(inCompany, verdict));
  });
}

bool Baseline::fails(const TestCase &testCase, int target, const Verdict &verdict) {
  const auto fails =
      await<bool>([&](const OnAnswer &onAnswer) { ask(testCase, target, verdict, onAnswer); },
                  [&](int milliseconds) { return poll(milliseconds); }, stop);
  return !fails || fails->value_or(true);
}

Verdict Baseline::verdict(int target) const {
  return knownVerdict("as on " + counterparts[static_cast<size_t>(target)].text());
}

} // namespace assay
