#include "support/DurationText.h"
#include "tools/assay/BugFlags.h"
#include "tools/assay/CheckQueue.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/StatusDisplay.h"
#include "tools/assay/StatusLine.h"
#include "triage/known/KnownBugs.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
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

/// What a check, or all of a case's, says of a bug.
enum class Result : uint8_t { Fails, Right, Otherwise, Untested };
constexpr std::array<std::string_view, 4> names(Result) {
  return {"fails", "right", "otherwise", "untested"};
}

/// A case of a bug on its way through the checks.
struct CaseRetest {
  CaseRetest(TestCase testCase, TargetName target)
      : testCase(std::move(testCase)), target(std::move(target)) {}

  TestCase testCase;
  TargetName target;
  int64_t times = 0; // checks without the bug after which it is gone
  int64_t counts[4] = {};
  std::string detail; // of what is neither right nor the bug
  bool isError = false;
  bool isDone = false;

  int64_t &count(Result result) { return counts[size_t(result)]; }
  int64_t count(Result result) const { return counts[size_t(result)]; }
  int64_t checks() const { return counts[0] + counts[1] + counts[2] + counts[3]; }
  Result result() const {
    // One failure says that it is there, however often it is not seen.
    for (const Result one : {Result::Fails, Result::Untested, Result::Otherwise})
      if (count(one))
        return one;
    return checks() ? Result::Right : Result::Untested;
  }
};

struct BugRetest {
  const BugRecord *bug = nullptr;
  KnownBugs forms; // of any release
  std::list<CaseRetest> cases;
  std::string whyNot; // there are no cases
};

/// The entries of the bug without the releases that are known to have it: whether another has it is
/// the question.
Expected<KnownBugs> formsOf(const BugRecord &bug) {
  auto list = nlohmann::json::array();
  for (const nlohmann::json &form : bug.said["forms"]) {
    nlohmann::json entry = bug.said;
    entry.update(form);
    entry["id"] = bug.id;
    for (const char *key : {"forms", "title", "same_cause", "no_case", "no_forms", "order", "since",
                            "until", "case", "link", "phase"})
      entry.erase(key);
    list.push_back(std::move(entry));
  }
  return KnownBugs::parse(list.dump(), bug.id);
}

bool isDeterministic(const BugRecord &bug) {
  for (const std::string &says : bug.valuesOf("says"))
    if (says.find("nondeterministic") != says.npos)
      return false;
  return std::ranges::all_of(bug.history.entries(), [](const JournalEntry &entry) {
    return !entry.isTest() || entry.found == 0 || entry.found == entry.checks;
  });
}

/// The target on the release that is asked for; nothing if it is not of that compiler.
std::optional<TargetName> onRelease(const TargetName &target, const TargetName &on) {
  // What was found with upstream's passes within this program is upstream's as well.
  const bool isUpstreams = target.compiler == "cpu" && target.pipeline && on.compiler == "mlir";
  const bool isOfCompiler = target.compiler == on.compiler || isUpstreams;
  const bool isOfBackend = on.backend.empty() || target.backend == on.backend;
  return isOfCompiler && isOfBackend ? std::optional(target.onCompiler(on)) : std::nullopt;
}

/// The cases that were found on a target which the compiler has as well.
Expected<BugRetest> retestOf(const Flags &flags, const BugRecord &bug) {
  constexpr int64_t timesIfNotDeterministic = 8;
  BugRetest retest{&bug, {}, {}, bug.cases.empty() ? "there is no case" : ""};
  auto forms = formsOf(bug);
  if (!forms)
    return forms.error();
  retest.forms = std::move(*forms);
  for (const BugCase &one : bug.cases) {
    auto file = caseFileFrom(one.text, one.file);
    if (!file || !file->target) {
      retest.whyNot =
          file ? "the case names no target" : "the case is IR, which assay does not run";
      continue;
    }
    auto target = onRelease(*file->target, *flags.on);
    if (!target) {
      retest.whyNot = fmt::format("the case is for {}", file->target->text());
      continue;
    }
    CaseRetest added(std::move(file->testCase), std::move(*target));
    added.times =
        isDeterministic(bug) ? flags.times : std::max(flags.times, timesIfNotDeterministic);
    retest.cases.push_back(std::move(added));
  }
  return retest;
}

/// Retests bugs, several at once.
class Retest {
public:
  Retest(const Flags &flags, const Context &context)
      : context(context), queue(context, flags.jobs) {}

  void add(BugRetest &retest) {
    for (CaseRetest &one : retest.cases) {
      ++cases;
      ask(retest, one);
    }
  }
  Expected<void> run(StatusLine &status) {
    return queue.run([&] {
      status.show(fmt::format("{:.0f} s  {} of {} cases, {} checks", status.seconds(), done, cases,
                              checks));
      return StatusDisplay::interruptRequested();
    });
  }

private:
  void ask(BugRetest &retest, CaseRetest &one) {
    queue.add(one.target, one.testCase, [this, &retest, &one](const Expected<Verdict> &verdict) {
      ++checks;
      if (!verdict) {
        one.isError = true;
        conclude(retest, one, Result::Untested, verdict.error().message);
      } else {
        judge(retest, one, *verdict);
      }
    });
  }

  /// Whether the verdict shows the bug; where it takes another target to tell, when that is known.
  void judge(BugRetest &retest, CaseRetest &one, const Verdict &verdict) {
    const std::string detail = fmt::format("{}: {}", verdict.name(), verdict.signature.text());
    if (verdict.passes())
      return conclude(retest, one, Result::Right, "");
    if (!verdict.isFinding())
      return conclude(retest, one, Result::Untested, detail);
    const TargetName full = context.services.withDrawsSpelledOut
                                ? context.services.withDrawsSpelledOut(one.target)
                                : one.target;
    const auto verdicts = retest.bug->valuesOf("verdict");
    const bool isAlike = std::ranges::find(verdicts, verdict.name()) != verdicts.end();
    if (retest.forms.all().empty() ? isAlike
                                   : retest.forms.explain(one.testCase, full, verdict) != nullptr)
      return conclude(retest, one, Result::Fails, "");
    std::vector<TargetName> hiding;
    for (const KnownBug *bug : retest.forms.suspects(one.testCase, full, verdict))
      for (const std::string &setting : bug->hiddenBy)
        if (TargetName other = full.with(setting); std::ranges::find(hiding, other) == hiding.end())
          hiding.push_back(std::move(other));
    askHiding(retest, one, std::move(hiding), detail);
  }

  /// It is the bug if one of these targets hides it.
  void askHiding(BugRetest &retest, CaseRetest &one, std::vector<TargetName> hiding,
                 std::string detail) {
    if (hiding.empty())
      return conclude(retest, one, Result::Otherwise, detail);
    const TargetName next = hiding.back();
    hiding.pop_back();
    queue.add(next, one.testCase,
              [this, &retest, &one, hiding = std::move(hiding),
               detail = std::move(detail)](const Expected<Verdict> &verdict) {
                ++checks;
                if (verdict && verdict->passes())
                  conclude(retest, one, Result::Fails, "");
                else
                  askHiding(retest, one, hiding, detail);
              });
  }

  void conclude(BugRetest &retest, CaseRetest &one, Result result, const std::string &detail) {
    ++one.count(result);
    if (!detail.empty())
      one.detail = detail;
    // What opens a bug again, and what is new of it, comes twice.
    const bool isOpen = rowOf(retest.bug->history.state()).isOpen;
    one.isDone = one.count(Result::Untested) || one.count(Result::Fails) >= (isOpen ? 1 : 2) ||
                 one.count(Result::Otherwise) >= 2 || one.checks() >= one.times;
    if (one.isDone)
      ++done;
    else
      ask(retest, one);
  }

  const Context &context;
  CheckQueue queue;
  size_t cases = 0, done = 0, checks = 0;
};

/// What all cases of a bug amount to, if all are done.
Result resultOf(const BugRetest &retest) {
  Result worst = retest.cases.empty() ? Result::Untested : Result::Right;
  for (const Result result : {Result::Untested, Result::Otherwise, Result::Fails})
    for (const CaseRetest &one : retest.cases)
      if (!one.isDone ? result == Result::Untested : one.result() == result)
        worst = result;
  return worst;
}

/// The state that follows from what a release shows; nothing if it tells nothing new.
std::optional<BugState> stateAfter(const BugRecord &bug, Result result, const TargetName &on) {
  const BugState state = bug.history.state();
  const auto release = on.version(), newest = bug.newestWithIt();
  if (result == Result::Fails && state == BugState::Obsolete)
    return BugState::Regressed;
  if (result == Result::Fails && state == BugState::Fixed) {
    const auto fixed = parseVersion(bug.history.detail());
    return !fixed || !release || *fixed <= *release ? std::optional(BugState::Regressed)
                                                    : std::nullopt;
  }
  // Before the first release that has it, to be right is no news.
  if (result == Result::Right && rowOf(state).isOpen && (!release || !newest || *newest < *release))
    return BugState::Fixed;
  return std::nullopt;
}

std::string releaseOf(const TargetName &on) {
  return on.release.empty() ? on.compilerText() : on.release;
}

/// What became of it, for people.
std::string outcome(const BugRetest &retest, Result result, std::optional<BugState> next,
                    const TargetName &on) {
  const BugRecord &bug = *retest.bug;
  std::string detail = retest.whyNot;
  for (const CaseRetest &one : retest.cases)
    if (!one.detail.empty())
      detail = one.detail;
  if (next)
    return describe(*next, releaseOf(on));
  switch (result) {
  case Result::Fails:
    return rowOf(bug.history.state()).isOpen ? "still fails" : "fails, as it did in that release";
  case Result::Right:
    if (!rowOf(bug.history.state()).isOpen)
      return "still right";
    return on.version() == bug.newestWithIt()
               ? "right, though that release is said to have it: look at it"
               : "right, as newer releases are not";
  case Result::Otherwise:
    return "fails otherwise, which says nothing of this bug: " + detail;
  case Result::Untested:
    return "not tested: " + (detail.empty() ? "there was no time" : detail);
  }
  return "";
}

/// Writes down what is news.
Expected<void> keep(BugRecords &bugs, const Flags &flags, const BugRetest &retest,
                    std::optional<BugState> next) {
  std::string why;
  for (const CaseRetest &one : retest.cases) {
    if (!one.isDone || one.isError)
      continue;
    JournalEntry entry;
    entry.bug = retest.bug->id;
    entry.who = flags.bugs.who;
    entry.target = one.target.text();
    entry.result = nameOf(one.result());
    entry.found = static_cast<int>(one.count(Result::Fails));
    entry.checks = static_cast<int>(one.checks());
    entry.why = one.detail;
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
  entry.why = "retested: " + why;
  return bugs.write(entry);
}

/// The bugs that a retest is about: of the compiler, and neither duplicates nor none at all.
Expected<std::list<BugRetest>> chosen(const BugRecords &bugs, const Flags &flags) {
  std::list<BugRetest> retests;
  for (const std::string &id : flags.ids)
    if (auto bug = bugs.find(id); !bug)
      return bug.error();
    else if ((*bug)->compiler() != flags.on->compiler)
      return Error{fmt::format("{} is a bug of {}, and no target of it is {}", id,
                               (*bug)->compiler(), flags.on->text())};
  for (const BugRecord &bug : bugs.all()) {
    const BugState state = bug.history.state();
    const bool isNamed = std::ranges::find(flags.ids, bug.id) != flags.ids.end();
    const bool isOut = state == BugState::Duplicate || state == BugState::NotABug;
    if (bug.compiler() != flags.on->compiler || (flags.ids.empty() ? isOut : !isNamed))
      continue;
    auto retest = retestOf(flags, bug);
    if (!retest)
      return retest.error();
    retests.push_back(std::move(*retest));
  }
  if (retests.empty())
    return Error{fmt::format("there is no bug of {}", flags.on->compiler)};
  return retests;
}

int runRetest(const Flags &flags, const Context &context) {
  auto bugs = loadBugs(flags.bugs);
  if (!bugs)
    return complain(bugs.error());
  auto retests = chosen(*bugs, flags);
  if (!retests)
    return complain(retests.error());
  StatusLine status(stderr);
  Retest all(flags, context);
  for (BugRetest &retest : *retests)
    all.add(retest);
  auto ran = all.run(status);
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
    const Result result = resultOf(retest);
    const auto next = stateAfter(*retest.bug, result, *flags.on);
    const std::string said = outcome(retest, result, next, *flags.on);
    if (!flags.dryRun)
      if (auto kept = keep(*bugs, flags, retest, next); !kept)
        return complain(kept.error());
    say("{:40} {}\n", retest.bug->id, said); // what is said is kept
    ++counts[nameOf(result)];
    changes += next.has_value() || result == Result::Otherwise;
  }
  say("\n{} bugs on {}: {} fail, {} are right, {} fail otherwise, {} were not tested; took {}\n",
      retests->size(), flags.on->text(), counts["fails"], counts["right"], counts["otherwise"],
      counts["untested"], durationText(status.seconds()));
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
