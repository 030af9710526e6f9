#include "check/SameFailure.h"
#include "check/FailureVerdict.h"
#include "check/MismatchSignature.h"
#include "check/Returning.h"
#include "check/WrongPlaces.h"
#include "support/ShellText.h"
#include "support/WriteFile.h"
#include "target/PassPipeline.h"
#include "tools/assay/CaseTrials.h"
#include "triage/explain/FailingPass.h"
#include "triage/explain/GuiltyCut.h"
#include "triage/explain/GuiltyPass.h"
#include "triage/explain/GuiltyPhase.h"
#include "triage/explain/Variations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

namespace fs = std::filesystem;

struct Flags {
  std::string file, folder;
  std::string inject;
  std::optional<TargetName> target;
  double minutes = 0; // 0: no limit
  bool all = false;
};

/// CASE.pass.mlir, or another ending, in the folder that was asked for.
fs::path irFile(const Flags &flags, const char *ending) {
  fs::path file = flags.file;
  file.replace_extension(ending);
  return flags.folder.empty() ? file : flags.folder / file.filename();
}

/// The command with that file as FILE.
std::string commandOn(const fs::path &file, std::string command) {
  constexpr std::string_view word = "FILE";
  return command.replace(command.find(word), word.size(), shellWord(file.string()));
}

/// "the same" if `made` is what was `wanted`, else its signature or its name.
std::string comparedWith(const Verdict &wanted, const Verdict &made) {
  if (sameFailure(wanted, made))
    return "the same";
  return made.isFinding() ? made.signature.text() : std::string(made.name());
}

std::string text(const Outcome<std::monostate> &ended) {
  const auto *failure = ended.failure();
  return failure ? failureVerdict(*failure).signature.text() : "all is well";
}

std::string text(const std::optional<std::string> &pass) { return pass.value_or("none"); }

std::string text(const TraceComparison &compared) {
  if (compared.first)
    return fmt::format("{}, in what it {}", compared.first->dispatch,
                       compared.first->isInput ? "is given" : "makes");
  return fmt::format("none of the {} that both have; {} have no partner", compared.common,
                     compared.unmatched);
}

/// What was found out, or why it was not.
template <class T> std::string text(const Answer<T> &answer) {
  if (!answer)
    return answer.error().message;
  const auto *failure = answer->failure();
  return failure ? failure->detail : text(**answer);
}

/// Prints what is found out about a failure, one thing after the other.
class Explanation {
public:
  Explanation(const Flags &flags, const Failure &failure, CaseTrials &trials)
      : flags(flags), failure(failure), trials(trials) {}

  /// Of a compiler with flags and phases.
  Expected<void> ofVariations(const std::vector<Variation> &variations);
  /// Of passes, behind each of which the plainest can finish.
  Expected<void> ofCuts(const std::vector<Cut> &cuts);
  /// Of a list of passes.
  Expected<void> ofPasses(const std::vector<std::string> &passes);

private:
  Expected<void> print(const FailingPass &failing);
  void print(const TriedVariations &tried);
  Expected<void> print(const GuiltyCut &cut, size_t passes);
  void print(const GuiltyPhase &phase);
  void print(const std::vector<NeededPass> &needed, size_t passes);
  Expected<void> print(const std::optional<GuiltyPass> &guilty);

  const Flags &flags;
  const Failure &failure;
  CaseTrials &trials;
};

Expected<void> Explanation::ofVariations(const std::vector<Variation> &variations) {
  const Verdict &verdict = failure.verdict;
  if (verdict.failsToCompile()) {
    auto failing = findFailingPass(failure, trials);
    if (!failing)
      return failing.error();
    if (!*failing)
      trials.say("\nthe compiler names no pass that fails\n\n");
    else if (auto printed = print(**failing); !printed)
      return printed;
  }
  auto tried = tryVariations(failure, variations, trials);
  if (!tried)
    return tried.error();
  print(*tried);
  if (!verdict.difference())
    return {};
  if (!tried->takingOver) {
    trials.say("no level or flag hides it that could take over between phases: which of them is "
               "wrong is not known\n");
    return {};
  }
  auto phase = findGuiltyPhase(failure, *tried->takingOver, trials);
  if (!phase)
    return phase.error();
  print(*phase);
  return {};
}

Expected<void> Explanation::print(const FailingPass &failing) {
  const fs::path before = irFile(flags, ".pass.mlir");
  ASSAY_TRY(writeFile(before, failing.alone.ir));
  trials.say("\nfails in {}\n  the IR before it: {}\n", failing.pass, before.string());
  const std::string alone = commandOn(before, failing.alone.command);
  if (failing.showsAlone) {
    trials.say("  shows it alone: {}\n\n", alone);
    return {};
  }
  trials.say("  does not show it alone: {}\n    says {}\n", alone, text(failing.alone.ended));
  if (!failing.fromPhase) {
    trials.say("  nor does iree-compile from a phase on\n\n");
    return {};
  }
  const fs::path passed = irFile(flags, ".phase.mlir");
  ASSAY_TRY(writeFile(passed, failing.fromPhase->ir));
  trials.say("  shows it from the phase before: {}\n\n",
             commandOn(passed, failing.fromPhase->command));
  return {};
}

void Explanation::print(const TriedVariations &tried) {
  trials.say("\nhidden by: {}\n", tried.hiddenBy.empty()
                                      ? "nothing"
                                      : fmt::format("{}", fmt::join(tried.hiddenBy, ", ")));
  if (tried.untried > 0)
    trials.say("not tried, since the time was over: {} of {} variations\n", tried.untried,
               tried.untried + tried.attempts.size());
  if (tried.otherwise.empty())
    return;
  trials.say("fails otherwise with:\n");
  for (const Attempt &attempt : tried.otherwise)
    trials.say("  {}: {}\n", attempt.what, attempt.verdict.signature.text());
}

void Explanation::print(const GuiltyPhase &phase) {
  trials.say("\nright up to {}, wrong from {} on\n", phase.right, phase.wrong);
  trials.say("first pass between them that differs: {}\n", text(phase.divergingPass));
  trials.say("first dispatch that differs when they run with traces: {}\n", text(phase.dispatches));
}

Expected<void> Explanation::ofCuts(const std::vector<Cut> &cuts) {
  auto cut = findGuiltyCut(failure, cuts, trials);
  if (!cut)
    return cut.error();
  return print(*cut, cuts.size() - 1);
}

Expected<void> Explanation::print(const GuiltyCut &cut, size_t passes) {
  if (cut.isPlain) {
    trials.say("\nno better with the plainest passes from the start: {}\n",
               comparedWith(failure.verdict, cut.attempts.front().verdict));
    return {};
  }
  const size_t place = cut.before.size();
  if (place == 0)
    trials.say("\nright if the plainest passes begin\n");
  else
    trials.say("\nright if the plainest passes go on after pass {} of {}: {}\n", place, passes,
               cut.before.back());
  trials.say("wrong after {}\n", fmt::join(cut.guilty, ", "));
  if (cut.guilty.size() > 1)
    trials.say("  nothing can be said of what is between\n");
  auto module = failure.inspector.module(failure.target, failure.testCase);
  if (!module)
    return module.error();
  if (place > 0) {
    trials.show("running the passes before it");
    auto ran = failure.inspector.runPass(failure.target, joinPasses(cut.before), *module);
    if (!ran)
      return ran.error();
    if (!ran->made)
      return {};
    module = *std::move(ran->made);
  }
  const fs::path before = irFile(flags, ".pass.mlir");
  ASSAY_TRY(writeFile(before, *module));
  trials.say("  the IR before it: {}\n", before.string());
  return {};
}

Expected<void> Explanation::ofPasses(const std::vector<std::string> &passes) {
  auto needed = neededPasses(failure, passes, trials);
  if (!needed)
    return needed.error();
  print(*needed, passes.size());
  auto guilty = findGuiltyPass(failure, *needed, trials);
  if (!guilty)
    return guilty.error();
  return print(*guilty);
}

void Explanation::print(const std::vector<NeededPass> &needed, size_t passes) {
  trials.say("\nneeds {} of {} passes:\n", needed.size(), passes);
  size_t width = 0;
  for (const NeededPass &one : needed)
    width = std::max(width, one.pass.size());
  for (const NeededPass &one : needed)
    trials.say("  {:{}}  without it: {}\n", one.pass, std::min<size_t>(width, 58),
               one.without ? comparedWith(failure.verdict, *one.without)
                           : "no longer lowered to LLVM");
}

Expected<void> Explanation::print(const std::optional<GuiltyPass> &guilty) {
  if (!guilty) {
    trials.say("\nwhich of them is to blame is not known: without any of them nothing runs\n");
    return {};
  }
  const fs::path before = irFile(flags, ".pass.mlir");
  ASSAY_TRY(writeFile(before, guilty->ir));
  trials.say("\n{} {}\n  the IR before it: {}\n  that pass alone: {}\n",
             guilty->failure ? "fails in" : "goes wrong with", guilty->pass, before.string(),
             commandOn(before, guilty->command));
  if (guilty->failure)
    trials.say("  says {}\n", failureVerdict(*guilty->failure).signature.text());
  return {};
}

/// Of a wrong result: the op that is wrong first, and where its result is.
Expected<void> printOrigin(const Flags &flags, const Failure &failure, CaseTrials &trials,
                           const Context &context) {
  const Mismatch *mismatch = failure.verdict.difference();
  if (!mismatch)
    return {};
  const Program &program = failure.testCase.program();
  trials.say("\nwrong first: %{}, {}\n", mismatch->firstWrong,
             valueLabel(program, mismatch->firstWrong));
  const Run &run = failure.testCase.runs()[mismatch->run];
  Difference difference = mismatch->difference;
  if (difference.value != mismatch->firstWrong) {
    trials.show("looking at that value alone");
    auto alone = verdictOn(context, failure.target, flags.file,
                           returning(failure.testCase, mismatch->firstWrong, run));
    if (!alone)
      return alone.error();
    if (const Mismatch *same = alone->difference())
      difference = same->difference;
  }
  trials.say("  in run {}, %{} of [{}]: {}\n", mismatch->run, difference.value,
             fmt::join(difference.shape, ", "), describePlaces(difference));
  const std::string map = text(heatMap(difference));
  for (size_t begin = 0; begin < map.size();) {
    const size_t end = map.find('\n', begin);
    trials.say("    {}\n", map.substr(begin, end - begin));
    begin = end + 1;
  }
  return {};
}

/// Of a target with dispatches, which of them is wrong first.
Expected<void> printDispatch(const Flags &flags, const Failure &failure, CaseTrials &trials,
                             const Context &context) {
  TargetOptions options;
  options.inject = flags.inject;
  options.tracesDispatches = true;
  trials.show("looking at what dispatches make");
  auto traced = verdictOn(context, *flags.target, flags.file, failure.testCase, {}, options);
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
  trials.say("  first dispatch that is wrong: {}, which makes %{}; before it {} results are right, "
             "and {} are not known to be values of the program\n",
             wrong->dispatch, *wrong->value, before(true), before(false));
  return {};
}

/// What can be told of the failure, in the way that says most of its target.
Expected<void> explain(const Flags &flags, const Failure &failure, CaseTrials &trials) {
  Explanation explanation(flags, failure, trials);
  const Inspector &inspector = failure.inspector;
  if (auto cuts = inspector.cuts(failure.target))
    return explanation.ofCuts(*cuts);
  if (auto passes = inspector.passes(failure.target))
    return explanation.ofPasses(*passes);
  auto variations = inspector.variations(failure.target);
  if (!variations)
    return Error{fmt::format("{}; explain takes a release of IREE, a manifest's compiler, cpu:O0 "
                             "to O3, hip:O0 to O3, or a target whose passes are known, as "
                             "mlir@22:random=SEED or cpu:pipeline=TEXT",
                             variations.error().message)};
  return explanation.ofVariations(*variations);
}

int runExplain(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (!flags.target)
    flags.target = file->target;
  if (!flags.target)
    return complain({"the case names no target: give --target"});
  if (flags.inject.empty())
    flags.inject = file->inject;
  const auto inspector = context.services.inspectorOf(*flags.target);
  TargetName target = *flags.target;
  if (!flags.inject.empty()) {
    auto injected = inspector->withBug(target, flags.inject);
    if (!injected)
      return complain(injected.error());
    target = std::move(*injected);
  }
  CaseTrials trials(context, flags.file, file->testCase);
  auto verdict = trials.on(target, fmt::format("as it was found: {}", target.text()));
  if (!verdict)
    return complain(verdict.error());
  trials.say("{}\n  {}\n", target.text(), verdict->signature.text());
  if (!verdict->isFinding())
    return complain({fmt::format("the case does not fail on {}", target.text())});
  const Failure failure{*inspector, target, file->testCase, std::move(*verdict)};
  if (flags.minutes > 0)
    trials.seconds = 60 * flags.minutes;
  if (flags.all)
    trials.onTried = [&](const Attempt &attempt) {
      trials.say("  {:58}  {}\n", attempt.what, comparedWith(failure.verdict, attempt.verdict));
    };
  auto told = printOrigin(flags, failure, trials, context);
  if (told && failure.verdict.difference())
    told = printDispatch(flags, failure, trials, context);
  if (told)
    told = explain(flags, failure, trials);
  if (!told)
    return complain(told.error());
  trials.say("\n{}\n", trials.cost());
  return AllAgree;
}

} // namespace

Action declareExplain(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("CASE", &flags->file, "Case file: .json, .txt or .mlir").required();
  parser.add(
      "--target", &flags->target,
      "A released IREE, a manifest's compiler, a level of cpu or hip, or a pipeline on which the "
      "case fails; default: the target it was found on");
  parser.add("--inject", "FAULT", &flags->inject,
             "Build this fault into the target; default: that of the lit case");
  parser.add("-o,--output", "FOLDER", &flags->folder,
             "Where to write the IR before the pass that fails, as CASE.pass.mlir; default: "
             "beside the case");
  parser
      .add("--minutes", "M", &flags->minutes,
           "Time for levels, backends and flags; default: until all were tried")
      .check(minutesNumber());
  parser.add("--all", &flags->all, "Print what came of everything that was tried");
  return [flags](const Context &context) { return runExplain(*flags, context); };
}

} // namespace assay
