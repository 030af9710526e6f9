#include "tools/assay/CaseTrials.h"

#include "campaign/workers/FreshCheck.h"
#include "check/SameFailure.h"
#include "program/Json.h"
#include "support/DurationText.h"

#include <algorithm>
#include <cmath>

namespace assay {

Expected<Verdict> CaseTrials::on(const TargetName &target, const std::string &doing) {
  return onCase(testCase, target, {}, doing);
}

Expected<Verdict> CaseTrials::onCase(const TestCase &tried, const TargetName &target,
                                     const TargetOptions &options, const std::string &doing) {
  auto verdict = check(tried, target, options, doing, {});
  if (!verdict)
    return verdict.error();
  return **std::move(verdict);
}

Expected<std::optional<Verdict>> CaseTrials::inTime(const TargetName &target,
                                                    const std::string &doing) {
  return check(testCase, target, {}, doing, [&] { return status.seconds() > deadline; });
}

Pool::Options CaseTrials::poolOptions(const TargetName &target, TargetOptions options) const {
  if (options.inject.empty())
    options.inject = inject;
  return onePool(context, {target}, options);
}

Expected<std::optional<Verdict>> CaseTrials::check(const TestCase &tried, const TargetName &target,
                                                   const TargetOptions &options,
                                                   const std::string &doing,
                                                   const std::function<bool()> &stop) {
  ++checks;
  const auto stops = [&] {
    show(doing);
    return stop && stop();
  };
  show(doing);
  const auto confirmed = [&]() -> Expected<std::optional<Verdict>> {
    Pool pool(poolOptions(target, options));
    ASSAY_TRY(pool.start());
    return checkConfirmed(pool, tried, 0, stops);
  };
  if (!wanted)
    return confirmed();
  Pool::Options bounded = poolOptions(target, options);
  bounded.limits.wallSeconds = std::min(bounded.limits.wallSeconds, hangsAfter);
  Pool pool(std::move(bounded));
  if (const auto started = pool.start(); !started) {
    if (inject.empty())
      return started.error();
    // Not every flavour takes the bug.
    Verdict refused;
    refused.outcome = Unsupported{started.error().message};
    return std::optional(std::move(refused));
  }
  std::optional<Verdict> verdict;
  // What comes now and then is gone only where it stays away.
  for (int left = checksUntilGone(*wanted); left > 0; --left) {
    auto checked = checkFresh(pool, tried, 0, stops);
    if (!checked || !*checked)
      return checked;
    verdict = *std::move(checked);
    boundHang(*verdict);
    if (sameFailure(*wanted, *verdict))
      return verdict;
    if (std::holds_alternative<Timeout>(verdict->outcome) && std::isfinite(hangsAfter))
      return wanted;
    if (verdict->isFinding())
      return confirmed();
    if (!std::holds_alternative<Agree>(verdict->outcome))
      break;
  }
  return verdict;
}

void CaseTrials::boundHang(const Verdict &verdict) {
  constexpr double least = 2, times = 10;
  if (std::holds_alternative<Timeout>(wanted->outcome) &&
      std::holds_alternative<Agree>(verdict.outcome))
    hangsAfter = std::max(least, times * (verdict.seconds.compile + verdict.seconds.run));
}

Expected<std::vector<std::optional<Verdict>>> CaseTrials::onCases(std::span<const TestCase> cases,
                                                                  const TargetName &target,
                                                                  const std::string &doing) {
  std::vector<std::optional<Verdict>> verdicts(cases.size());
  if (cases.empty() || isOver())
    return verdicts;
  Pool pool(poolOptions(target, {}));
  ASSAY_TRY(pool.start());
  size_t done = 0;
  for (size_t i = 0; i < cases.size(); ++i)
    pool.submit(CaseRequest{writeJson(cases[i]), 0},
                [&verdicts, &done, i](const CheckReply &reply) {
                  verdicts[i] = reply.verdict;
                  ++done;
                });
  auto drained = pool.drain([&] {
    show(fmt::format("{}, {} of {}", doing, done, cases.size()));
    return isOver();
  });
  if (!drained)
    return drained.error();
  checks += done;
  return verdicts;
}

void CaseTrials::show(const std::string &doing) {
  status.show(fmt::format("{}  {}", durationText(status.seconds()), doing));
}

std::string CaseTrials::cost() const {
  return fmt::format("took {}, {} check{}", durationText(status.seconds()), checks,
                     checks == 1 ? "" : "s");
}

} // namespace assay
