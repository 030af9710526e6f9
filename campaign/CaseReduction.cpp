#include "campaign/CaseReduction.h"

#include "campaign/TargetReduction.h"
#include "campaign/workers/FreshCheck.h"
#include "check/MismatchSignature.h"
#include "check/SameFailure.h"
#include "program/Json.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace assay {
namespace {

/// Has the pool's workers check the candidates.
class PoolJudge : public Judge {
public:
  /// `start` names the content of a case that is taken for news; empty for none.
  PoolJudge(Pool &pool, std::string start, const Verdict &wanted,
            const CaseReductionOptions &options)
      : pool(pool), start(std::move(start)), wanted(wanted), options(options) {}

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
           options.isKnown(candidate, pool.target(options.target), verdict);
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
  const std::string start;
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

/// A target with what a case needs of it alone, and what the case does there.
struct ReducedTarget {
  TargetName name;
  Verdict verdict;
};

/// Has a worker check one case on each target that is tried, for one process does not bear two sets
/// of a compiler's flags.
class TargetTrials {
public:
  /// Once the options' `stop` says so, nothing smaller is found.
  TargetTrials(const Pool &pool, const TestCase &testCase, const Verdict &wanted,
               CaseReductionOptions given)
      : pool(pool), testCase(testCase), wanted(wanted), options(std::move(given)),
        place(std::exchange(options.target, 0)) {}

  /// Nothing if the failure needs all of the target, or does not stand on what is left of it.
  Expected<std::optional<ReducedTarget>> reduce(TargetName whole) {
    if (options.rather && failsOn(*options.rather))
      whole = *options.rather;
    constexpr size_t most = 48, mostOfTimeouts = 8;
    const bool hangs = std::holds_alternative<Timeout>(wanted.outcome);
    const TargetName smallest = reduceTarget(
        whole, [this](const TargetName &target) { return failsOn(target); },
        hangs ? mostOfTimeouts : most);
    if (smallest == pool.target(place))
      return std::optional<ReducedTarget>();
    Pool own(pool.optionsFor(smallest));
    if (!own.start(options.stop) || options.stop())
      return std::optional<ReducedTarget>();
    auto verdict = checkReduced(own, testCase, wanted, options);
    if (!verdict)
      return verdict.error();
    if (!*verdict)
      return std::optional<ReducedTarget>();
    return std::optional(ReducedTarget{smallest, std::move(**verdict)});
  }

  size_t checks = 0;

private:
  /// What cannot be made shows nothing, nor does what kills each worker.
  bool failsOn(const TargetName &target) {
    Pool own(pool.optionsFor(target));
    if (!own.start(options.stop) || options.stop())
      return false;
    PoolJudge judge(own, "", wanted, options);
    const bool fails = judge.interesting({&testCase, 1})[0];
    checks += judge.checks;
    return fails;
  }

  const Pool &pool;
  const TestCase &testCase;
  const Verdict &wanted;
  CaseReductionOptions options; // of a pool of one target
  const int place;              // of the whole target in the pool
};

/// What of the pool's target may be left out, with its draws spelled out; nothing for nothing.
std::optional<TargetName> reducibleTarget(const Pool &pool, const Services &services,
                                          const CaseReductionOptions &options) {
  if (!options.reducesTarget)
    return std::nullopt;
  TargetName target = services.withDrawsSpelledOut(pool.target(options.target));
  return options.rather || hasFlags(target) ? std::optional(std::move(target)) : std::nullopt;
}

/// The case alone, without a verdict; nothing as with reduceOnWorkers(). Takes that share of the
/// seconds at most.
Expected<std::optional<ReducedCase>> reduceCase(Pool &pool, const Services &services,
                                                const TestCase &start, const Verdict &wanted,
                                                const CaseReductionOptions &options, double share) {
  auto verdicts = openVerdicts(options, start, wanted);
  if (!verdicts)
    return verdicts.error();
  PoolJudge judge(pool, start.contentName(), wanted, options);

  ReduceOptions settings;
  settings.jobs = static_cast<size_t>(pool.jobs());
  settings.seconds = options.seconds * share;
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
  if (options.stop && options.stop())
    return std::optional<ReducedCase>();
  if (!reduction->reproduced) {
    // What a killed reduction knows already is not asked again.
    if (options.onGone)
      options.onGone(judge.checks == 0 ? "did not come again"
                                       : fmt::format("did not come again in {} check{}",
                                                     judge.checks, judge.checks == 1 ? "" : "s"));
    return std::optional<ReducedCase>();
  }
  return std::optional(
      ReducedCase{std::move(reduction->smallest), {}, judge.checks, reduction->finished});
}

} // namespace

Expected<std::optional<ReducedCase>> reduceOnWorkers(Pool &pool, const Services &services,
                                                     const TestCase &start, const Verdict &wanted,
                                                     const CaseReductionOptions &options) {
  const auto begun = std::chrono::steady_clock::now();
  const auto target = reducibleTarget(pool, services, options);
  // Targets are tried with the smallest case, which takes least.
  constexpr double shareOfCase = 0.8;
  auto reduced = reduceCase(pool, services, start, wanted, options, target ? shareOfCase : 1);
  if (!reduced || !*reduced)
    return reduced;
  ReducedCase &smallest = **reduced;

  std::optional<Verdict> verdict;
  if (target) {
    CaseReductionOptions ofTarget = options;
    ofTarget.stop = [&] {
      const std::chrono::duration<double> past = std::chrono::steady_clock::now() - begun;
      return past.count() >= options.seconds || (options.stop && options.stop());
    };
    TargetTrials trials(pool, smallest.testCase, wanted, std::move(ofTarget));
    auto smaller = trials.reduce(*target);
    if (!smaller)
      return smaller.error();
    smallest.checks += trials.checks;
    if (*smaller) {
      smallest.target = std::move((*smaller)->name);
      verdict = std::move((*smaller)->verdict);
    }
  }
  if (!verdict) {
    auto checked = checkReduced(pool, smallest.testCase, wanted, options);
    if (!checked)
      return checked.error();
    verdict = std::move(*checked);
  }
  if (!verdict) {
    if (options.onGone && !(options.stop && options.stop()))
      options.onGone("what was left of the program did not fail again");
    return std::optional<ReducedCase>();
  }
  smallest.verdict = std::move(*verdict);
  smallest.verdict.signature = isCommon(wanted.signature)
                                   ? wanted.signature
                                   : finalSignature(smallest.testCase.program(), smallest.verdict);
  return reduced;
}

} // namespace assay
