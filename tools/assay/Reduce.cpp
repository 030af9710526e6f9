#include "campaign/CaseReduction.h"
#include "campaign/store/Paths.h"
#include "campaign/workers/FreshCheck.h"
#include "program/Json.h"
#include "reducer/Size.h"
#include "support/DurationText.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/StatusLine.h"
#include "tools/assay/WatchFlags.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string file;
  std::optional<TargetName> target;
  std::string inject;
  std::string output;
  std::string json;
  double minutes = 1;
  int jobs = defaultJobs();
  WatchFlags watch;
};

size_t ops(const TestCase &testCase) { return testCase.program().nodes().size(); }

/// On which the reduced case fails.
const TargetName &targetOf(const Flags &flags, const ReducedCase &reduced) {
  return reduced.target ? *reduced.target : *flags.target;
}

nlohmann::ordered_json toJson(const Flags &flags, const TestCase &start, const ReducedCase &reduced,
                              double seconds) {
  return {{"case", flags.file},
          {"lit", flags.output},
          {"target", targetOf(flags, reduced).text()},
          {"signature", reduced.verdict.signature.text()},
          {"verdict", reduced.verdict.name()},
          {"opsBefore", ops(start)},
          {"ops", ops(reduced.testCase)},
          {"largestExtent", largestExtent(reduced.testCase)},
          {"checks", reduced.checks},
          {"finished", reduced.finished},
          {"seconds", seconds}};
}

/// The lit case, or the JSON of the case if the output is called so or there is no lit form.
Expected<void> writeResult(const Flags &flags, const Context &context, const ReducedCase &reduced) {
  if (flags.output.ends_with(".json"))
    return writeOutput(flags.output, writeJson(reduced.testCase));
  auto lit = context.services.writeLit(reduced.testCase, reduced.verdict, targetOf(flags, reduced),
                                       flags.inject);
  if (!lit)
    return lit.error();
  return writeOutput(flags.output, *lit);
}

int reduceFound(const Flags &flags, const Context &context, Pool &pool, const TestCase &testCase,
                const Verdict &wanted) {
  CaseReductionOptions options;
  options.seconds = flags.minutes * 60;
  options.reducesTarget = true;
  StatusLine status(stderr);
  size_t left = ops(testCase), checks = 0;
  options.onSmaller = [&](const TestCase &smaller, size_t) { left = ops(smaller); };
  options.onCheck = [&](const CheckReply &) {
    status.show(fmt::format("{}: {} checks, {} op{} left", durationText(status.seconds()), ++checks,
                            left, left == 1 ? "" : "s"));
  };
  auto reduced = reduceOnWorkers(pool, context.services, testCase, wanted, options);
  status.clear();
  if (!reduced)
    return complain(reduced.error());
  if (!*reduced) {
    say("{}: {} did not come back while reducing: nothing was written\n", flags.file,
        wanted.signature.text());
    return NothingConcluded;
  }
  const double seconds = status.seconds();
  if (auto written = writeResult(flags, context, **reduced); !written)
    return complain(written.error());
  if (!flags.json.empty()) {
    auto json = toJson(flags, testCase, **reduced, seconds);
    if (auto written = writeOutput(flags.json, json.dump(2) + "\n"); !written)
      return complain(written.error());
  }
  // Where the case itself goes to stdout, words about it do not.
  say(flags.output == "-" ? stderr : stdout, "{}: {} to {} ops, {} checks, {:.1f} s{}\n{}  {}\n",
      (*reduced)->verdict.signature.text(), ops(testCase), ops((*reduced)->testCase),
      (*reduced)->checks, seconds,
      (*reduced)->finished ? "" : " (out of time: give more --minutes)",
      (*reduced)->target ? fmt::format("  on {}\n", (*reduced)->target->text()) : "", flags.output);
  return SomethingFound;
}

int runReduce(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (flags.output.empty())
    flags.output = std::filesystem::path(flags.file).replace_extension(".reduced.mlir").string();
  if (flags.inject.empty())
    flags.inject = file->inject;
  auto watched = flags.watch.watched();
  if (!watched)
    return complain(watched.error());
  Pool pool(onePool(context, {*flags.target},
                    {.inject = flags.inject, .watch = watched->value_or(file->watch)}, flags.jobs));
  if (auto started = pool.start(); !started)
    return complain(started.error());
  auto verdict = checkSaidToFail(pool, file->testCase, 0);
  if (!verdict)
    return complain(verdict.error());
  const std::vector<CheckedCase> checked{{flags.file, *flags.target, **verdict, ""}};
  if (!(**verdict).isFinding()) {
    print(checked[0]);
    say("Nothing to reduce.\n");
    return exitCodeOf(checked);
  }
  return reduceFound(flags, context, pool, file->testCase, **verdict);
}

} // namespace

Action declareReduce(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("CASE", &flags->file, "A case file: .json, .txt or .mlir").required();
  parser.add("--target", &flags->target, "The target on which it fails; see `assay targets`")
      .required();
  parser.add("-o,--output", "FILE", &flags->output,
             "Lit case (.mlir) or case (.json) to write, or -; default: CASE.reduced.mlir");
  parser.add("--minutes", "M", &flags->minutes, "Time limit").check(minutesNumber()).showDefault();
  addWorkerFlags(parser, flags->jobs);
  parser.add("--inject", "FAULT", &flags->inject, "Build this fault into the target");
  addWatchFlag(parser, flags->watch,
               "Reduce a missed optimisation: another spelling is better in one of these");
  parser.add("--json", "FILE", &flags->json, "Write numbers about the reduction, or -");
  return [flags](const Context &context) { return runReduce(*flags, context); };
}

} // namespace assay
