#include "check/Cause.h"
#include "check/FailureVerdict.h"
#include "support/ShellText.h"
#include "support/WriteFile.h"
#include "tools/assay/CaseTrials.h"
#include "triage/explain/FailingPass.h"
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
  if (sameCause(wanted, made))
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
  /// Of a list of passes.
  Expected<void> ofPasses(const std::vector<std::string> &passes);

private:
  Expected<void> print(const FailingPass &failing);
  void print(const TriedVariations &tried);
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

int runExplain(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (!flags.target)
    flags.target = file->target;
  if (!flags.target)
    return complain({"the case names no target: give --target"});
  const TargetName &target = *flags.target;
  const auto inspector = context.services.inspectorOf(target);
  const auto passes = inspector->passes(target);
  const auto variations = inspector->variations(target);
  if (!passes && !variations)
    return complain(
        {fmt::format("{}; explain takes a release of IREE, a manifest's compiler, or a target "
                     "whose passes are known, as mlir@22:random=SEED or cpu:pipeline=TEXT",
                     variations.error().message)});
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
  Explanation explanation(flags, failure, trials);
  auto told = passes ? explanation.ofPasses(*passes) : explanation.ofVariations(*variations);
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
      "A released IREE, a manifest's compiler or a pipeline on which the case fails; default: "
      "the target it was found on");
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
