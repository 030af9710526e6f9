#include "campaign/CaseReduction.h"

#include "campaign/workers/FreshCheck.h"
#include "check/MismatchSignature.h"
#include "check/SameFailure.h"
#include "program/Json.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace assay {
namespace {

/// Has the pool's workers check the candidates.
class PoolJudge : public Judge {
public:
  PoolJudge(Pool &pool, const TestCase &start, const Verdict &wanted,
            const CaseReductionOptions &options)
      : pool(pool), start(start.contentName()), wanted(wanted), options(options) {}

  std::vector<bool> interesting(std::span<const TestCase> candidates) override {
    std::vector<bool> answers(candidates.size());
    std::vector<size_t> open(candidates.size());
    std::iota(open.begin(), open.end(), size_t(0));
    for (int left = tries(); left > 0 && !open.empty() && !failure && !isStopped(); --left) {
      const auto verdicts = check(candidates, open);
      for (const size_t i : open)
        answers[i] = verdicts[i] && !isStopped() && sameFailure(*verdicts[i], wanted) &&
                     !becomesKnown(candidates[i], *verdicts[i]);
      std::erase_if(open,
                    [&](size_t i) { return answers[i] || !verdicts[i] || !verdicts[i]->passes(); });
    }
    return answers;
  }

  std::optional<Error> failure;
  size_t checks = 0;

private:
  bool isStopped() const { return options.stop && options.stop(); }

  /// Whoever asks has found what it starts with to be news: it may look like what is known, and be
  /// more than that.
  bool becomesKnown(const TestCase &candidate, const Verdict &verdict) const {
    return options.isKnown && candidate.contentName() != start &&
           options.isKnown(candidate, verdict);
  }

  /// Of one candidate: what comes now and then may be away by chance. One that is dropped though it
  /// fails costs no more than a larger case.
  int tries() const {
    constexpr int most = 8;
    return wanted.frequency.isAlways() ? 1 : std::min(checksUntilGone(wanted), most);
  }

  /// The verdicts on those of the candidates; nothing of those that there was no time for.
  std::vector<std::optional<Verdict>> check(std::span<const TestCase> candidates,
                                            std::span<const size_t> asked) {
    std::vector<std::optional<Verdict>> verdicts(candidates.size());
    size_t open = asked.size();
    // Shared: what is cut short here is answered later, when nobody listens any more.
    auto listening = std::make_shared<bool>(true);
    for (const size_t i : asked)
      pool.submit({writeJson(candidates[i]), options.target},
                  [&, listening, i](const CheckReply &reply) {
                    if (!*listening)
                      return;
                    verdicts[i] = reply.verdict;
                    ++checks;
                    --open;
                    if (options.onCheck)
                      options.onCheck(reply);
                  });
    while (open > 0 && !failure && !isStopped())
      if (auto polled = pool.poll(100); !polled)
        failure = polled.error();
    *listening = false;
    return verdicts;
  }

  Pool &pool;
  const std::string start; // by the name of its content
  const Verdict &wanted;
  const CaseReductionOptions &options;
};

Expected<Verdicts> openVerdicts(const CaseReductionOptions &options, const TestCase &start,
                                const Verdict &wanted) {
  if (options.folder.empty())
    return Verdicts();
  return Verdicts::open(options.folder, fmt::format("{} {} {}", start.contentName(), options.target,
                                                    wanted.signature.text()));
}

/// The verdict of a fresh worker that has the cause of `wanted`, if that came back as often as it
/// takes; what comes now and then is asked for several times.
Expected<std::optional<Verdict>> checkBack(Pool &pool, const TestCase &testCase,
                                           const Verdict &wanted,
                                           const CaseReductionOptions &options) {
  for (int i = 0; i < checksUntilGone(wanted); ++i) {
    auto verdict = checkFresh(pool, testCase, options.target, options.stop);
    if (!verdict || !*verdict)
      return verdict;
    if (sameFailure(**verdict, wanted))
      return verdict;
  }
  return std::optional<Verdict>();
}

/// The same of what a case was reduced to, with how often that comes: the whole program may have
/// failed each time by chance.
Expected<std::optional<Verdict>> checkReduced(Pool &pool, const TestCase &testCase,
                                              const Verdict &wanted,
                                              const CaseReductionOptions &options) {
  if (checksUntilGone(wanted) == 1 && !std::holds_alternative<Timeout>(wanted.outcome)) {
    auto verdict = checkSaidToFail(pool, testCase, options.target, options.stop);
    if (!verdict || !*verdict || sameFailure(**verdict, wanted))
      return verdict;
    return std::optional<Verdict>();
  }
  auto verdict = checkBack(pool, testCase, wanted, options);
  if (!verdict || !*verdict)
    return verdict;
  (**verdict).frequency = wanted.frequency;
  if (auto *mismatch = std::get_if<Mismatch>(&(**verdict).outcome))
    mismatch->nondeterministic = std::get<Mismatch>(wanted.outcome).nondeterministic;
  return verdict;
}

/// What takes as long as it may is not tried as often.
size_t checksFor(const Verdict &wanted, size_t checks) {
  constexpr size_t mostOfTimeouts = 32;
  return std::holds_alternative<Timeout>(wanted.outcome) ? std::min(checks, mostOfTimeouts)
                                                         : checks;
}

} // namespace

Expected<std::optional<ReducedCase>> reduceOnWorkers(Pool &pool, const Services &services,
                                                     const TestCase &start, const Verdict &wanted,
                                                     const CaseReductionOptions &options) {
  auto verdicts = openVerdicts(options, start, wanted);
  if (!verdicts)
    return verdicts.error();
  PoolJudge judge(pool, start, wanted, options);

  ReduceOptions settings;
  settings.jobs = static_cast<size_t>(pool.jobs());
  settings.seconds = options.seconds;
  settings.maxChecks = checksFor(wanted, options.maxChecks);
  settings.stop = [&] { return judge.failure || (options.stop && options.stop()); };
  if (const Mismatch *mismatch = wanted.difference())
    settings.suspect = mismatch->firstWrong;
  if (options.onSmaller)
    settings.onSmaller = [&](const TestCase &smaller) { options.onSmaller(smaller, judge.checks); };

  auto reduction = reduce(start, judge, services.evaluate, *verdicts, settings);
  if (judge.failure)
    return *judge.failure;
  if (!reduction)
    return reduction.error();
  bool stopped = options.stop && options.stop();
  if (!reduction->reproduced || stopped)
    return std::optional<ReducedCase>();

  auto verdict = checkReduced(pool, reduction->smallest, wanted, options);
  if (!verdict)
    return verdict.error();
  if (!*verdict)
    return std::optional<ReducedCase>();
  (**verdict).signature = isCommon(wanted.signature)
                              ? wanted.signature
                              : finalSignature(reduction->smallest.program(), **verdict);
  return std::optional(
      ReducedCase{reduction->smallest, std::move(**verdict), judge.checks, reduction->finished});
}

} // namespace assay
