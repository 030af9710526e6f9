#include "campaign/Epoch.h"
#include "campaign/report/Commands.h"
#include "campaign/report/Report.h"
#include "campaign/store/Paths.h"
#include "support/FirstLine.h"
#include "support/WriteFile.h"
#include "tools/assay/CampaignVersion.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Cli.h"
#include "tools/assay/HipFlags.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/ProgramFlags.h"
#include "tools/assay/Say.h"
#include "tools/assay/StatusDisplay.h"
#include "tools/assay/WatchFlags.h"

#include "support/ShellText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
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
  auto versions = campaignVersion(parameters.targets, context.services);
  if (!versions)
    return versions.error();
  parameters.version = std::move(*versions);
  parameters.inject = flags.inject ? *flags.inject : before ? before->inject : "";
  parameters.watch = flags.watched ? *flags.watched
                     : before      ? before->watch
                                   : std::vector<Metric>();
  // A campaign from before lists were kept goes on with any.
  if ((!before || !before->known.empty()) && context.services.knownListName)
    parameters.known = flags.noKnown ? "none" : context.services.knownListName();
  return parameters;
}

std::string differences(const CampaignParameters &stored, const CampaignParameters &asked) {
  std::vector<std::string> out;
  auto add = [&](const char *what, const auto &a, const auto &b) {
    if (a != b)
      out.push_back(fmt::format("{} {} there, {} here", what, a, b));
  };
  add("seed", stored.seed, asked.seed);
  add(stored.plan.empty() && asked.plan.empty() ? "profile" : "plan or profile", stored.profile,
      asked.profile);
  add("targets", fmt::format("{}", fmt::join(textsOf(stored.targets), ",")),
      fmt::format("{}", fmt::join(textsOf(asked.targets), ",")));
  auto addOptional = [&](const char *what, const std::string &a, const std::string &b) {
    add(what, a.empty() ? "none" : a, b.empty() ? "none" : b);
  };
  addOptional("fault", stored.inject, asked.inject);
  const auto text = [](const std::optional<TargetName> &name) { return name ? name->text() : ""; };
  addOptional("baseline", text(stored.baseline), text(asked.baseline));
  addOptional("watch", textOf(stored.watch), textOf(asked.watch));
  add("version", stored.version, asked.version);
  addOptional("list of known bugs", stored.known.substr(0, 8), asked.known.substr(0, 8));
  return fmt::format("{}", fmt::join(out, "; "));
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
  if (!asked || !before || std::ranges::find(*stored, *asked) != stored->end())
    return asked;
  return Error{
      fmt::format("the store {} holds another campaign ({}); give the same flags to go on, or "
                  "name another file with --store",
                  store.path().string(), differences(*before, *asked))};
}

void printStart(const Flags &flags, const CampaignParameters &parameters, const Paths &paths) {
  say(flags.out(), "assay {}: {} with seed {}, {}{}{}{}; {} worker{}\nstore {}\n",
      parameters.version, fmt::join(textsOf(parameters.targets), ", "), parameters.seed,
      parameters.plan.empty() ? "profile " : "", parameters.profile,
      parameters.inject.empty() ? "" : ", injected fault " + parameters.inject,
      parameters.watch.empty() ? "" : ", watching " + textOf(parameters.watch), flags.jobs,
      flags.jobs == 1 ? "" : "s", paths.store().string());
  std::fflush(flags.out());
}

void printFinding(const Flags &flags, const Paths &paths, const Finding &finding,
                  const CampaignParameters &campaign) {
  const FindingRow &row = finding.row;
  const char *state = row.reduced        ? ""
                      : row.isDeferred() ? "  [raw, deferred]"
                                         : "  [raw, not reduced]";
  say(flags.out(), "\n  {}{}  ({})\n    {}\n", row.signature, state, targetsText(finding),
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
  say(flags.out(), "    {}\n    again: {}{}\n",
      (row.lit ? paths.litFile(row.caseName) : paths.caseFile(row.caseName)).string(), flags.self,
      replayCommand(paths, row, campaign).substr(std::string_view("assay").size()));
}

void printFindings(const Flags &flags, const Paths &paths, const Summary &summary) {
  const auto &findings = summary.findings;
  const auto deferred = std::ranges::count_if(
      findings, [](const Finding &finding) { return finding.row.isDeferred(); });
  if (findings.empty())
    say(flags.out(), "\nno findings\n");
  else
    say(flags.out(), "\n{} finding{}{}\n", findings.size(), findings.size() == 1 ? "" : "s",
        deferred > 0 ? fmt::format(", of which {} are similar to others and deferred", deferred)
                     : "");
  for (const FindingGroup &group : worstFirst(summary))
    for (const Finding *finding : group.findings)
      printFinding(flags, paths, *finding, summary.parameters());
}

void printMissedOptimisations(const Flags &flags, const Paths &paths, const Summary &summary) {
  const auto &missed = summary.missedOptimisations;
  if (missed.empty())
    return;
  say(flags.out(), "\n{} missed optimisation{}\n", missed.size(), missed.size() == 1 ? "" : "s");
  for (const Finding &finding : missed)
    printFinding(flags, paths, finding, summary.parameters());
}

void printUnconfirmed(const Flags &flags, const Summary &summary) {
  if (summary.unconfirmed.empty())
    return;
  say(flags.out(), "\nnot yet confirmed: {}\n", summary.unconfirmed.size());
  for (const Unconfirmed &one : summary.unconfirmed)
    say(flags.out(), "  {}  (in program {} on {})\n", one.signature, one.index, one.target);
}

/// Which of the limits was reached.
std::string endText(const Flags &flags, const Summary &summary, CampaignEnd end) {
  switch (end) {
  case CampaignEnd::Completed:
    return flags.count ? fmt::format("all {} programs", *flags.count) : "all programs";
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
    say(flags.out(), "  {:<40} {}x{}{}\n", tally.bug, tally.failures, passedOver, rest);
  }
  if (known.size() > most)
    say(flags.out(), "  and {} more: see the report\n", known.size() - most);
}

/// The flags with which an unfinished campaign goes on: what was asked for, and more of what was
/// reached.
std::string limitsToGoOn(const Flags &flags, CampaignEnd end) {
  std::string text;
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

int exitCode(const Flags &flags, const Summary &summary) {
  if (!summary.findings.empty() ||
      (flags.watch.failOnMissed && !summary.missedOptimisations.empty()))
    return SomethingFound;
  const auto &verdicts = summary.totals.verdicts;
  const bool isOpen = verdicts.at("flaky") > 0 || !summary.unconfirmed.empty();
  const bool isRight = verdicts.at("agree") + verdicts.at("missed_optimisation") > 0;
  return isRight && !isOpen ? AllAgree : NothingConcluded;
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
  return exitCode(flags, *summary);
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
  if (flags.store.empty()) {
    if (!flags.seed)
      flags.seed = freshSeed();
    flags.store = freshStore(*flags.seed).string();
  }
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
  options.reduce = !flags.noReduce;
  options.explainSeconds = flags.explainBudget;
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
  parser.add("--max-findings", "N", &flags->maxFindings, "End when there are so many findings")
      .check(wholeNumber(1));
  addJobs(parser, flags->jobs);
  parser.add("--store", "FILE", &flags->store,
             "Keep the campaign in this file, and go on with what it holds; default: a new one in "
             "assay-out");
  addProgramFlags(parser, flags->programs);
  parser.add("--inject", "FAULT", &flags->inject,
             "Build this fault into the targets: see assay find it");
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
