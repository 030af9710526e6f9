#include "campaign/Epoch.h"
#include "campaign/report/Commands.h"
#include "campaign/report/Report.h"
#include "campaign/store/Paths.h"
#include "support/FirstLine.h"
#include "support/WriteFile.h"
#include "tools/assay/CampaignSetup.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Cli.h"
#include "tools/assay/HipFlags.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/ProgramFlags.h"
#include "tools/assay/Say.h"
#include "tools/assay/ShardFlag.h"
#include "tools/assay/StatusDisplay.h"
#include "tools/assay/WatchFlags.h"

#include "support/ShellText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <span>
#include <unistd.h>

namespace assay {
namespace {

constexpr double defaultMinutes = 1;

struct Flags {
  std::vector<TargetName> targets;
  std::optional<uint64_t> seed;
  std::optional<double> minutes;
  std::optional<int64_t> count;
  std::optional<int64_t> maxFindings;
  std::optional<std::string> shard;
  /// What it asks for; the whole campaign if it is not given.
  ChosenShard chosen;
  ProgramFlags programs;
  /// What they ask for.
  ProgramSource source;
  std::optional<std::string> inject;
  WatchFlags watch;
  /// What they ask for.
  std::optional<std::vector<Metric>> watched;
  int jobs = defaultJobs();
  std::string store;
  std::string json;
  bool noReduce = false;
  double explainBudget = FuzzOptions().explainSeconds;
  double explainShare = FuzzOptions().explainShare;
  bool noKnown = false;
  HipFlags hip;
  std::string self; // as the user called it

  FILE *out() const { return json == "-" ? stderr : stdout; }
  double givenMinutes() const { return minutes.value_or(defaultMinutes); }
};

/// What was not said is as before, in a store that is there, or the default.
Expected<CampaignParameters> completed(const Flags &flags, const Context &context,
                                       const std::optional<CampaignParameters> &before) {
  CampaignParameters parameters;
  parameters.seed = flags.seed ? *flags.seed : before ? before->seed : freshSeed();
  const bool isAsBefore = before && !flags.programs.areGiven();
  parameters.profile = isAsBefore ? before->profile : flags.source.name;
  parameters.plan = isAsBefore ? before->plan : flags.source.plan;
  parameters.targets = !flags.targets.empty() ? flags.targets
                       : before ? before->targets
                                : std::vector<TargetName>{"cpu:O0"_target, "cpu:O2"_target};
  auto versions = versionWith(parameters.targets, context);
  if (!versions)
    return versions.error();
  parameters.version = std::move(*versions);
  parameters.inject = flags.inject ? *flags.inject : before ? before->inject : "";
  parameters.watch = flags.watched ? *flags.watched
                     : before      ? before->watch
                                   : std::vector<Metric>();
  // A campaign from before lists were kept goes on with any.
  if (!before || !before->known.empty())
    parameters.known = knownListName(context, parameters.targets, flags.noKnown);
  return parameters;
}

/// "shard 3 of 8", "the whole campaign", "shards 0, 1, 2 of 8".
std::string textOf(const std::vector<Shard> &shards) {
  if (shards.front().isWhole())
    return "the whole campaign";
  std::vector<int64_t> indices;
  for (const Shard &shard : shards)
    indices.push_back(shard.index);
  return fmt::format("shard{} {} of {}", indices.size() == 1 ? "" : "s", fmt::join(indices, ", "),
                     shards.front().count);
}

/// An error if the store holds other programs of the campaign.
Expected<void> isShardOf(const Store &store, const CampaignParameters &campaign,
                         const Shard &shard) {
  auto stored = store.shards(campaign.key());
  if (!stored)
    return stored.error();
  if (stored->empty() || *stored == std::vector{shard})
    return {};
  const bool isMerged = stored->size() > 1;
  return Error{fmt::format("the store {} holds {}, not {}; {}name another file with --store",
                           store.path().string(), textOf(*stored), textOf({shard}),
                           isMerged ? "" : "give the same --shard to go on, or ")};
}

/// The campaign that this run begins or goes on with.
Expected<CampaignParameters> chooseCampaign(const Flags &flags, const Context &context,
                                            const Store &store) {
  auto stored = store.campaigns();
  if (!stored)
    return stored.error();
  std::optional<CampaignParameters> before;
  if (!stored->empty())
    before = stored->front();
  auto asked = completed(flags, context, before);
  if (!asked || !before)
    return asked;
  if (std::ranges::find(*stored, *asked) != stored->end()) {
    ASSAY_TRY(isShardOf(store, *asked, flags.chosen.shard));
    return asked;
  }
  CampaignParameters withItsList = *asked;
  withItsList.known = before->known;
  const char *advice = withItsList == *before
                           ? "bugs of its compilers were written down or changed since it began, "
                             "and it goes on with those of then alone; name"
                           : "give the same flags to go on, or name";
  return Error{fmt::format("the store {} holds another campaign ({}); {} another file with --store",
                           store.path().string(), differences(*before, *asked), advice)};
}

void printStart(const Flags &flags, const CampaignParameters &parameters, const Paths &paths) {
  const ChosenShard &chosen = flags.chosen;
  say(flags.out(), "assay {}: {} with seed {}, {}{}{}{}; {} worker{}\n{}store {}\n",
      parameters.version, fmt::join(textsOf(parameters.targets), ", "), parameters.seed,
      parameters.plan.empty() ? "profile " : "", parameters.profile,
      parameters.inject.empty() ? "" : ", injected fault " + parameters.inject,
      parameters.watch.empty() ? "" : ", watching " + textOf(parameters.watch), flags.jobs,
      flags.jobs == 1 ? "" : "s",
      flags.shard ? fmt::format("shard {} of {}{}\n", chosen.shard.index, chosen.shard.count,
                                chosen.from.empty() ? "" : ", from " + chosen.from)
                  : "",
      paths.store().string());
  std::fflush(flags.out());
}

/// `first` stands for the finding's cause, if another does.
void printFinding(const Flags &flags, const Paths &paths, const Finding &finding,
                  const CampaignParameters &campaign, const Finding *first = nullptr) {
  const FindingRow &row = finding.row;
  const std::string raw = rawText(row);
  say(flags.out(), "\n  {}{}  ({})\n    {}\n", titleOf(row),
      raw.empty() ? "" : fmt::format("  [raw, {}]", raw), targetsText(finding),
      firstLine(row.detail));
  if (!finding.frequency.isAlways())
    say(flags.out(), "    comes now and then: in {} of {} checks\n", finding.frequency.found,
        finding.frequency.checks);
  if (row.isDeferred())
    say(flags.out(), "    similar to {}\n", row.deferredBehind);
  if (!finding.known.empty())
    say(flags.out(), "    known: {}\n", knownText(finding));
  if (finding.cause)
    say(flags.out(), "    cause: {}\n", headline(finding.cause->cause));
  if (finding.cause && finding.cause->cause.change)
    say(flags.out(), "    that pass {}\n", describe(*finding.cause->cause.change));
  if (finding.counterfactual)
    say(flags.out(), "    asked again: {}\n", finding.counterfactual->sentence());
  if (first)
    say(flags.out(), "    same cause as {}\n", titleOf(first->row));
  const std::string file =
      (row.lit ? paths.litFile(row.caseName) : paths.caseFile(row.caseName)).string();
  say(flags.out(), "    {}\n    again: {}{}\n", file, flags.self,
      replayCommand(paths, row, campaign).substr(std::string_view("assay").size()));
  // A lit case says itself where it fails.
  if (row.lit && !finding.cause && !first && row.verdict != "missed_optimisation")
    say(flags.out(), "    to explain it: {} explain {}\n", flags.self, shellWord(file));
}

void printFindings(const Flags &flags, const Paths &paths, const Summary &summary) {
  const auto &findings = summary.findings;
  const auto deferred = std::ranges::count_if(
      findings, [](const Finding &finding) { return finding.row.isDeferred(); });
  const std::vector<FindingsOfCause> causes = byCause(summary);
  if (findings.empty())
    say(flags.out(), "\nno findings\n");
  else
    say(flags.out(), "\n{} finding{}{}\n{}\n", findings.size(), findings.size() == 1 ? "" : "s",
        deferred > 0 ? fmt::format(", of which {} are similar to others and deferred", deferred)
                     : "",
        countsText(causes));
  const auto firsts = standsFor(causes);
  for (const FindingGroup &group : worstFirst(summary))
    for (const Finding *finding : group.findings) {
      const auto first = firsts.find(finding);
      printFinding(flags, paths, *finding, summary.parameters(),
                   first == firsts.end() ? nullptr : first->second);
    }
}

void printMissedOptimisations(const Flags &flags, const Paths &paths, const Summary &summary) {
  const auto &missed = summary.missedOptimisations;
  if (missed.empty())
    return;
  say(flags.out(), "\n{} missed optimisation{}\n", missed.size(), missed.size() == 1 ? "" : "s");
  for (const Finding &finding : missed)
    printFinding(flags, paths, finding, summary.parameters());
}

/// Each signature once on each target, with the first program that has it.
void printUnconfirmed(const Flags &flags, const Summary &summary) {
  if (summary.unconfirmed.empty())
    return;
  say(flags.out(), "\nnot yet confirmed: {}\n", summary.unconfirmed.size());
  std::map<std::pair<std::string, std::string>, std::vector<int64_t>> programs;
  for (const Unconfirmed &one : summary.unconfirmed)
    programs[{one.signature, one.target}].push_back(one.index);
  for (const auto &[failure, indices] : programs)
    say(flags.out(), "  {}  (in program {}{} on {})\n", failure.first, std::ranges::min(indices),
        indices.size() > 1 ? fmt::format(" and {} more", indices.size() - 1) : "", failure.second);
}

/// Which of the limits was reached.
std::string endText(const Flags &flags, const Summary &summary, CampaignEnd end) {
  switch (end) {
  case CampaignEnd::Completed:
    return flags.count ? fmt::format("all {} programs", flags.chosen.shard.ownedBelow(*flags.count))
                       : "all programs";
  case CampaignEnd::OutOfTime:
    return fmt::format("the {:g} minutes are over", flags.givenMinutes());
  case CampaignEnd::FoundEnough:
    return fmt::format("found {} of at most {}",
                       summary.findings.size() + summary.missedOptimisations.size(),
                       *flags.maxFindings);
  case CampaignEnd::Stopped:
    return "interrupted";
  }
  return "";
}

const char *nameOf(CampaignEnd end) {
  switch (end) {
  case CampaignEnd::Completed:
    return "completed";
  case CampaignEnd::OutOfTime:
    return "minutes";
  case CampaignEnd::FoundEnough:
    return "max-findings";
  case CampaignEnd::Stopped:
    return "interrupted";
  }
  return "";
}

/// The known bugs that were met most often.
void printKnown(const Flags &flags, const std::vector<KnownTally> &known) {
  constexpr size_t most = 10;
  if (known.empty())
    return;
  say(flags.out(), "\n{} known bug{} met; `{} known` lists what is known\n", known.size(),
      known.size() == 1 ? "" : "s", flags.self);
  for (const KnownTally &tally : std::span(known).first(std::min(most, known.size()))) {
    const std::string passedOver =
        tally.passedOver ? fmt::format(", and {} passed over", tally.passedOver) : "";
    const std::string rest =
        tally.restRight ? fmt::format("; in {} the rest of the program is right", tally.restRight)
                        : "";
    const std::string beside =
        tally.besideOthers ? fmt::format("; {}x beside others", tally.besideOthers) : "";
    say(flags.out(), "  {:<40} {}x{}{}{}\n", tally.bug, tally.failures, passedOver, rest, beside);
  }
  if (known.size() > most)
    say(flags.out(), "  and {} more: see the report\n", known.size() - most);
}

/// The flags with which an unfinished campaign goes on: what was asked for, and more of what was
/// reached.
std::string limitsToGoOn(const Flags &flags, CampaignEnd end) {
  std::string text;
  if (flags.shard)
    text += fmt::format(" --shard {}/{}", flags.chosen.shard.index, flags.chosen.shard.count);
  if (flags.count)
    text += fmt::format(" --count {}", *flags.count);
  if (flags.minutes || !flags.count)
    text += fmt::format(" --minutes {:g}",
                        flags.givenMinutes() * (end == CampaignEnd::OutOfTime ? 2 : 1));
  if (flags.maxFindings && end != CampaignEnd::FoundEnough)
    text += fmt::format(" --max-findings {}", *flags.maxFindings);
  return text;
}

void printEnd(const Flags &flags, const Paths &paths, const Summary &summary, CampaignEnd end) {
  const Totals &totals = summary.totals;
  say(flags.out(), "\n{} programs, {} checks in {:.1f} s ({:.1f} programs/s; {})\n",
      totals.programs, totals.checks, totals.seconds,
      totals.seconds > 0 ? double(totals.programs) / totals.seconds : 0.0,
      endText(flags, summary, end));
  for (std::string_view name : verdictNames())
    if (int64_t count = totals.verdicts.at(std::string(name)); count > 0)
      say(flags.out(), "  {:<16} {}\n", name, count);
  const int64_t elements = totals.exact + totals.bounded + totals.inconclusive;
  if (elements > 0)
    say(flags.out(), "  of {} elements of results {:.2f} % inconclusive\n", elements,
        100 * double(totals.inconclusive) / double(elements));
  for (const DeviceRow &row : summary.devices)
    say(flags.out(), "  {} ran on {}\n", row.target, row.device.text());
  for (const TargetCoverage &coverage : summary.coverage)
    say(flags.out(), "  {}\n", coverage.text());
  printKnown(flags, summary.known);
  printFindings(flags, paths, summary);
  printMissedOptimisations(flags, paths, summary);
  printUnconfirmed(flags, summary);
  say(flags.out(), "\nreport: {}\n", paths.report().string());
  if (end != CampaignEnd::Completed)
    say(flags.out(), "go on:  {} fuzz --store {}{}\n", flags.self,
        shellWord(paths.store().string()), limitsToGoOn(flags, end));
}

/// For whoever runs it again until it is done: a shard that was cut short is not, and what was
/// concluded is said of all of them, by their merge.
ExitCode exitCodeOfShard(const Summary &summary, CampaignEnd end) {
  if (end == CampaignEnd::Stopped)
    return NothingConcluded;
  return summary.findings.empty() ? AllAgree : SomethingFound;
}

int finish(const Flags &flags, const Context &context, const Store &store, CampaignEnd end) {
  Paths paths(store.path());
  auto summary = summarise(store, context.services.upstreamPoints);
  if (!summary)
    return complain(summary.error());
  if (auto written =
          writeFile(paths.report(), renderReport(*summary, paths.report().parent_path()));
      !written)
    return complain(written.error());
  if (!flags.json.empty())
    if (auto written = writeOutput(flags.json, summaryJson(*summary, nameOf(end))); !written)
      return complain(written.error());
  printEnd(flags, paths, *summary, end);
  return flags.shard ? exitCodeOfShard(*summary, end)
                     : exitCodeOf(*summary, flags.watch.failOnMissed);
}

/// Whether there are such targets, such a fault and such a profile; nothing is said of targets that
/// are not ready when `stop` says so.
Expected<void> tryOut(const CampaignParameters &parameters, const std::string &dumpFolder,
                      const Context &context, const std::function<bool()> &stop) {
  ASSAY_TRY(context.services.generate(parameters.seed, 0, parameters.profile));
  return Pool(onePool(context, targetsAt(parameters, 0),
                      {.inject = parameters.inject,
                       .dumpFolder = dumpFolder,
                       .watch = parameters.watch}))
      .start(stop);
}

/// Has the services know the campaign's plan, and puts it beside the store for other commands.
Expected<void> keepPlan(const CampaignParameters &parameters, const Paths &paths,
                        const Context &context) {
  ASSAY_TRY(context.services.addPlan(parameters.plan, paths.store().string()));
  return writeFile(paths.planFile(parameters.profile), parameters.plan);
}

/// The shard, the seed and the store, where these follow from each other.
Expected<void> chooseStore(Flags &flags) {
  if (flags.shard) {
    auto chosen = chooseShard(*flags.shard, environmentVariable);
    if (!chosen)
      return chosen.error();
    flags.chosen = std::move(*chosen);
    std::error_code ignored;
    if (!flags.seed && (flags.store.empty() || !std::filesystem::exists(flags.store, ignored)))
      return Error{"the shards of a campaign have its seed in common: give --seed N"};
  }
  if (!flags.store.empty())
    return {};
  if (!flags.seed)
    flags.seed = freshSeed();
  // What is begun again on another machine goes on.
  flags.store =
      (flags.shard ? shardStore(*flags.seed, flags.chosen.shard) : freshStore(*flags.seed))
          .string();
  return {};
}

int runFuzz(Flags flags, const Context &context) {
  auto source = flags.programs.choose(context.services);
  if (!source)
    return complain(source.error());
  flags.source = std::move(*source);
  auto watched = flags.watch.watched();
  if (!watched)
    return complain(watched.error());
  flags.watched = std::move(*watched);
  FuzzOptions options;
  if (flags.minutes || !flags.count)
    options.seconds = 60 * flags.givenMinutes();
  auto isOutOfTime = [&options] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - options.begun;
    return options.seconds && spent.count() >= *options.seconds;
  };
  if (auto chosen = chooseStore(flags); !chosen)
    return complain(chosen.error());
  // Where there is no store yet, a wrong name leaves none behind.
  std::error_code ignored;
  if (!std::filesystem::exists(flags.store, ignored)) {
    auto asked = completed(flags, context, {});
    auto tried = asked ? tryOut(*asked, flags.hip.dumpFolder, context, isOutOfTime)
                       : Expected<void>(asked.error());
    if (!tried)
      return complain(tried.error());
  }
  auto store = Store::open(flags.store, Store::Mode::Write);
  if (!store)
    return complain(store.error());
  auto parameters = chooseCampaign(flags, context, *store);
  if (!parameters)
    return complain(parameters.error());
  if (!parameters->plan.empty())
    if (auto kept = keepPlan(*parameters, Paths(flags.store), context); !kept)
      return complain(kept.error());

  options.parameters = *parameters;
  options.jobs = flags.jobs;
  options.shard = flags.chosen.shard;
  // Which findings are reduced and explained depends on those of all shards.
  options.reduce = !flags.noReduce && !flags.shard;
  options.explainSeconds = flags.shard ? 0 : flags.explainBudget;
  options.explainShare = flags.explainShare;
  options.known = !flags.noKnown;
  options.dumpFolder = flags.hip.dumpFolder;
  options.worker = context.worker;
  options.count = flags.count;
  if (flags.maxFindings)
    options.maxFindings = static_cast<size_t>(*flags.maxFindings);

  printStart(flags, *parameters, Paths(flags.store));
  catchInterrupts();
  Expected<CampaignEnd> end = [&] {
    StatusDisplay display(flags.out());
    return runCampaign(context.services, *store, options, display);
  }();
  if (!end)
    return complain(end.error());
  return finish(flags, context, *store, *end);
}

} // namespace

Action declareFuzz(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("--target", &flags->targets,
             "Targets, with commas between; see `assay targets`; default: cpu:O0,cpu:O2");
  parser.add("--seed", "N", &flags->seed, "Determines every program; default: a fresh one")
      .check(seedNumber());
  parser
      .add("--minutes", "M", &flags->minutes,
           "Wall time of the campaign; default: 1, or without end with --count. What is "
           "reached first of both ends it")
      .check(minutesNumber());
  parser.add("--count", "C", &flags->count, "Programs of the campaign").check(wholeNumber(1));
  const Option maxFindings =
      parser.add("--max-findings", "N", &flags->maxFindings, "End when there are so many findings")
          .check(wholeNumber(1));
  parser
      .add("--shard", "I/N", &flags->shard,
           "Draw the part I, from 0, of N that machines have of one campaign, into a store of its "
           "own, which `assay merge` takes: see docs/shards.md. auto takes I and N from the "
           "variables of Slurm, Bazel or GitLab, auto/N takes I from those of Kubernetes")
      .excludes(maxFindings);
  addWorkerFlags(parser, flags->jobs);
  parser.add("--store", "FILE", &flags->store,
             "Keep the campaign in this file, and go on with what it holds; default: a new one in "
             "assay-out, or that of the shard");
  addProgramFlags(parser, flags->programs);
  parser.add(
      "--inject", "FAULT", &flags->inject,
      "Build this deliberate bug into the targets and see assay find it; see `assay faults`");
  parser.add("--json", "FILE", &flags->json, "Write the summary as JSON, or - for standard output");
  parser.add("--no-known", &flags->noKnown,
             "Report bugs that are known as well; see `assay known`");
  parser.add("--no-reduce", &flags->noReduce, "Report findings as they were found");
  parser
      .add("--explain-budget", "S", &flags->explainBudget,
           "Seconds for the cause of each reduced finding; default: 60; 0 for none")
      .check(secondsNumber());
  parser
      .add("--explain-share", "P", &flags->explainShare,
           "Of the processors, 0 to 1, for causes while programs go on; the rest is done at the "
           "end, or when the campaign goes on; default: 0.25")
      .check(shareNumber());
  addKnownFlag(parser);
  addHipFlags(parser, flags->hip);
  addWatchFlags(parser, flags->watch);
  return [flags](const Context &context) {
    flags->targets = flags->hip.withChip(flags->targets);
    flags->self = context.self;
    return runFuzz(*flags, context);
  };
}

} // namespace assay
