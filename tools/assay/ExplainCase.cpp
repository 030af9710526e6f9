#include "tools/assay/ExplainCase.h"

#include "campaign/workers/Confirmation.h"
#include "check/Diagnostic.h"
#include "check/SameFailure.h"
#include "triage/explain/Explain.h"
#include "triage/pattern/PatternInference.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay {
namespace {

/// Of the seconds, those for how often the failure comes, and for variations as well. The phase is
/// looked for after them; then the IR is reduced for half of the rest at most, then what of the
/// case hides the failure is looked for.
constexpr double shareOfFrequency = 0.2, shareOfVariations = 0.6;
/// Longer IR is in nobody's report.
constexpr size_t longestIr = 2 << 20;

void boundIr(std::optional<CauseIr> &part) {
  if (part && part->ir.size() > longestIr)
    part.reset();
  else if (part && part->made && part->made->size() > longestIr)
    part->made.reset();
}

void addCost(Cause &cause, const CaseTrials &trials) {
  cause.checkCount = trials.checkCount();
  cause.seconds = trials.elapsed();
}

/// Neither a pass nor a function is to blame, as far as is known, and one check says whether a
/// program fails.
bool needsPattern(const Cause &cause, const Verdict &verdict) {
  return std::ranges::none_of(cause.passes, isBlamed) && !cause.function &&
         checksUntilGone(verdict) == 1 && !std::holds_alternative<Timeout>(verdict.outcome);
}

/// What makes programs fail as the case does.
Expected<void> addPattern(Cause &cause, const TestCase &testCase, const TargetName &target,
                          const Verdict &wanted, CaseTrials &trials) {
  const Program &program = testCase.program();
  const Mismatch *mismatch = wanted.difference();
  if (program.nodes().empty() || (mismatch && program.isArgument(mismatch->firstWrong)))
    return {};
  const NodeId accused = mismatch ? program.producer(mismatch->firstWrong)
                                  : static_cast<NodeId>(program.nodes().size()) - 1;
  const FailsSo failsSo =
      [&](std::span<const TestCase> cases) -> Expected<std::vector<std::optional<bool>>> {
    auto verdicts = trials.onCases(cases, target, "looking for what makes programs fail");
    if (!verdicts)
      return verdicts.error();
    std::vector<std::optional<bool>> answers;
    for (const std::optional<Verdict> &verdict : *verdicts) {
      // Which op is wrong first is what the pattern is to say.
      const bool isSame =
          verdict && (mismatch ? verdict->name() == wanted.name() : sameFailure(*verdict, wanted));
      const bool tells = isSame || (verdict && std::holds_alternative<Agree>(verdict->outcome));
      answers.push_back(tells ? std::optional(isSame) : std::nullopt);
    }
    return answers;
  };
  auto found = inferPattern(testCase, accused, failsSo, [&] { return trials.isOver(); });
  if (!found)
    return found.error();
  cause.pattern = std::move(found->pattern);
  cause.noPattern = std::move(found->none);
  trials.learnt(cause);
  return {};
}

/// What more checks of the same failure said of how often it comes.
void takeFrequency(Verdict &verdict, const Verdict &seen) {
  verdict.frequency = seen.frequency;
  const Mismatch *before = seen.difference();
  if (auto *mismatch = std::get_if<Mismatch>(&verdict.outcome); mismatch && before)
    mismatch->nondeterministic |= before->nondeterministic;
}

/// The verdict on a case that is said to fail, with how often it does: what comes now and then may
/// be right at first, and what comes each time needs more than one check to say so. Somebody waits
/// for what hangs.
Expected<Verdict> settledVerdict(const FailingCase &failing, const TargetName &target,
                                 CaseTrials &trials) {
  auto verdict = trials.on(target, fmt::format("as it was found: {}", target.text()));
  for (int right = 1; verdict && std::holds_alternative<Agree>(verdict->outcome); ++right) {
    if (right >= failing.checksUntilRight || trials.isOver())
      return verdict;
    verdict = trials.on(target, "once more: it is right so far");
  }
  if (!verdict || !verdict->isFinding() || std::holds_alternative<Timeout>(verdict->outcome))
    return verdict;
  Confirmation confirmation(*std::move(verdict), false, leastChecksOfFailure);
  while (!confirmation.isSettled() && !trials.isOver()) {
    auto again = trials.on(target, "once more: does it come each time?");
    if (!again)
      return again;
    confirmation.add(*again);
  }
  return confirmation.verdict(failing.testCase.program());
}

/// That the case, after so many checks, is one without a cause.
Error noFailure(const TargetName &target, const Verdict &verdict, size_t checks) {
  const std::string what =
      std::holds_alternative<Agree>(verdict.outcome)
          ? fmt::format("it agreed in {} check{}", checks, checks == 1 ? "" : "s")
          : std::string(verdict.name());
  return Error{fmt::format("the case does not fail on {}: {}", target.text(), what)};
}

/// Whose cause it is: that of the bug on the list that the failure is, going by what hid it, or of
/// those whose causes are alike. A structure alone is no bug: something else may be wrong there.
KnownCause knownCauseOf(const Services &services, const Cause &cause, const TestCase &testCase,
                        const TargetName &target, const Verdict &verdict) {
  const auto bugOf = [&](const Verdict &known) {
    const std::string &id = std::get<Known>(known.outcome).id;
    return services.originalBug ? services.originalBug(id) : id;
  };
  if (services.known && !verdict.difference())
    if (const auto known = services.known(testCase, target, &verdict))
      return {bugOf(*known), {}};
  if (services.suspects) {
    const TargetName whole = services.withDrawsSpelledOut(target);
    for (const Suspect &suspect : services.suspects(testCase, target, verdict))
      for (const Hiding &hiding : cause.hiddenBy)
        if (whole.with(settingOf(hiding)) == suspect.hidingTarget)
          return {bugOf(suspect.known), {}};
  }
  return services.withKnownCause ? services.withKnownCause(cause, target, testCase) : KnownCause();
}

} // namespace

Expected<Cause> explainCase(const Services &services, const FailingCase &failing,
                            CaseTrials &trials, const OnFirstVerdict &onFirst) {
  const auto inspector = services.inspectorOf(failing.target);
  TargetName target = failing.target;
  std::optional<std::pair<TargetName, std::string>> injected;
  if (!failing.inject.empty()) {
    if (auto withBug = inspector->withBug(target, failing.inject))
      injected = {std::exchange(target, std::move(*withBug)), failing.inject};
    else
      trials.inject = failing.inject;
  }
  const bool comesNowAndThen = failing.seen && checksUntilGone(*failing.seen) > 1;
  if (comesNowAndThen)
    trials.wanted = failing.seen; // it is looked for as often as it takes
  double seconds = trials.seconds;
  trials.deadline = seconds;
  const auto spendUpTo = [&](double share) { trials.seconds = share * seconds; };
  spendUpTo(shareOfFrequency);
  // That it hangs would take as long again as it was waited for.
  const bool isSeenToHang =
      failing.seen && !comesNowAndThen && std::holds_alternative<Timeout>(failing.seen->outcome);
  auto verdict = isSeenToHang ? Expected<Verdict>(*failing.seen)
                 : failing.seen
                     ? trials.on(target, fmt::format("as it was found: {}", target.text()))
                     : settledVerdict(failing, target, trials);
  if (!verdict)
    return verdict.error();
  if (comesNowAndThen && sameFailure(*failing.seen, *verdict))
    takeFrequency(*verdict, *failing.seen);
  if (onFirst)
    onFirst(target, *verdict);
  if (!verdict->isFinding())
    return noFailure(target, *verdict, trials.checkCount());
  trials.wanted = *verdict;
  // That it hangs may have taken all of the time, and says nothing of why.
  if (std::holds_alternative<Timeout>(verdict->outcome))
    trials.deadline = seconds += trials.elapsed();
  const Failure failure{*inspector, target, failing.testCase, *verdict, injected};
  spendUpTo(shareOfVariations);
  auto cause = explain(failure, trials);
  if (!cause)
    return cause;
  spendUpTo((shareOfVariations + 1) / 2);
  cause = withReducedIr(*std::move(cause), failure, trials);
  if (!cause)
    return cause;
  spendUpTo(1);
  cause = withChanges(*std::move(cause), failure, trials);
  if (!cause)
    return cause;
  if (const auto *refused = std::get_if<CompileFailure>(&verdict->outcome))
    if (const auto module = inspector->module(target, failing.testCase))
      cause->absentOp = opAbsentFrom(*module, refused->diagnostic);
  cause->known = knownCauseOf(services, *cause, failing.testCase, target, *verdict);
  trials.learnt(*cause);
  if (cause->known.bug.empty() && needsPattern(*cause, *verdict))
    ASSAY_TRY(addPattern(*cause, failing.testCase, target, *verdict, trials));
  addCost(*cause, trials);
  return cause;
}

Cause explainForReport(const Context &context, const FailingCase &failing, double seconds) {
  CaseTrials trials(context, failing.testCase);
  trials.seconds = seconds;
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
