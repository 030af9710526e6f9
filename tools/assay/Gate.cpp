#include "campaign/gate/Gate.h"
#include "campaign/gate/Outputs.h"
#include "support/DataFolder.h"
#include "support/DurationText.h"
#include "support/FileHash.h"
#include "support/WriteFile.h"
#include "targets/toolchains/Toolchain.h"
#include "tools/assay/Cli.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/ProgramFlags.h"
#include "tools/assay/Say.h"
#include "tools/assay/StatusDisplay.h"
#include "tools/assay/WatchFlags.h"
#include "triage/bugs/BugRecord.h"
#include "triage/corpus/Corpus.h"
#include "triage/known/KnownBugs.h"
#include "triage/litcase/CaseFile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace assay {
namespace {

constexpr int64_t defaultCount = 1000;

struct Flags {
  std::optional<TargetName> base;
  std::vector<TargetName> candidates;
  uint64_t seed = 1;
  int64_t count = defaultCount;
  std::optional<double> minutes;
  ProgramFlags programs;
  std::vector<std::string> corpus;
  bool noCorpus = false;
  std::optional<std::string> failOn;
  bool evenIfEqual = false;
  std::string inject;
  WatchFlags watch;
  bool noKnown = false, noReduce = false;
  double explainBudget = GateOptions().explainSeconds;
  int jobs = defaultJobs();
  std::string folder = "assay-out/gate", memory;
  std::string json, junit, sarif, markdown, comment;
  bool junitFlaky = false, annotations = false;

  std::array<const std::string *, 5> outputs() const {
    return {&json, &junit, &sarif, &markdown, &comment};
  }
  /// Where people read: not among what a file of standard output holds.
  FILE *out() const {
    for (const std::string *file : outputs())
      if (*file == "-")
        return stderr;
    return stdout;
  }
};

class Display : public GateObserver {
public:
  explicit Display(FILE *out) : line(out) {}
  void onProgress(const std::string &doing) override {
    line.show(fmt::format("{}  {}", durationText(line.seconds()), doing));
  }
  bool stopRequested() override { return StatusDisplay::interruptRequested(); }

private:
  StatusLine line;
};

/// A compiler alone stands for what it is gated on where nothing else is said.
Expected<TargetName> wholeTarget(const TargetName &name) {
  // A manifest without levels describes a target that has no other name; whether it does is told
  // when that is made.
  const bool isFile = name.compiler.ends_with(".json") && !name.compiler.starts_with("manifest=");
  if (!name.isCompilerOnly() || (name.isOfManifest() && !isFile))
    return name;
  if (name.compiler == "iree") {
    TargetName target = name;
    target.backend = "llvm-cpu";
    target.level = "O2";
    return target;
  }
  return Error{fmt::format("'{}' is a compiler without level or pipeline: write a target, as in {}",
                           name.text(), isFile ? "manifest=" + name.text() : "cpu:O2")};
}

/// A hash of what the target's compiler consists of: of ours, this program.
Expected<std::string> contentOf(const Context &context, const TargetName &target) {
  auto content = context.services.inspectorOf(target)->content(target);
  if (!content || !content->empty())
    return content;
  return fileContentName("/proc/self/exe");
}

Expected<std::vector<GatePair>> pairsOf(const Flags &flags, const Context &context) {
  std::vector<GatePair> pairs;
  if (flags.candidates.empty())
    return Error{"--candidate names no target: is a variable empty?"};
  for (const TargetName &given : flags.candidates) {
    auto candidate = wholeTarget(given);
    if (!candidate)
      return candidate.error();
    if (std::ranges::find(pairs, *candidate, &GatePair::candidate) != pairs.end())
      return Error{fmt::format("--candidate names {} twice", candidate->text())};
    GatePair pair{counterpartOf(*candidate, *flags.base), *candidate, "", ""};
    for (const TargetName *target : {&pair.base, &pair.candidate})
      if (target->isDrawnAgain())
        return Error{
            fmt::format("'{}' is another target every few programs: write a seed, as in {}",
                        target->text(), target->withSeed(7).text())};
    if (pair.base == pair.candidate && flags.inject.empty() && !flags.evenIfEqual)
      return Error{fmt::format("{} is both base and candidate: name two, or give --even-if-equal",
                               pair.base.text())};
    const std::pair<const TargetName *, std::string *> sides[] = {
        {&pair.base, &pair.baseContent}, {&pair.candidate, &pair.candidateContent}};
    std::vector<Allowances> granted;
    for (const auto &[target, content] : sides) {
      const auto made = context.services.makeTarget(*target, {});
      if (!made)
        return made.error();
      granted.push_back((*made)->accuracy().allowances);
      auto known = contentOf(context, *target);
      if (!known)
        return known.error();
      *content = std::move(*known);
    }
    pair.grantedMore = granted[1].without(granted[0]).text();
    pair.grantedLess = granted[0].without(granted[1]).text();
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

Expected<void> addCase(std::vector<GateCase> &corpus, const std::string &name,
                       Expected<CaseFile> file) {
  if (!file)
    return file.error();
  corpus.push_back({name, std::move(file->testCase)});
  return {};
}

/// Whether it is of the cause that lies beside a case (check/Cause.h).
bool isOfCause(const std::filesystem::path &file) {
  const auto caseFile = file.parent_path() / (file.stem().stem().string() + ".json");
  const auto irs = irFiles(caseFile);
  return file == causeFile(caseFile) || std::ranges::find(irs, file) != irs.end();
}

/// Cases in files, or in folders with no folders in them.
Expected<void> addUsers(std::vector<GateCase> &corpus, const std::string &path) {
  namespace fs = std::filesystem;
  std::error_code code;
  if (!fs::is_directory(path, code))
    return addCase(corpus, path, readCaseFile(path));
  std::set<fs::path> files;
  constexpr std::array<std::string_view, 3> endings{".mlir", ".json", ".txt"};
  for (const fs::directory_entry &entry : fs::directory_iterator(path, code))
    if (std::ranges::find(endings, entry.path().extension().string()) != endings.end() &&
        !isOfCause(entry.path()))
      files.insert(entry.path());
  for (const fs::path &file : files)
    ASSAY_TRY(addCase(corpus, file.string(), readCaseFile(file)));
  return {};
}

/// The user's cases, those of the corpus, and those of the known bugs of such compilers.
Expected<std::vector<GateCase>> corpusOf(const Flags &flags, const std::vector<GatePair> &pairs) {
  std::vector<GateCase> corpus;
  for (const std::string &path : flags.corpus)
    ASSAY_TRY(addUsers(corpus, path));
  if (flags.noCorpus)
    return corpus;
  for (const CorpusCase &one : corpusCases())
    ASSAY_TRY(addCase(corpus, std::string(one.file), caseFileFrom(one.text, one.file)));
  // Whatever is no compiler of its own is based on upstream's.
  const auto concerns = [&](const KnownBug &bug) {
    return std::ranges::any_of(pairs, [&](const GatePair &pair) {
      return bug.compiler == (pair.candidate.compiler == "iree" ? "iree" : "mlir");
    });
  };
  const auto bugs = BugRecords::load({});
  if (!bugs)
    return bugs.error();
  std::set<std::string> seen;
  for (const KnownBug &bug : KnownBugs::builtIn().all())
    if (const auto text = bugs->caseText(bug.caseFile);
        text && concerns(bug) && seen.insert(bug.caseFile).second)
      ASSAY_TRY(addCase(corpus, bug.caseFile, caseFileFrom(*text, bug.caseFile)));
  return corpus;
}

Expected<std::vector<std::string>> kindsOf(const Flags &flags) {
  if (!flags.failOn)
    return defaultGateKinds();
  const auto all = gateKinds();
  std::vector<std::string> kinds;
  for (size_t at = 0; at <= flags.failOn->size();) {
    const size_t end = std::min(flags.failOn->find(',', at), flags.failOn->size());
    kinds.push_back(flags.failOn->substr(at, end - at));
    if (std::ranges::find(all, kinds.back()) == all.end())
      return Error{fmt::format("there is nothing called '{}' to fail on; there are {}",
                               kinds.back(), fmt::join(all, ", "))};
    at = end + 1;
  }
  return kinds;
}

int exitCodeOf(const GateResult &result, const std::vector<std::string> &failOn) {
  if (result.end == GateResult::End::Equal)
    return AllAgree;
  if (fails(result, failOn))
    return SomethingFound;
  const bool isOpen =
      result.end != GateResult::End::Completed || !result.of(GateChange::Open).empty();
  // What takes too long on both tells nothing of either.
  const auto checksOf = [&](const char *verdict) {
    const auto found = result.verdicts.find(verdict);
    return found == result.verdicts.end() ? 0 : found->second;
  };
  const int64_t right = checksOf("agree"), late = checksOf("timeout");
  return isOpen || right == 0 || late > right ? NothingConcluded : AllAgree;
}

/// That they cannot be written is said before the hour that makes what is in them.
Expected<void> makeRoomForOutputs(const Flags &flags, const std::string &memory) {
  namespace fs = std::filesystem;
  std::error_code code;
  const auto pathOf = [&](const std::string &file) {
    const fs::path path = fs::weakly_canonical(fs::absolute(file), code);
    return code ? fs::absolute(file) : path;
  };
  std::set<fs::path> files{pathOf(flags.folder), pathOf(memory)};
  for (const std::string *file : flags.outputs()) {
    if (file->empty())
      continue;
    const fs::path path = *file == "-" ? fs::path(*file) : pathOf(*file);
    if (!files.insert(path).second)
      return Error{fmt::format("{} is to hold two outputs: name a file for each", *file)};
    if (*file == "-")
      continue;
    if (fs::is_directory(path, code))
      return Error{fmt::format("{} is a folder: name a file", *file)};
    ASSAY_TRY(makeWritable(path.parent_path()));
  }
  return {};
}

/// All that can be written: what is said of one that cannot is no reason to lose the others.
Expected<void> writeOutputs(const Flags &flags, const GateResult &result,
                            const GateJudgement &judgement) {
  const std::pair<const std::string *, std::function<std::string()>> outputs[] = {
      {&flags.json, [&] { return gateJson(result, judgement); }},
      {&flags.junit,
       [&] {
         return gateJunit(result, judgement,
                          flags.junitFlaky ? FlakyInJunit::Passed : FlakyInJunit::Skipped);
       }},
      {&flags.sarif, [&] { return gateSarif(result, judgement); }},
      {&flags.markdown, [&] { return gateMarkdown(result, judgement); }},
      {&flags.comment, [&] { return gateMarkdown(result, judgement, longestComment); }},
  };
  Expected<void> all;
  for (const auto &[file, text] : outputs)
    if (!file->empty())
      if (auto written = writeOutput(*file, text()); !written && all)
        all = written;
  return all;
}

int finish(const Flags &flags, const GateResult &result, const std::vector<std::string> &failOn) {
  const GateJudgement judgement{failOn, exitCodeOf(result, failOn)};
  say(flags.out(), "{}", gateText(result, judgement));
  if (flags.annotations)
    say("{}", gateAnnotations(result, judgement));
  if (auto written = writeOutputs(flags, result, judgement); !written)
    return complain(written.error());
  return judgement.exitCode;
}

Expected<std::string> memoryFile(const Flags &flags) {
  if (!flags.memory.empty())
    return flags.memory;
  auto folder = dataFolder();
  if (!folder)
    return folder.error();
  return (*folder / "gate-bases.jsonl").string();
}

int runGateCommand(const Flags &flags, const Context &context) {
  auto kinds = kindsOf(flags);
  if (!kinds)
    return complain(kinds.error());
  auto source = flags.programs.choose(context.services);
  if (!source)
    return complain(source.error());
  auto watched = flags.watch.watched();
  if (!watched)
    return complain(watched.error());
  auto memory = memoryFile(flags);
  if (!memory)
    return complain(memory.error());
  if (auto made = makeRoomForOutputs(flags, *memory); !made)
    return complain(made.error());
  auto pairs = pairsOf(flags, context);
  if (!pairs)
    return complain(pairs.error());
  GateOptions options;
  options.pairs = std::move(*pairs);
  auto corpus = corpusOf(flags, options.pairs);
  if (!corpus)
    return complain(corpus.error());
  options.corpus = std::move(*corpus);
  options.seed = flags.seed;
  options.profile = source->name;
  options.plan = source->plan;
  options.count = flags.count;
  if (flags.minutes)
    options.seconds = 60 * *flags.minutes;
  options.inject = flags.inject;
  options.evenIfEqual = flags.evenIfEqual;
  options.watch = watched->value_or(std::vector<Metric>());
  options.known = !flags.noKnown;
  options.reduce = !flags.noReduce;
  options.explainSeconds = flags.explainBudget;
  options.jobs = flags.jobs;
  options.worker = context.worker;
  options.folder = flags.folder;
  options.memory = *memory;
  for (const GatePair &pair : options.pairs)
    say(flags.out(), "{} ({}) against {} ({})\n", pair.candidate.text(),
        pair.candidateContent.substr(0, 8), pair.base.text(), pair.baseContent.substr(0, 8));
  if (!options.isOfEquals())
    say(flags.out(), "{} cases, then {} programs with seed {}, {}; {} workers\n",
        options.corpus.size(), options.count, options.seed, options.profile,
        std::max(2, options.jobs));
  std::fflush(flags.out());
  catchInterrupts();
  auto result = [&] {
    Display display(flags.out());
    return runGate(context.services, options, display);
  }();
  if (!result)
    return complain(result.error());
  return finish(flags, *result, *kinds);
}

} // namespace

Action declareGate(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser
      .add("--base", "COMPILER", &flags->base,
           "What is there: a compiler, iree@3.13.0, that does what the candidate is named with, or "
           "a whole target")
      .required();
  parser
      .add("--candidate", "TARGETS", &flags->candidates,
           "What is new, with commas between; iree@mybuild alone is its llvm-cpu at O2")
      .required();
  parser.add("--count", "C", &flags->count, "Programs that are drawn, behind the corpus")
      .check(wholeNumber(0))
      .showDefault();
  parser
      .add("--minutes", "M", &flags->minutes,
           "Wall time after which it ends and says that it could not conclude; default: none")
      .check(minutesNumber());
  parser.add("--seed", "N", &flags->seed, "Determines every program")
      .check(seedNumber())
      .showDefault();
  addProgramFlags(parser, flags->programs);
  parser.add("--corpus", "PATH", &flags->corpus,
             "Cases to check first, or folders of them, beside those that come with assay");
  parser.add("--no-corpus", &flags->noCorpus, "Without the cases that come with assay");
  parser.add("--fail-on", "KINDS", &flags->failOn,
             "What to exit with 1 for, with commas between: verdicts, changed, unsupported, "
             "inconclusive; default: all but the last two");
  parser.add("--even-if-equal", &flags->evenIfEqual,
             "Go on although base and candidate are the same");
  parser.add("--inject", "FAULT", &flags->inject,
             "Build this fault into the candidate: see the gate find it");
  addWatchFlag(
      parser, flags->watch,
      "Count these of the code for each program that both get right, and say what changed");
  parser.add("--no-known", &flags->noKnown, "Report bugs that are known as well");
  parser.add("--no-reduce", &flags->noReduce, "Report failures as they were found");
  parser
      .add("--explain-budget", "S", &flags->explainBudget,
           "Seconds for the cause of each new failure, of ten at most; 0 for none")
      .check(secondsNumber())
      .showDefault();
  addWorkerFlags(parser, flags->jobs);
  parser.add("-o,--output", "DIR", &flags->folder, "Where cases of failures go").showDefault();
  parser.add("--bases", "FILE", &flags->memory,
             "Where it is kept what bases do wrong; default: in the user's data folder");
  parser.add("--json", "FILE", &flags->json, "Write all of it as JSON, or - for standard output");
  const Option junit = parser.add("--junit", "FILE", &flags->junit, "The same as JUnit's XML");
  parser
      .add("--junit-flaky", &flags->junitFlaky,
           "With a flakyFailure there for each failure that did not come back")
      .needs(junit);
  parser.add("--sarif", "FILE", &flags->sarif, "The same as SARIF");
  parser.add("--markdown", "FILE", &flags->markdown, "The same as Markdown of less than 1 MiB");
  parser.add("--comment", "FILE", &flags->comment, "The same as Markdown of less than 64 KB");
  parser.add("--annotations", &flags->annotations,
             "Print workflow commands of GitHub Actions as well, at most ten");
  addKnownFlag(parser);
  return [flags](const Context &context) { return runGateCommand(*flags, context); };
}

} // namespace assay
