#include "triage/explain/Explain.h"
#include "campaign/Causes.h"
#include "check/CauseJson.h"
#include "support/Assert.h"
#include "support/WriteFile.h"
#include "tools/assay/ExplainCase.h"
#include "tools/assay/KnownFlag.h"

#include <fmt/format.h>

namespace assay {
namespace {

namespace fs = std::filesystem;

struct Flags {
  std::string file, folder;
  std::string inject, json;
  std::optional<TargetName> target;
  double minutes = 0; // 0: no limit
  int tries = checksUntilRight;
  bool all = false;
};

/// Says what is known of a cause each time that it is more, and writes the IR that it speaks of.
class CausePrinter {
public:
  /// `own` is the target that the case names.
  CausePrinter(const Flags &flags, const std::optional<TargetName> &own, CaseTrials &trials)
      : trials(trials) {
    caseFile = flags.file;
    if (!flags.folder.empty())
      caseFile = flags.folder / caseFile.filename();
    caseFile = caseFileOn(caseFile, *flags.target, own);
  }

  void print(const Cause &cause) {
    Cause kept = cause;
    note(keepIr(kept, caseFile));
    const std::string text = causeText(cause, caseFile);
    ASSAY_ASSERT(text.starts_with(printed), "what is known of a cause only grows");
    trials.say("{}", text.substr(printed.size()));
    printed = text;
  }

  /// Where `assay bug add` looks for it.
  void keep(Cause cause, const TargetName &target) {
    note(keepIr(cause, caseFile));
    note(keepCause({target, std::move(cause)}, caseFile));
    trials.say("\nkept in {}\n", causeFile(caseFile).string());
  }

  std::optional<Error> failure; // to write

private:
  void note(const Expected<void> &written) {
    if (!written && !failure)
      failure = written.error();
  }

  CaseTrials &trials;
  fs::path caseFile;
  std::string printed;
};

/// What may come now and then is to be asked for more often.
Error withAdvice(const Error &isRight, const Flags &flags, const CaseTrials &trials) {
  const std::string advice =
      trials.isOver() ? "there was no time for more: give it more --minutes"
                      : fmt::format("if it fails more rarely, ask more often with --tries {}",
                                    10 * flags.tries);
  return Error{fmt::format("{}; {}", isRight.message, advice)};
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
  if (!flags.folder.empty())
    if (auto writable = makeWritable(flags.folder); !writable)
      return complain(writable.error());
  CaseTrials trials(context, file->testCase);
  if (flags.json == "-")
    trials.out = stderr;
  CausePrinter printer(flags, file->target, trials);
  trials.onLearnt = [&](const Cause &cause) { printer.print(cause); };
  if (flags.minutes > 0)
    trials.seconds = 60 * flags.minutes;
  if (flags.all)
    trials.onTried = [&](const Attempt &attempt) {
      trials.say("  {:58}  {}\n", attempt.what, comparedWith(*trials.wanted, attempt.verdict));
    };
  bool isRight = false;
  const auto sayFirst = [&](const TargetName &target, const Verdict &verdict) {
    isRight = std::holds_alternative<Agree>(verdict.outcome);
    trials.say("{}\n  {}\n", target.text(), verdict.signature.text());
  };
  const FailingCase failing{file->testCase, *flags.target, flags.inject, {}, flags.tries};
  const auto cause = explainCase(context.services, failing, trials, sayFirst);
  if (!cause)
    return complain(isRight ? withAdvice(cause.error(), flags, trials) : cause.error());
  printer.keep(*cause, *flags.target);
  if (printer.failure)
    return complain(*printer.failure);
  trials.say("{}\n", trials.cost());
  if (!flags.json.empty())
    if (auto written = writeOutput(flags.json, toJson(*cause).dump(2) + "\n"); !written)
      return complain(written.error());
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
  parser.add(
      "-o,--output", "FOLDER", &flags->folder,
      "Where to write the IR before the pass that fails, as CASE.pass.mlir, and what the pass "
      "makes of it, as CASE.after.mlir, and the cause, as CASE.cause.json, with the target behind "
      "CASE if that is not the case's; default: beside the case");
  parser
      .add("--minutes", "M", &flags->minutes,
           "Time for levels, backends, flags, changes of the case and the pattern; default: until "
           "all "
           "were tried")
      .check(minutesNumber());
  parser
      .add("--tries", "N", &flags->tries,
           "Checks after which a case is said not to fail, if it is right in all of them; default: "
           "9")
      .check(positiveNumber());
  parser.add("--json", "FILE", &flags->json,
             "Write the cause as JSON, or - for standard output: docs/fuzz-json.md");
  parser.add("--all", &flags->all, "Print what came of everything that was tried");
  addKnownFlag(parser);
  return [flags](const Context &context) { return runExplain(*flags, context); };
}

} // namespace assay
