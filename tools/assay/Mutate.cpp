#include "campaign/mutation/BugSearch.h"
#include "campaign/mutation/MutantScoring.h"
#include "compiler/mutants/MutatorSeries.h"
#include "program/Text.h"
#include "support/NameOf.h"
#include "support/Version.h"
#include "support/WriteFile.h"
#include "tools/assay/Cli.h"
#include "tools/assay/ProgramFlags.h"
#include "tools/assay/Say.h"
#include "tools/assay/StatusDisplay.h"
#include "tools/assay/StatusLine.h"

#include <fmt/format.h>

namespace assay {
namespace {

constexpr double defaultMinutes = 1;
/// Of each campaign that looks for deliberate bugs.
constexpr int64_t defaultPrograms = 1000;
constexpr int64_t defaultProbes = 32;

struct Flags {
  std::optional<TargetName> target;
  ProgramFlags programs;
  std::string profile; // or the name of the plan, which has that text
  std::string plan;
  std::optional<uint64_t> seed;
  std::optional<double> minutes;
  std::optional<int64_t> count;
  int64_t first = 0;
  int jobs = defaultJobs();
  int64_t mutants = 4;
  std::optional<int64_t> probes;
  int64_t equalSample = 100, equalProbes = 1000;
  bool rules = false, faults = false;
  std::vector<std::string> rule, fault; // names
  int64_t campaigns = 3;
  std::string series = std::string(mutatorSeries);
  std::string json, csv, folder;

  FILE *out() const { return json == "-" || csv == "-" ? stderr : stdout; }
};

class Watcher : public MutationObserver {
public:
  void onProgress(const std::string &text) override {
    line.show(fmt::format("{:.0f} s  {}", seconds(), text));
  }
  bool stopRequested() override { return StatusDisplay::interruptRequested(); }

private:
  StatusLine line{stderr};
};

bool shouldHaveBeenSeen(const MutantResult &result) {
  return result.outcome == MutantOutcome::Missed || result.outcome == MutantOutcome::Weak;
}

/// The file of a pair that is kept.
std::filesystem::path caseFile(const Flags &flags, uint64_t seed, int64_t program,
                               const std::string &number, MutantOutcome outcome) {
  return std::filesystem::path(flags.folder) /
         fmt::format("{}-{}-{}-{}.txt", nameOf(outcome), seed, program, number);
}

/// Of what the check should have seen, the program as a case with what changed it on top.
Expected<void> writeCase(const Flags &flags, const Context &context, uint64_t seed, int64_t program,
                         const std::string &number, const std::string &change,
                         const MutantResult &result) {
  auto testCase = context.services.generate(seed, static_cast<uint64_t>(program), flags.profile);
  if (!testCase)
    return testCase.error();
  return writeFile(caseFile(flags, seed, program, number, result.outcome),
                   fmt::format("# {} on {}: {}\n# {}\n{}", nameOf(result.outcome),
                               flags.target->text(), change, result.detail, writeText(*testCase)));
}

Expected<void> writeCases(const Flags &flags, const Context &context,
                          const MutationReport &report) {
  for (const MutantRecord &record : report.records)
    if (shouldHaveBeenSeen(record.result))
      ASSAY_TRY(writeCase(flags, context, report.seed, record.program,
                          fmt::format("{}", record.number),
                          record.result.change ? record.result.change->text() : "", record.result));
  return {};
}

Expected<void> writeCases(const Flags &flags, const Context &context, const BugReport &report) {
  for (const BugTrial &record : report.records)
    if (shouldHaveBeenSeen(record.result))
      ASSAY_TRY(writeCase(flags, context, report.seeds[record.campaign],
                          flags.first + record.program, report.bugs[record.bug],
                          report.bugs[record.bug], record.result));
  for (size_t bug = 0; bug < report.reductions.size(); ++bug)
    if (const auto &reduction = report.reductions[bug])
      ASSAY_TRY(writeFile(std::filesystem::path(flags.folder) / (report.bugs[bug] + ".txt"),
                          reduction->smallest));
  return {};
}

/// Tells the report where what is kept is going to lie.
void nameCases(const Flags &flags, MutationReport &report) {
  if (flags.folder.empty())
    return;
  namespace fs = std::filesystem;
  std::error_code failure;
  const fs::path from = flags.json.empty() || flags.json == "-"
                            ? fs::current_path(failure)
                            : fs::absolute(flags.json, failure).parent_path();
  for (const MutantRecord &record : report.records)
    if (shouldHaveBeenSeen(record.result)) {
      const fs::path file = caseFile(flags, report.seed, record.program,
                                     fmt::format("{}", record.number), record.result.outcome);
      report.cases[{record.program, record.number}] =
          fs::absolute(file, failure).lexically_normal().lexically_relative(from).string();
    }
}

template <class Report>
Expected<void> writeAll(const Flags &flags, const Context &context, const Report &report) {
  if (!flags.json.empty())
    ASSAY_TRY(writeOutput(
        flags.json,
        toJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"));
  if (!flags.csv.empty())
    ASSAY_TRY(writeOutput(flags.csv, csv(report)));
  if (!flags.folder.empty())
    ASSAY_TRY(writeCases(flags, context, report));
  return {};
}

/// Whether there are such a series, profile, target and folder; a target has mutants if one can be
/// made here.
Expected<void> tryOut(const Flags &flags, const Context &context) {
  if (flags.series != mutatorSeries)
    return Error{fmt::format("there is no series '{}'; this program has series {}", flags.series,
                             mutatorSeries)};
  ASSAY_TRY(context.services.generate(*flags.seed, 0, flags.profile));
  TargetOptions options;
  options.mutant.emplace();
  ASSAY_TRY(context.services.makeTarget(*flags.target, options));
  if (!flags.folder.empty())
    ASSAY_TRY(makeWritable(flags.folder));
  return {};
}

/// The exit code, which is `code` unless something cannot be written.
template <class Report>
int finish(const Flags &flags, const Context &context, const Report &report, int code) {
  if (auto written = writeAll(flags, context, report); !written)
    return complain(written.error());
  say(flags.out(), "{}", text(report));
  return code;
}

int runBugs(const Flags &flags, const Context &context) {
  const bool isOfRules = flags.rules;
  auto bugs = context.services.bugs(isOfRules ? BugKind::Rule : BugKind::Fault, *flags.target,
                                    isOfRules ? flags.rule : flags.fault);
  if (!bugs)
    return complain(bugs.error());
  // A fault that the target cannot have.
  for (const std::string &bug : *bugs)
    if (auto made = context.services.makeTarget(*flags.target, {bug}); !made)
      return complain(made.error());
  BugSearch search{*flags.target,
                   flags.profile,
                   flags.rules ? "rule" : "fault",
                   std::move(*bugs),
                   *flags.seed,
                   flags.campaigns,
                   flags.first,
                   flags.count.value_or(defaultPrograms),
                   flags.minutes,
                   flags.probes.value_or(0),
                   flags.jobs,
                   context.worker,
                   flags.faults,
                   flags.plan};
  say(flags.out(), "assay {}: {} {}s in {}, {} campaigns from seed {}, profile {}; {} worker{}\n",
      version, search.bugs.size(), search.kind, flags.target->text(), flags.campaigns, *flags.seed,
      flags.profile, flags.jobs, flags.jobs == 1 ? "" : "s");
  std::fflush(flags.out());
  catchInterrupts();
  Watcher watcher;
  auto report = searchBugs(search, context.services, watcher);
  if (!report)
    return complain(report.error());
  return finish(flags, context, *report, AllAgree);
}

int runMutate(Flags flags, const Context &context) {
  auto source = flags.programs.choose(context.services);
  if (!source)
    return complain(source.error());
  flags.profile = source->name;
  flags.plan = source->plan;
  if (!flags.seed)
    flags.seed = freshSeed();
  if (auto tried = tryOut(flags, context); !tried)
    return complain(tried.error());
  if (flags.rules || flags.faults)
    return runBugs(flags, context);
  say(flags.out(), "assay {}: mutants of {}, series {}, with seed {}, profile {}; {} worker{}\n",
      version, flags.target->text(), mutatorSeries, *flags.seed, flags.profile, flags.jobs,
      flags.jobs == 1 ? "" : "s");
  std::fflush(flags.out());
  catchInterrupts();
  const MutantScoring scoring{*flags.target,
                              flags.profile,
                              flags.plan,
                              *flags.seed,
                              flags.first,
                              flags.count,
                              flags.minutes || flags.count ? flags.minutes : defaultMinutes,
                              flags.mutants,
                              flags.probes.value_or(defaultProbes),
                              flags.equalSample,
                              flags.equalProbes,
                              flags.jobs,
                              context.worker};
  Watcher watcher;
  auto report = scoreMutants(scoring, watcher);
  if (!report)
    return complain(report.error());
  nameCases(flags, *report);
  const bool isScored = report->score(ScoreKind::All).scored > 0;
  return finish(flags, context, *report, isScored ? AllAgree : NothingConcluded);
}

} // namespace

Action declareMutate(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser
      .add("--target", &flags->target,
           "The compiler to change: cpu:O0 to O3, hip:O0 to O3, cpu: or hip:pipeline=TEXT or "
           "random=SEED, mlir@VERSION:pipeline=TEXT or a manifest's that allows it")
      .required();
  addProgramFlags(parser, flags->programs);
  parser
      .add("--seed", "N", &flags->seed, "Determines every program and mutant; default: a fresh one")
      .check(seedNumber());
  parser
      .add("--minutes", "M", &flags->minutes,
           "Wall time; default: 1, or without end with --count. Programs under way then do "
           "not count")
      .check(minutesNumber());
  parser
      .add("--count", "C", &flags->count,
           "Programs; with --rules or --faults at most so many in each campaign, and by default "
           "1000")
      .check(wholeNumber(1));
  parser.add("--first", "I", &flags->first, "The index of the first program")
      .check(wholeNumber(0))
      .showDefault();
  parser.add("--mutants-per-program", "K", &flags->mutants, "Mutants that compile each program")
      .check(wholeNumber(1))
      .showDefault();
  parser
      .add("--probes", "N", &flags->probes,
           "Sets of other inputs, spread over the runs of a program, to see what its own do not "
           "show; default: 32, with --rules or --faults none")
      .check(wholeNumber(0));
  parser
      .add("--equal-sample", "N", &flags->equalSample,
           "So many equal pairs, drawn at random, get more probes; with --minutes in the last "
           "quarter of the time")
      .check(wholeNumber(0))
      .showDefault();
  parser.add("--equal-probes", "N", &flags->equalProbes, "How many each of them gets")
      .check(wholeNumber(1))
      .showDefault();
  Option rules = parser.add("--rules", &flags->rules,
                            "Look for the wrong rewrites of docs/mutation.md, applied wherever "
                            "they match, in place of drawn mutants");
  Option faults = parser.add("--faults", &flags->faults,
                             "The same for the faults of `assay fuzz --inject`, of kernels on hip, "
                             "of which the first case is reduced");
  rules.excludes(faults);
  parser.add("--rule", "NAME", &flags->rule, "This rule, and others that are named").needs(rules);
  parser.add("--fault", "NAME", &flags->fault, "This fault, and others that are named")
      .needs(faults);
  parser
      .add("--campaigns", "N", &flags->campaigns,
           "Of rules or faults: campaigns that look for them, each with the seed after the one "
           "before")
      .check(wholeNumber(1))
      .showDefault();
  parser.add("--series", "S", &flags->series, "The table of mutators; see docs/mutation.md")
      .showDefault();
  addWorkerFlags(parser, flags->jobs);
  parser.add("--json", "FILE", &flags->json, "Write everything as JSON, or - for standard output");
  parser.add("--csv", "FILE", &flags->csv, "Write a line for each pair, or - for standard output");
  parser.add("-o", "FOLDER", &flags->folder,
             "Write the programs of missed and weak pairs here as cases; with --faults also the "
             "smallest case of each, as FAULT.txt");
  return [flags](const Context &context) { return runMutate(*flags, context); };
}

} // namespace assay
