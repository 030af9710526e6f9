#include "triage/explain/Explain.h"

#include "check/FailureVerdict.h"
#include "check/MismatchSignature.h"
#include "check/Returning.h"
#include "check/SameFailure.h"
#include "check/WrongPlaces.h"
#include "program/Ancestors.h"
#include "support/FirstLine.h"
#include "support/Regex.h"
#include "target/PassPipeline.h"
#include "triage/explain/CaseChanges.h"
#include "triage/explain/FailingPass.h"
#include "triage/explain/GuiltyCut.h"
#include "triage/explain/GuiltyPass.h"
#include "triage/explain/GuiltyPhase.h"
#include "triage/explain/Variations.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace assay {
namespace {

/// What became of a failure in another case.
enum class Hidden : uint8_t { Yes, No, Unclear, Untried };

bool leavesOut(const Variation &variation, const std::string &pass) {
  return variation.kind == VariationKind::Pass && variation.what == pass;
}

/// The variation that leaves out the pass; the end if none does.
std::span<const Variation>::iterator variationWithout(std::span<const Variation> variations,
                                                      const std::string &pass) {
  return std::ranges::find_if(
      variations, [&](const Variation &variation) { return leavesOut(variation, pass); });
}

/// The passes that variations leave out, in the order in which they run.
std::vector<std::string> passesOf(std::span<const Variation> variations) {
  std::vector<std::string> passes;
  for (const Variation &variation : variations)
    if (variation.kind == VariationKind::Pass)
      passes.push_back(variation.what);
  return passes;
}

/// IR that fails by itself, and how it does.
struct FailingIr {
  CauseIr &ir;
  std::function<Answer<std::monostate>(const std::string &ir)> run;
};

/// Finds out one thing after the other, each of which says so.
class Explanation {
public:
  Explanation(const Failure &failure, CauseTrials &trials, Cause known = {})
      : cause(std::move(known)), failure(failure), trials(trials) {
    cause.kind = failure.verdict.name();
    cause.signature = failure.verdict.signature.text();
    const Frequency &frequency = failure.verdict.frequency;
    if (const int checks = checksUntilGone(failure.verdict); checks > 1)
      cause.recurrence = {frequency.found, frequency.checks, checks};
  }

  /// Of the compiler: the pass, the phase, what hides it there.
  Expected<void> run();
  /// Of the case: what hides it.
  Expected<void> addChanges();
  /// Of the IR that shows the failure: what of it is enough.
  Expected<void> reduceIr();

  Cause cause;

private:
  Expected<void> addOrigin();
  Expected<void> addDispatch();
  void addWords();
  Expected<std::vector<Hidden>> areHidden(const std::vector<TestCase> &cases);
  Expected<void> addPassByCuts(const std::vector<Cut> &cuts);
  std::string whyPlain(const GuiltyCut &cut, const TargetName &plainest) const;
  Expected<std::string> testsOf(const GuiltyCut &cut, size_t passes);
  Expected<std::string> wrongAgain(const TargetName &without);
  void addLowering(const TargetName &plainest);
  void addBeforePass(std::string ir);
  void addMade(std::string made);
  Expected<void> addPassByNeed(const std::vector<std::string> &passes);
  Expected<void> addFailingPass();
  bool failsAlike(const Verdict &verdict) const;
  Expected<std::optional<Verdict>> failingWith(const TestCase &other, const TargetName &target);
  Expected<std::optional<TestCase>> unlikeCase();
  Expected<void> addVariations(const std::vector<Variation> &variations);
  Expected<std::optional<GuiltyCut>> leaveOutInHalves(const TargetName &target);
  Expected<void> addLeftOut(std::span<const Variation> variations, std::span<const Variation> tried,
                            const std::optional<GuiltyCut> &cut);
  void addUntriedPasses(std::span<const Variation> tried, size_t passes);
  Expected<void> addCut(const GuiltyCut &cut, std::span<const Variation> variations);
  Expected<std::optional<std::string>> wrongAgainAfter(const std::string &pass,
                                                       std::span<const Variation> variations);
  void addLastOf(std::vector<std::string> hiding, std::span<const Variation> variations);
  std::string firstChangedWithout(const std::string &pass, std::span<const Variation> variations);
  std::optional<PassIr> passIr(const std::string &pass);
  void keepIr(std::optional<PassIr> ir);
  std::optional<std::string> elsewhere() const;
  Expected<std::optional<bool>> isRightElsewhere(std::string ir, const std::string &pass);
  Expected<void> addElsewhere(std::span<const Variation> variations);
  Expected<std::string> borderElsewhere(std::span<const std::string> passes);
  void addPhase(const GuiltyPhase &phase);
  void addDifferingDispatch(const Answer<TraceComparison> &dispatches);
  std::optional<FailingIr> failingIr();
  void learnt() { trials.learnt(cause); }

  const Failure &failure;
  CauseTrials &trials;
};

Expected<void> Explanation::run() {
  ASSAY_TRY(addOrigin());
  ASSAY_TRY(addDispatch());
  addWords();
  learnt();
  const Inspector &inspector = failure.inspector;
  if (auto variations = inspector.variations(failure.target)) {
    if (failure.verdict.failsToCompile())
      ASSAY_TRY(addFailingPass());
    return addVariations(*variations);
  } else if (auto cuts = inspector.cuts(failure.target)) {
    return addPassByCuts(*cuts);
  } else if (auto passes = inspector.passes(failure.target)) {
    return addPassByNeed(*passes);
  } else {
    return Error{fmt::format("{}; explain takes a release of IREE, a manifest's compiler, cpu:O0 "
                             "to O3, hip:O0 to O3, or a target whose passes are known, as "
                             "mlir@22:random=SEED or cpu:pipeline=TEXT",
                             variations.error().message)};
  }
}

/// The ops of all nodes but the one that makes the value, each once.
std::vector<std::string> opsBeside(const Program &program, ValueId value) {
  std::set<std::string> ops;
  for (NodeId node = 0; node < static_cast<NodeId>(program.nodes().size()); ++node)
    if (program.isArgument(value) || node != program.producer(value))
      ops.insert(opLabel(program, program.firstResult(node)));
  return {ops.begin(), ops.end()};
}

/// Of a wrong result: the op that is wrong first, and where its result is.
Expected<void> Explanation::addOrigin() {
  const Mismatch *mismatch = failure.verdict.difference();
  if (!mismatch)
    return {};
  const TestCase &testCase = failure.testCase;
  Difference difference = mismatch->difference;
  if (difference.value != mismatch->firstWrong) {
    const Run &run = testCase.runs()[mismatch->run];
    auto alone = trials.onCase(returning(testCase, mismatch->firstWrong, run), failure.target, {},
                               "looking at that value alone");
    if (!alone)
      return alone.error();
    if (const Mismatch *same = alone->difference())
      difference = same->difference;
  }
  cause.wrongFirst = {mismatch->firstWrong,
                      valueLabel(testCase.program(), mismatch->firstWrong),
                      opsBeside(testCase.program(), mismatch->firstWrong),
                      mismatch->run,
                      difference.value,
                      difference.shape,
                      describePlaces(difference),
                      text(heatMap(difference))};
  learnt();
  return {};
}

/// Of a wrong result on a target with dispatches, which of them is wrong first.
Expected<void> Explanation::addDispatch() {
  if (!failure.verdict.difference())
    return {};
  TargetOptions options;
  options.tracesDispatches = true;
  TargetName target = failure.target;
  // Passes that are spelled out make one function.
  if (failure.injected)
    std::tie(target, options.inject) = *failure.injected;
  auto traced = trials.onCase(failure.testCase, target, options, "looking at what dispatches make");
  if (!traced)
    return traced.error();
  const std::vector<DispatchCheck> &checks = traced->dispatches;
  const auto wrong = std::ranges::find_if(
      checks, [](const DispatchCheck &check) { return check.difference.has_value(); });
  if (wrong == checks.end())
    return {};
  const auto before = [&](bool isKnown) {
    return std::count_if(checks.begin(), wrong, [&](const DispatchCheck &check) {
      return check.run == wrong->run && check.value.has_value() == isKnown;
    });
  };
  cause.dispatch = {wrong->dispatch, Evidence::Replayed,
                    fmt::format(", which makes %{}; before it {} results are right, and {} are not "
                                "known to be values of the program",
                                *wrong->value, before(true), before(false))};
  return {};
}

/// What stands in the verdict.
void Explanation::addWords() {
  const Outcomes &outcome = failure.verdict.outcome;
  if (const auto *crash = std::get_if<Crash>(&outcome)) {
    static const Regex frame(R"((?:^|\n)  (\S[^\n]*))");
    if (const auto found = frame.search(crash->detail))
      cause.function = Blamed{std::string((*found)[1])};
  }
  if (std::holds_alternative<Timeout>(outcome))
    if (const std::string &what = failure.verdict.signature.what; !what.empty() && what != "memory")
      cause.function = Blamed{what};
  if (const auto *found = std::get_if<Sanitizer>(&outcome)) {
    cause.checks = firstLine(found->detail);
    // As runners/hip/HipFaults.cpp says where.
    static const Regex place(R"(\n(\S+) at 0x[0-9a-f]+ `([^`]*)`)");
    if (const auto kernel = place.search(found->detail)) {
      cause.dispatch = Blamed{std::string((*kernel)[1])};
      cause.instruction = Blamed{std::string((*kernel)[2])};
    }
  }
}

/// Which of these cases are right, and which fail as it did, whatever op is wrong first and of what
/// types: that may be what was changed.
Expected<std::vector<Hidden>> Explanation::areHidden(const std::vector<TestCase> &cases) {
  auto verdicts = trials.onCases(cases, failure.target, "changing the case");
  if (!verdicts)
    return verdicts.error();
  std::vector<Hidden> hidden;
  for (const std::optional<Verdict> &verdict : *verdicts)
    hidden.push_back(!verdict                                          ? Hidden::Untried
                     : std::holds_alternative<Agree>(verdict->outcome) ? Hidden::Yes
                     : verdict->name() == failure.verdict.name()       ? Hidden::No
                                                                       : Hidden::Unclear);
  return hidden;
}

/// What of the case hides the failure. What hangs takes too long, and of what comes now and then
/// one check tells nothing.
Expected<void> Explanation::addChanges() {
  if (std::holds_alternative<Timeout>(failure.verdict.outcome) ||
      checksUntilGone(failure.verdict) > 1)
    return {};
  const Mismatch *mismatch = failure.verdict.difference();
  const std::vector<SetCase> changes =
      changesOf(failure.testCase, mismatch ? std::optional(mismatch->firstWrong) : std::nullopt);
  std::vector<const SetCase *> made;
  std::vector<TestCase> cases;
  for (const SetCase &change : changes)
    if (change.testCase) {
      made.push_back(&change);
      cases.push_back(*change.testCase);
    }
  auto hidden = areHidden(cases);
  if (!hidden)
    return hidden.error();
  std::vector<TestCase> others;
  std::vector<size_t> changed; // of each of them, the place among `made`
  for (size_t i = 0; mismatch && i < made.size(); ++i)
    if ((*hidden)[i] == Hidden::Yes)
      for (const TestCase &other : made[i]->withOtherInputs) {
        others.push_back(other);
        changed.push_back(i);
      }
  const auto hiddenThen = areHidden(others);
  if (!hiddenThen)
    return hiddenThen.error();
  for (size_t i = 0; i < others.size(); ++i) {
    Hidden &one = (*hidden)[changed[i]];
    if ((*hiddenThen)[i] == Hidden::No ||
        ((*hiddenThen)[i] == Hidden::Untried && one == Hidden::Yes))
      one = (*hiddenThen)[i];
  }
  size_t next = 0;
  for (const SetCase &change : changes) {
    const bool isSo = !change.testCase;
    const Hidden hides = isSo ? Hidden::No : (*hidden)[next++];
    if (hides == Hidden::Untried)
      ++cause.untriedChanges;
    else if (hides != Hidden::Unclear)
      cause.changes.push_back({change.what, hides == Hidden::Yes, isSo});
  }
  learnt();
  return {};
}

Expected<void> Explanation::addPassByCuts(const std::vector<Cut> &cuts) {
  auto cut = findGuiltyCut(failure, cuts, trials);
  if (!cut)
    return cut.error();
  if (cut->isPlain) {
    cause.noPass = whyPlain(*cut, cuts.front().target);
    addLowering(cuts.front().target);
    learnt();
    return {};
  }
  const size_t place = cut->before.size();
  if (cut->guilty.empty()) {
    cause.noPass = fmt::format("right and wrong in turns if the plainest passes go on, wrong after "
                               "each of {}: which of them is to blame is not known",
                               fmt::join(cut->othersWrongAfter, ", "));
    learnt();
    return {};
  }
  const auto tested = testsOf(*cut, cuts.size() - 1);
  if (!tested)
    return tested.error();
  const bool isLeftOut = cut->without == WithoutPass::Right && cut->guilty.size() == 1;
  const Evidence evidence = !cut->shownAfter.empty() ? Evidence::LeftOut
                            : isLeftOut              ? Evidence::CutAndLeftOut
                                                     : Evidence::Cut;
  for (const std::string &pass : cut->guilty)
    cause.passes.push_back({pass, evidence, *tested});
  if (evidence == Evidence::LeftOut)
    cause.alternatives.assign(cut->hiding.begin(), cut->hiding.end() - 1);
  if (!cut->phase.empty())
    cause.phase = {cut->phase, evidence == Evidence::LeftOut ? Evidence::LeftOut : Evidence::Cut};
  auto module = failure.inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  std::string before = *std::move(module);
  if (place > 0) {
    trials.show("running the passes before it");
    auto ran = failure.inspector.runPass(failure.target, joinPasses(cut->before), before);
    if (!ran)
      return ran.error();
    before = ran->made ? *std::move(ran->made) : "";
  }
  if (!before.empty())
    addBeforePass(std::move(before));
  learnt();
  return {};
}

/// What was seen where the plainest passes fail as well: that the others do not matter, as none of
/// the cuts is right.
std::string Explanation::whyPlain(const GuiltyCut &cut, const TargetName &plainest) const {
  std::string why = fmt::format("no better with the plainest passes from the start: {}",
                                comparedWith(failure.verdict, cut.attempts.front().verdict));
  const auto all = failure.inspector.passes(failure.target);
  const auto plain = failure.inspector.passes(plainest);
  if (all && plain && all->size() > plain->size())
    why += fmt::format(", with {} of the {} passes left out", all->size() - plain->size(),
                       all->size());
  if (cut.attempts.size() > 1) {
    const auto right = std::ranges::count_if(cut.attempts, [](const Attempt &attempt) {
      return std::holds_alternative<Agree>(attempt.verdict.outcome);
    });
    const auto same = std::ranges::count_if(cut.attempts, [&](const Attempt &attempt) {
      return sameFailure(failure.verdict, attempt.verdict);
    });
    why += fmt::format("; if they go on behind one of the others, {} of {} are right, and {} fail "
                       "as it does",
                       right, cut.attempts.size() - 1, same);
  }
  return why;
}

/// What was seen of the passes that are to blame, of so many: how it is right ahead of them, behind
/// them and without them.
Expected<std::string> Explanation::testsOf(const GuiltyCut &cut, size_t passes) {
  std::string again; // after which pass it goes wrong without the one that was found first
  if (cut.without == WithoutPass::Same) {
    auto found = wrongAgain(*cut.withoutPass);
    if (!found)
      return found.error();
    if (again = *std::move(found); !again.empty())
      again = ", after " + again;
  }
  if (!cut.shownAfter.empty()) {
    std::string tests =
        fmt::format("right without {} alone; where the plainest passes go on, it shows only after "
                    "{}, and without that it is still wrong{}",
                    cut.guilty.front(), cut.shownAfter, again);
    if (cut.hiding.size() > 1)
      tests += fmt::format("; right as well without {}",
                           fmt::join(std::span(cut.hiding).first(cut.hiding.size() - 1), ", "));
    return tests;
  }
  const size_t place = cut.before.size();
  std::string tests =
      place == 0 ? "right if the plainest passes begin"
                 : fmt::format("right if the plainest passes go on after pass {} of {}: {}", place,
                               passes, cut.before.back());
  if (cut.wrong && !sameFailure(failure.verdict, *cut.wrong))
    tests += fmt::format("; behind it {}", comparedWith(failure.verdict, *cut.wrong));
  if (cut.hasSeveralBorders)
    tests += "; wrong after each of these, and right again between them";
  else if (cut.guilty.size() > 1)
    tests += "; nothing can be said of what is between";
  if (cut.without == WithoutPass::Right)
    tests += fmt::format("; right without {} alone", cut.guilty.front());
  else if (cut.without == WithoutPass::Otherwise)
    tests += fmt::format("; {} cannot be left out{}", cut.guilty.front(),
                         cut.leftOut ? ": that is " + cut.leftOut->verdict.signature.text() : "");
  else if (cut.without == WithoutPass::Same)
    tests += fmt::format("; without {} alone it is still wrong{}", cut.guilty.front(), again);
  if (!cut.hiding.empty())
    tests += fmt::format("; right as well if only one of these is left out: {}",
                         fmt::join(cut.hiding, ", "));
  if (!cut.othersWrongAfter.empty())
    tests += fmt::format("; right again further behind, and wrong once more after {}",
                         fmt::join(cut.othersWrongAfter, ", "));
  return tests;
}

/// After which pass it is wrong on a target that leaves out the one after which it is first; empty
/// if that is not known.
Expected<std::string> Explanation::wrongAgain(const TargetName &without) {
  auto cut = leaveOutInHalves(without);
  if (!cut)
    return cut.error();
  return *cut ? fmt::format("{}", fmt::join((**cut).guilty, ", ")) : std::string();
}

/// Of the plainest passes, the one that lowers the op whose value is wrong first, where that is one
/// of ours: most others of them are upstream's.
void Explanation::addLowering(const TargetName &plainest) {
  const Mismatch *mismatch = failure.verdict.difference();
  const Program &program = failure.testCase.program();
  if (!mismatch || program.isArgument(mismatch->firstWrong))
    return;
  const Op &op = program.node(program.producer(mismatch->firstWrong)).op;
  const std::string lowered = fmt::format("\"assay.{}\"", name(kindOf(op)));
  const auto passes = failure.inspector.cuts(plainest);
  auto module = failure.inspector.module(plainest, failure.testCase);
  if (!passes || !module)
    return;
  for (size_t place = 1; place < passes->size() && module->find(lowered) != module->npos; ++place) {
    const std::string &pass = (*passes)[place].after;
    auto ran = failure.inspector.runPass(plainest, pass, *module);
    // LLVM's are none.
    if (!ran || !ran->made)
      return;
    if (ran->made->find(lowered) == std::string::npos) {
      cause.passes = {{pass, Evidence::LowersIt, std::exchange(cause.noPass, "")}};
      addBeforePass(*std::move(module));
      cause.change.reset(); // it is what the pass is there for
      return;
    }
    module = *std::move(ran->made);
  }
}

/// With the command that runs the pass on it, unless that hangs.
void Explanation::addBeforePass(std::string ir) {
  cause.beforePass = {std::move(ir), ""};
  if (cause.passes.size() > 1 || std::holds_alternative<Timeout>(failure.verdict.outcome))
    return;
  trials.show("running the pass alone");
  // LLVM's are none.
  auto ran =
      failure.inspector.runPass(failure.target, cause.passes.front().name, cause.beforePass->ir);
  if (!ran)
    return;
  cause.beforePass->command = std::move(ran->command);
  if (const auto *failed = ran->made.failure())
    cause.beforePass->says = failureVerdict(*failed).signature.text();
  else
    addMade(*std::move(ran->made));
}

/// What the pass makes of what it is run on.
void Explanation::addMade(std::string made) {
  if (IrChange change = irChange(cause.beforePass->ir, made); !change.isNothing())
    cause.change = std::move(change);
  cause.beforePass->made = std::move(made);
}

Expected<void> Explanation::addPassByNeed(const std::vector<std::string> &passes) {
  auto needed = neededPasses(failure, passes, trials);
  if (!needed)
    return needed.error();
  cause.allPasses = passes.size();
  for (const NeededPass &one : *needed) {
    cause.neededPasses.push_back({one.pass, one.without
                                                ? comparedWith(failure.verdict, *one.without)
                                                : "no longer lowered to LLVM"});
    if (one.hides())
      cause.hiddenBy.push_back({VariationKind::Pass, one.pass});
  }
  learnt();
  auto guilty = findGuiltyPass(failure, *needed, trials);
  if (!guilty)
    return guilty.error();
  if (!*guilty) {
    cause.noPass =
        "which of the passes that it needs is to blame is not known: without any of them nothing "
        "runs";
  } else {
    GuiltyPass &found = **guilty;
    cause.passes = {{found.pass, found.failure ? Evidence::ShownAlone : Evidence::LeftOut}};
    if (!found.failure)
      for (const NeededPass &one : *needed)
        if (one.hides() && one.pass != found.pass)
          cause.alternatives.push_back(one.pass);
    cause.beforePass = {std::move(found.ir), std::move(found.command)};
    if (found.failure)
      cause.beforePass->says = failureVerdict(*found.failure).signature.text();
    else
      addMade(*std::move(found.made));
  }
  learnt();
  return {};
}

Expected<void> Explanation::addFailingPass() {
  FailingPhase phase;
  if (failure.inspector.phases(failure.target)) {
    auto found = findFailingPhase(failure, trials);
    if (!found)
      return found.error();
    phase = *std::move(found);
    cause.phase = {phase.phase, Evidence::Replayed};
  }
  auto failing = findFailingPass(failure, phase, trials);
  if (!failing)
    return failing.error();
  if (!*failing) {
    cause.noPass = "the compiler names no pass that fails";
    return {};
  }
  FailingPass &found = **failing;
  cause.passes = {{found.pass, found.showsAlone ? Evidence::ShownAlone : Evidence::Named}};
  cause.beforePass = {std::move(found.alone.ir), std::move(found.alone.command), found.showsAlone};
  if (!found.showsAlone) {
    const auto *ended = found.alone.ended.failure();
    cause.beforePass->says = ended ? failureVerdict(*ended).signature.text() : "all is well";
  }
  if (found.fromPhase)
    cause.afterPhase = {std::move(found.fromPhase->ir), std::move(found.fromPhase->command)};
  learnt();
  return {};
}

/// Whether a wrong result with other inputs is the failure: at the same op, or already where that
/// has its operands from, which was right with inputs that showed but one side of it.
bool Explanation::failsAlike(const Verdict &verdict) const {
  const Mismatch *before = failure.verdict.difference(), *now = verdict.difference();
  return sameFailure(failure.verdict, verdict) ||
         (before && now && verdict.name() == failure.verdict.name() &&
          ancestors(failure.testCase.program(),
                    {before->firstWrong})[static_cast<size_t>(now->firstWrong)]);
}

/// The verdict on the case with those inputs there, if it is the failure; nothing as well if there
/// was no time for it.
Expected<std::optional<Verdict>> Explanation::failingWith(const TestCase &other,
                                                          const TargetName &target) {
  auto verdicts = trials.onCases(std::span(&other, 1), target, "other inputs");
  if (!verdicts)
    return verdicts.error();
  std::optional<Verdict> &verdict = verdicts->front();
  return verdict && failsAlike(*verdict) ? std::move(verdict) : std::nullopt;
}

/// Of a wrong result that comes each time, the case with unlike inputs with which it comes as well,
/// if that is soon found: what hides it must hide that too.
Expected<std::optional<TestCase>> Explanation::unlikeCase() {
  if (!failure.verdict.difference() || checksUntilGone(failure.verdict) > 1)
    return std::optional<TestCase>();
  for (TestCase &other : withUnlikeInputs(failure.testCase)) {
    if (other == failure.testCase)
      continue;
    const auto failing = failingWith(other, failure.target);
    if (!failing)
      return failing.error();
    if (*failing)
      return std::optional(std::move(other));
  }
  return std::optional<TestCase>();
}

Expected<void> Explanation::addVariations(const std::vector<Variation> &variations) {
  const bool hangs = std::holds_alternative<Timeout>(failure.verdict.outcome);
  const auto passes = std::ranges::count(variations, VariationKind::Pass, &Variation::kind);
  // Halves come first where one after the other may take longer than anybody waits.
  constexpr int few = 4;
  std::optional<GuiltyCut> cut;
  const auto halve = [&]() -> Expected<void> {
    auto found = leaveOutInHalves(failure.target);
    if (!found)
      return found.error();
    cut = *std::move(found);
    return {};
  };
  if (hangs || passes > few)
    ASSAY_TRY(halve());
  std::vector<Variation> order = variations;
  if (cut && !cut->guilty.empty()) {
    // The pass to blame, and what the target's user wrote, say more than all other passes.
    const auto rank = [&](const Variation &one) {
      return leavesOut(one, cut->guilty.front()) ? 0 : one.kind != VariationKind::Pass ? 1 : 2;
    };
    order.clear();
    for (const int wanted : {0, 1, 2})
      std::ranges::copy_if(variations, std::back_inserter(order),
                           [&](const Variation &one) { return rank(one) == wanted; });
  }
  const auto unlike = unlikeCase();
  if (!unlike)
    return unlike.error();
  FailsWithOtherInputs withOtherInputs;
  if (*unlike)
    withOtherInputs = [&](const TargetName &target) { return failingWith(**unlike, target); };
  auto tried = tryVariations(failure, order, trials, withOtherInputs);
  if (!tried)
    return tried.error();
  cause.variations = true;
  cause.tried = tried->attempts.size();
  cause.untried = tried->untried;
  cause.hiddenBy = tried->hiddenBy;
  cause.shownWith = tried->shownWith;
  for (const Attempt &attempt : tried->otherwise) {
    const std::span<const Variation> all = variations;
    const bool isOfPass = variationWithout(all, attempt.what) != all.end();
    cause.otherwise.push_back(
        {isOfPass ? leavingOut(attempt.what) : attempt.what, attempt.verdict.signature.text()});
  }
  const bool isHiddenByPass =
      std::ranges::find(cause.hiddenBy, VariationKind::Pass, &Hiding::kind) != cause.hiddenBy.end();
  if (!cut && !isHiddenByPass && tried->untried == 0)
    ASSAY_TRY(halve());
  const std::span<const Variation> looked = std::span(order).first(tried->attempts.size());
  if (cause.passes.empty())
    ASSAY_TRY(addLeftOut(variations, looked, cut));
  learnt();
  if (!cause.passes.empty() || failure.verdict.failsToCompile() || hangs)
    return {};
  std::optional<PartingPhase> parting;
  if (tried->apart) {
    auto found = findPartingPhase(failure, tried->apart->target, trials);
    if (!found)
      return found.error();
    parting = *std::move(found);
  }
  if (tried->takingOver) {
    auto phase = findGuiltyPhase(failure, *tried->takingOver, trials);
    if (!phase)
      return phase.error();
    // What is there as well where it is right only hides what is wrong later.
    if (!parting || std::ranges::find(parting->same, phase->wrong) == parting->same.end()) {
      addPhase(*phase);
      return {};
    }
  }
  if (parting)
    cause.phase = {parting->differs, Evidence::Differs,
                   fmt::format("{} has the same ops up to {}, and is right", tried->apart->what,
                               parting->same.back())};
  else if (const auto phases = failure.inspector.phases(failure.target); !phases)
    cause.noPhase = phases.error().message;
  else
    cause.noPhase = "no level or flag hides it that could take over between phases: which of them "
                    "is wrong is not known";
  learnt();
  return {};
}

/// The passes that the target runs are left out, and put back from the first on. Nothing if there
/// are none, or no time.
Expected<std::optional<GuiltyCut>> Explanation::leaveOutInHalves(const TargetName &target) {
  auto cuts = failure.inspector.cuts(target);
  if (!cuts || cuts->size() < 2 || trials.isOver())
    return std::optional<GuiltyCut>();
  std::vector<Cut> halves = *std::move(cuts);
  for (Cut &cut : halves)
    cut.without.reset(); // who asks has tried that, or does so
  auto cut = findGuiltyCut(failure, halves, trials);
  if (!cut)
    return cut.error();
  return std::optional(*std::move(cut));
}

/// The pass that hides it by being left out, the last of several: that may take for true what one
/// ahead of it makes wrong. Where none does, the one that makes it wrong first while those behind
/// it are left out: another makes it wrong as well.
Expected<void> Explanation::addLeftOut(std::span<const Variation> variations,
                                       std::span<const Variation> tried,
                                       const std::optional<GuiltyCut> &cut) {
  std::vector<std::string> hiding = passesOf(variations);
  const size_t passes = hiding.size();
  std::erase_if(hiding, [&](const std::string &pass) {
    return std::ranges::find(cause.hiddenBy, Hiding{VariationKind::Pass, pass}) ==
           cause.hiddenBy.end();
  });
  if (hiding.empty() && cut)
    return addCut(*cut, variations);
  if (hiding.empty()) {
    addUntriedPasses(tried, passes);
    return {};
  }
  // So does any pass of a compiler that does without the others where one is left out.
  constexpr size_t mostOfAll = 2;
  if (const size_t all = passesOf(tried).size();
      hiding.size() > mostOfAll && hiding.size() == all) {
    cause.noPass = fmt::format("right without any of its {} passes: which of them is to blame is "
                               "not known",
                               all);
    return {};
  }
  cause.noPass.clear();
  addLastOf(std::move(hiding), variations);
  return addElsewhere(variations);
}

/// That none of the passes which there was time to leave out hides it.
void Explanation::addUntriedPasses(std::span<const Variation> tried, size_t passes) {
  const size_t known = passesOf(tried).size();
  if (known < passes)
    cause.noPass = known == 0
                       ? fmt::format("there was no time to leave out any of its {} passes", passes)
                       : fmt::format("none of {} of its {} passes hides it by being left "
                                     "out; there was no time for the others",
                                     known, passes);
}

/// The last of these passes, without each of which it is right, with what it does to the IR. Where
/// leaving it out changes what one of the others makes ahead of it, it is right for want of that
/// one, and nothing is known of the last.
void Explanation::addLastOf(std::vector<std::string> hiding,
                            std::span<const Variation> variations) {
  std::vector<std::string> notes;
  std::string last;
  std::optional<PassIr> ir;
  for (bool isSettled = false; !isSettled;) {
    last = std::move(hiding.back());
    hiding.pop_back();
    ir = passIr(last);
    const std::string changed =
        ir && ir->isOtherAhead ? firstChangedWithout(last, variations) : std::string();
    isSettled = std::ranges::find(hiding, changed) == hiding.end();
    if (!isSettled)
      notes.push_back(
          fmt::format("leaving out {} hides it as well, but changes what there is after "
                      "{} already, which says nothing of {}",
                      last, changed, last));
    else if (!changed.empty())
      notes.push_back(
          fmt::format("leaving out {} changes what there is after {} already, which may "
                      "be what hides it",
                      last, changed));
  }
  cause.passes = {{std::move(last), Evidence::LeftOut, fmt::format("{}", fmt::join(notes, "; "))}};
  cause.alternatives = std::move(hiding);
  keepIr(std::move(ir));
}

/// The first pass ahead of this one, whose being left out changes what there is right ahead of it,
/// after which there is something else already; empty if that is not known.
std::string Explanation::firstChangedWithout(const std::string &pass,
                                             std::span<const Variation> variations) {
  const auto without = variationWithout(variations, pass);
  std::vector<std::string> ahead = passesOf({variations.begin(), without});
  if (ahead.empty())
    return "";
  trials.show(fmt::format("what leaving out {} changes", pass));
  const auto isChanged = [&](const std::string &one) {
    const auto with = failure.inspector.afterPass(failure.target, one, failure.testCase);
    const auto other = failure.inspector.afterPass(without->target, one, failure.testCase);
    return with && other && *with && *other && **with != **other;
  };
  return *std::ranges::partition_point(std::span(ahead).first(ahead.size() - 1),
                                       [&](const std::string &one) { return !isChanged(one); });
}

Expected<void> Explanation::addCut(const GuiltyCut &cut, std::span<const Variation> variations) {
  if (cut.isPlain) {
    const Verdict &without = cut.attempts.front().verdict;
    cause.noPass = fmt::format("no better with all passes left out: {}",
                               comparedWith(failure.verdict, without));
    if (!sameFailure(failure.verdict, without))
      return {};
    cause.noPass += ", so that what cannot be left out, or runs it, is to blame";
    const auto other = elsewhere();
    const auto border = other ? borderElsewhere(passesOf(variations)) : std::string();
    if (!border)
      return border.error();
    if (!border->empty())
      cause.noPass += fmt::format("; if {} goes on with the IR, it is {}", *other, *border);
    return {};
  }
  std::string note = cut.before.empty() ? "right if all passes are left out"
                                        : fmt::format("right if all passes behind {} are left out",
                                                      cut.before.back());
  const auto again = wrongAgainAfter(cut.guilty.front(), variations);
  if (!again)
    return again.error();
  if (*again)
    note += fmt::format("; without {} alone it is still wrong, {}", cut.guilty.front(),
                        (*again)->empty() ? "and after which other pass is not known"
                                          : "after " + **again);
  if (cut.guilty.size() > 1)
    note += "; nothing can be said of what is between";
  for (const std::string &pass : cut.guilty)
    cause.passes.push_back({pass, Evidence::Cut, note});
  cause.noPass.clear();
  if (cause.passes.size() == 1)
    keepIr(passIr(cause.passes.front().name));
  return {};
}

/// After which pass a case is wrong without the one that makes it wrong first, where it is known to
/// be wrong so; empty if that is not known, or there was no time for it.
Expected<std::optional<std::string>>
Explanation::wrongAgainAfter(const std::string &pass, std::span<const Variation> variations) {
  const auto without = variationWithout(variations, pass);
  const bool isStillWrong = std::ranges::find(cause.shownWith, Hiding{VariationKind::Pass, pass}) !=
                            cause.shownWith.end();
  if (!isStillWrong || without == variations.end())
    return std::optional<std::string>();
  auto again = wrongAgain(without->target);
  if (!again)
    return again.error();
  return std::optional(*std::move(again));
}

/// What there is before a pass and after it, as the compiler prints it. Not every compiler can
/// tell.
std::optional<PassIr> Explanation::passIr(const std::string &pass) {
  trials.show("what there is before the pass and after it");
  auto ir = failure.inspector.passIr(failure.target, pass, failure.testCase);
  return ir && *ir ? std::optional(**std::move(ir)) : std::nullopt;
}

/// Of the pass that is to blame.
void Explanation::keepIr(std::optional<PassIr> ir) {
  if (!ir)
    return;
  cause.beforePass = {std::move(ir->before), ""};
  if (const auto *failed = ir->after.failure())
    cause.beforePass->says = failureVerdict(*failed).signature.text();
  else
    addMade(*std::move(ir->after));
}

/// Whether the case is right if another compiler goes on with what there is after a pass. Nothing
/// if that tells nothing, or cannot be had.
Expected<std::optional<bool>> Explanation::isRightElsewhere(std::string ir,
                                                            const std::string &pass) {
  const auto other = failure.inspector.otherCompiler(failure.target);
  if (!other)
    return std::optional<bool>();
  TargetOptions options;
  options.module = std::move(ir);
  auto verdict = trials.onCase(failure.testCase, *other, options,
                               fmt::format("{} from what there is after {}", other->text(), pass));
  if (!verdict)
    return verdict.error();
  const bool isRight = std::holds_alternative<Agree>(verdict->outcome);
  return isRight || verdict->name() == failure.verdict.name() ? std::optional(isRight)
                                                              : std::nullopt;
}

/// The compiler that can go on with what the passes make of a wrong result's case; nothing if there
/// is none.
std::optional<std::string> Explanation::elsewhere() const {
  const auto other = failure.inspector.otherCompiler(failure.target);
  if (!other || !failure.verdict.difference() || checksUntilGone(failure.verdict) > 1)
    return std::nullopt;
  return other->text();
}

/// Whether what the pass makes of the IR is right: then it is not to blame.
Expected<void> Explanation::addElsewhere(std::span<const Variation> variations) {
  const auto other = elsewhere();
  if (!other || !cause.beforePass || !cause.beforePass->made)
    return {};
  Blamed &pass = cause.passes.front();
  const auto isRight = isRightElsewhere(*cause.beforePass->made, pass.name);
  if (!isRight)
    return isRight.error();
  if (!*isRight)
    return {};
  std::string note = fmt::format("what {} makes is {} if {} goes on with it{}", pass.name,
                                 **isRight ? "right" : "wrong as well", *other,
                                 **isRight ? ", so that what follows is to blame unless it is "
                                             "undefined"
                                           : "");
  if (**isRight) {
    pass.evidence = Evidence::RightBehindIt;
    cause.alternatives.clear();
    const std::vector<std::string> passes = passesOf(variations);
    const auto border =
        borderElsewhere(std::span(std::ranges::find(passes, pass.name) + 1, passes.end()));
    if (!border)
      return border.error();
    if (!border->empty())
      note += "; further behind it is " + *border;
  }
  pass.note += (pass.note.empty() ? "" : "; ") + note;
  return {};
}

/// Of these passes, ahead of which it is right elsewhere, the last after which that is still so,
/// and the first after which it is not: "right after reuse, and wrong after hoist". Empty if
/// nothing is known.
Expected<std::string> Explanation::borderElsewhere(std::span<const std::string> passes) {
  size_t right = 0, wrong = passes.size() + 1; // 0 is ahead of the first of them
  std::vector<size_t> open(passes.size());
  std::iota(open.begin(), open.end(), size_t(1));
  while (!open.empty() && !trials.isOver()) {
    const auto middle = open.begin() + static_cast<std::ptrdiff_t>((open.size() - 1) / 2);
    const size_t place = *middle;
    open.erase(middle);
    auto ir = failure.inspector.afterPass(failure.target, passes[place - 1], failure.testCase);
    if (!ir || !*ir)
      continue;
    const auto isRight = isRightElsewhere(**std::move(ir), passes[place - 1]);
    if (!isRight)
      return isRight.error();
    if (!*isRight)
      continue;
    (**isRight ? right : wrong) = place;
    std::erase_if(open, [&](size_t one) { return one < right || one > wrong; });
  }
  std::vector<std::string> border;
  if (right > 0)
    border.push_back("right after " + passes[right - 1]);
  if (wrong <= passes.size())
    border.push_back("wrong after " + passes[wrong - 1]);
  return fmt::format("{}", fmt::join(border, ", and "));
}

/// What was found out, or why it was not.
template <class T> std::string whyNot(const Answer<T> &answer) {
  return answer ? answer->failure()->detail : answer.error().message;
}

void Explanation::addPhase(const GuiltyPhase &phase) {
  cause.phase = {phase.wrong, Evidence::TakenOver, "right up to " + phase.right};
  if (const auto &pass = phase.divergingPass; !pass || !*pass)
    cause.noPhase = "the first pass that differs is not known: " + whyNot(pass);
  else if (**pass)
    cause.passes = {{***pass, Evidence::Differs}};
  else
    cause.noPhase = "no pass between them differs";
  // The failure itself may say which dispatch it is in.
  if (!cause.dispatch)
    addDifferingDispatch(phase.dispatches);
  learnt();
}

void Explanation::addDifferingDispatch(const Answer<TraceComparison> &dispatches) {
  if (!dispatches || !*dispatches)
    cause.noDispatch = whyNot(dispatches);
  else if (const TraceComparison &compared = **dispatches; compared.first)
    cause.dispatch = {
        compared.first->dispatch, Evidence::Differs,
        fmt::format(", in what it {}", compared.first->isInput ? "is given" : "makes")};
  else
    cause.noDispatch = fmt::format("none of the {} that both have; {} have no partner",
                                   compared.common, compared.unmatched);
}

/// That before the pass; else, if that does not show it, that after the phase before.
std::optional<FailingIr> Explanation::failingIr() {
  if (cause.passes.size() != 1 || !cause.beforePass ||
      std::holds_alternative<Timeout>(failure.verdict.outcome))
    return std::nullopt;
  if (cause.beforePass->shows && !cause.beforePass->command.empty())
    return FailingIr{*cause.beforePass, [&](const std::string &ir) -> Answer<std::monostate> {
                       auto ran =
                           failure.inspector.runPass(failure.target, cause.passes.front().name, ir);
                       if (!ran)
                         return ran.error();
                       return ending(std::move(ran->made));
                     }};
  const auto phases = failure.inspector.phases(failure.target);
  if (!cause.afterPhase || !cause.phase || !phases)
    return std::nullopt;
  const auto failing = std::ranges::find(phases->between, cause.phase->name);
  if (failing == phases->between.begin())
    return std::nullopt;
  return FailingIr{*cause.afterPhase,
                   [&, before = *(failing - 1)](const std::string &ir) -> Answer<std::monostate> {
                     auto gone = failure.inspector.compileFrom(failure.target, before, ir);
                     if (!gone)
                       return gone.error();
                     return std::move(gone->ended);
                   }};
}

Expected<void> Explanation::reduceIr() {
  const auto failing = failingIr();
  if (!failing)
    return {};
  auto &[whole, run] = *failing;
  const auto ended = run(whole.ir);
  if (!ended)
    return ended.error();
  const auto *failed = ended->failure();
  if (!failed)
    return {};
  const Verdict wanted = failureVerdict(*failed);
  int attempts = 0;
  const auto isWanted = [&, &run = run](const std::string &ir) -> std::optional<bool> {
    if (trials.isOver())
      return std::nullopt;
    trials.show(fmt::format("the IR that shows it, with less in it: attempt {}", ++attempts));
    const auto again = run(ir);
    if (!again)
      return std::nullopt;
    return again->failure() && sameFailure(wanted, failureVerdict(*again->failure()));
  };
  auto reduced = failure.inspector.reduced(failure.target, whole.ir, isWanted);
  const auto lines = [](const std::string &ir) {
    return static_cast<size_t>(std::ranges::count(ir, '\n'));
  };
  // Not every compiler can.
  if (!reduced || lines(*reduced) >= lines(whole.ir))
    return {};
  whole.reducedFrom = lines(whole.ir);
  whole.ir = *std::move(reduced);
  learnt();
  return {};
}

} // namespace

std::string comparedWith(const Verdict &wanted, const Verdict &made) {
  if (sameFailure(wanted, made))
    return "the same";
  return made.isFinding() ? made.signature.text() : std::string(made.name());
}

Expected<Cause> explain(const Failure &failure, CauseTrials &trials) {
  Explanation explanation(failure, trials);
  ASSAY_TRY(explanation.run());
  return std::move(explanation.cause);
}

Expected<Cause> withChanges(Cause cause, const Failure &failure, CauseTrials &trials) {
  Explanation explanation(failure, trials, std::move(cause));
  ASSAY_TRY(explanation.addChanges());
  return std::move(explanation.cause);
}

Expected<Cause> withReducedIr(Cause cause, const Failure &failure, CauseTrials &trials) {
  Explanation explanation(failure, trials, std::move(cause));
  ASSAY_TRY(explanation.reduceIr());
  return std::move(explanation.cause);
}

} // namespace assay
