#include "campaign/retest/Retest.h"
#include "support/DurationText.h"
#include "tools/assay/BugFlags.h"
#include "tools/assay/CampaignSetup.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/StatusDisplay.h"
#include "tools/assay/StatusLine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay {
namespace {

struct Flags {
  BugFlags bugs;
  std::optional<TargetName> on;
  std::vector<std::string> ids;
  int64_t times = 3;
  int jobs = defaultJobs();
  bool dryRun = false;
};

std::string releaseOf(const TargetName &on) {
  return on.release.empty() ? on.compilerText() : on.release;
}

/// That what a retest saw makes failures of a release known that the bug's forms did not name;
/// empty where they did.
std::string wideningOf(const BugRetest &retest, const Flags &flags) {
  const bool widens = std::ranges::any_of(retest.cases, [&](const CaseRetest &one) {
    return one.result() == RetestResult::Fails && retest.bug->leavesOut(one.target);
  });
  if (!widens)
    return "";
  const std::string &release = flags.on->release;
  return flags.dryRun
             ? fmt::format("; its entry does not name {}: without --dry-run its failures there are "
                           "known from then on",
                           release)
             : fmt::format("; its entry did not name {}: its failures there are known from now on",
                           release);
}

/// What became of it, for people.
std::string outcome(const BugRetest &retest, RetestResult result, std::optional<BugState> next,
                    const TargetName &on) {
  const BugRecord &bug = *retest.bug;
  std::string detail = retest.whyNot;
  for (const CaseRetest &one : retest.cases)
    if (!one.detail.empty())
      detail = one.detail;
  if (next)
    return describe(*next, releaseOf(on));
  switch (result) {
  case RetestResult::Fails:
    return rowOf(bug.history.state()).isOpen ? "still fails" : "fails, as it did in that release";
  case RetestResult::Right:
    if (!rowOf(bug.history.state()).isOpen)
      return "still right";
    return on.version() == bug.newestWithIt()
               ? "right, though that release is said to have it: look at it"
               : "right, as newer releases are not";
  case RetestResult::Otherwise:
    return "fails otherwise, which says nothing of this bug: " + detail;
  case RetestResult::Untested:
    return "not tested: " + (detail.empty() ? "there was no time" : detail);
  }
  return "";
}

/// Which build of a compiler was retested that no release's number says; empty for a release.
Expected<std::string> buildOf(const TargetName &on, const Context &context) {
  if (on.version())
    return std::string();
  auto versions = versionWith({on}, context);
  return versions ? "with assay " + *versions : versions;
}

/// Writes down what is news.
Expected<void> keep(BugRecords &bugs, const Flags &flags, const BugRetest &retest,
                    std::optional<BugState> next, const std::string &build) {
  std::string why;
  for (const CaseRetest &one : retest.cases) {
    if (!one.isDone || one.isError)
      continue;
    JournalEntry entry;
    entry.bug = retest.bug->id;
    entry.who = flags.bugs.who;
    entry.target = one.target.text();
    entry.result = nameOf(one.result());
    entry.found = static_cast<int>(one.count(RetestResult::Fails));
    entry.checks = static_cast<int>(one.checks());
    entry.why = one.detail + (one.detail.empty() || build.empty() ? "" : "; ") + build;
    why += fmt::format("{}{}: {}, {} of {} checks", why.empty() ? "" : "; ", entry.target,
                       entry.result, one.count(one.result()), one.checks());
    const JournalEntry *last = retest.bug->history.lastTestOn(entry.target);
    if (last && last->result == entry.result && last->why == entry.why)
      continue;
    ASSAY_TRY(bugs.write(entry));
  }
  if (!next)
    return {};
  JournalEntry entry;
  entry.bug = retest.bug->id;
  entry.who = flags.bugs.who;
  entry.state = next;
  entry.detail = releaseOf(*flags.on);
  entry.why = fmt::format("retested: {}{}{}", why, build.empty() ? "" : "; ", build);
  return bugs.write(entry);
}

/// The bugs that a retest is about: of the compiler, and neither duplicates nor none at all.
Expected<std::list<BugRetest>> chosen(const BugRecords &bugs, const Flags &flags) {
  const std::string compiler = flags.on->absoluteCompiler();
  std::list<BugRetest> retests;
  for (const std::string &id : flags.ids)
    if (auto bug = bugs.find(id); !bug)
      return bug.error();
    else if ((*bug)->compiler() != compiler)
      return Error{fmt::format("{} is a bug of {}, and no target of it is {}", id,
                               (*bug)->compiler(), flags.on->text())};
  for (const BugRecord &bug : bugs.all()) {
    const BugState state = bug.history.state();
    const bool isNamed = std::ranges::find(flags.ids, bug.id) != flags.ids.end();
    const bool isOut = state == BugState::Duplicate || state == BugState::NotABug;
    if (bug.compiler() != compiler || (flags.ids.empty() ? isOut : !isNamed))
      continue;
    auto retest = retestOf(bug, *flags.on, flags.times);
    if (!retest)
      return retest.error();
    retests.push_back(std::move(*retest));
  }
  if (retests.empty())
    return Error{fmt::format("there is no bug of {}", compiler)};
  return retests;
}

int runRetest(const Flags &flags, const Context &context) {
  auto bugs = loadBugs(flags.bugs);
  if (!bugs)
    return complain(bugs.error());
  auto retests = chosen(*bugs, flags);
  if (!retests)
    return complain(retests.error());
  const auto build = buildOf(*flags.on, context);
  if (!build)
    return complain(build.error());
  StatusLine status(stderr);
  CheckQueue queue(
      [&](const QueuedTarget &target) {
        return onePool(context, {target.name}, {.inject = target.inject, .watch = target.watch});
      },
      flags.jobs);
  auto ran = runRetests(*retests, context.services, queue, [&](const RetestProgress &progress) {
    status.show(fmt::format("{:.0f} s  {} of {} cases, {} checks", status.seconds(), progress.done,
                            progress.cases, progress.checks));
    return StatusDisplay::interruptRequested();
  });
  status.clear();
  if (!ran)
    return complain(ran.error());

  // Where the release cannot be had at all, that is all there is to say.
  std::string error;
  bool isAnyTested = false;
  for (const BugRetest &retest : *retests)
    for (const CaseRetest &one : retest.cases) {
      isAnyTested |= one.isDone && !one.isError;
      if (one.isError)
        error = one.detail;
    }
  if (!isAnyTested && !error.empty())
    return complain({error});

  std::map<std::string_view, size_t> counts;
  size_t changes = 0;
  for (const BugRetest &retest : *retests) {
    const RetestResult result = retest.result();
    const auto next = retest.nextState(*flags.on);
    std::string said = outcome(retest, result, next, *flags.on);
    if (result == RetestResult::Fails)
      said += wideningOf(retest, flags);
    if (!flags.dryRun)
      if (auto kept = keep(*bugs, flags, retest, next, *build); !kept)
        return complain(kept.error());
    say("{:40} {}\n", retest.bug->id, said); // what is said is kept
    ++counts[nameOf(result)];
    changes += next.has_value() || result == RetestResult::Otherwise;
  }
  say("\n{} bug{} on {}: {} fail, {} are right, {} fail otherwise, {} were not tested; took {}\n",
      retests->size(), retests->size() == 1 ? "" : "s", flags.on->text(), counts["fails"],
      counts["right"], counts["otherwise"], counts["untested"], durationText(status.seconds()));
  return changes ? SomethingFound : isAnyTested ? AllAgree : NothingConcluded;
}

} // namespace

Action declareRetest(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("ID", &flags->ids, "These alone; default: all that are neither duplicates nor none");
  parser.add("--on", "TARGET", &flags->on, "A release, iree@3.14.0, or one of its backends")
      .required();
  parser.add("--times", "N", &flags->times, "Checks without the bug after which it is gone")
      .check(wholeNumber(1))
      .showDefault();
  parser.add("--dry-run", &flags->dryRun, "Keep nothing");
  addWorkerFlags(parser, flags->jobs);
  declareBugFlags(parser, flags->bugs, true);
  return [flags](const Context &context) { return runRetest(*flags, context); };
}

} // namespace assay
