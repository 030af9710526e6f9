#include "campaign/retest/Retest.h"

#include "triage/litcase/CaseFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace assay {
namespace {

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
  const bool isOfCompiler = target.absoluteCompiler() == on.absoluteCompiler() || isUpstreams;
  const bool isOfBackend = on.backend.empty() || target.backend == on.backend;
  return isOfCompiler && isOfBackend ? std::optional(target.onCompiler(on)) : std::nullopt;
}

/// Retests bugs, several at once.
class Retests {
public:
  Retests(const Services &services, CheckQueue &queue) : services(services), queue(queue) {}

  void add(BugRetest &retest) {
    for (CaseRetest &one : retest.cases) {
      ++progress.cases;
      ask(retest, one);
    }
  }

  RetestProgress progress;

private:
  void ask(BugRetest &retest, CaseRetest &one) {
    queue.add(queued(one, one.target), one.testCase,
              [this, &retest, &one](const Expected<Verdict> &verdict) {
                ++progress.checks;
                if (!verdict) {
                  one.isError = true;
                  conclude(retest, one, RetestResult::Untested, verdict.error().message);
                } else {
                  judge(retest, one, *verdict);
                }
              });
  }

  static QueuedTarget queued(const CaseRetest &one, const TargetName &target) {
    return {target, one.inject, one.watch};
  }

  /// Whether the verdict shows the bug; where it takes another target to tell, when that is known.
  void judge(BugRetest &retest, CaseRetest &one, const Verdict &verdict) {
    const std::string detail = fmt::format("{}: {}", verdict.name(), verdict.signature.text());
    if (verdict.passes())
      return conclude(retest, one, RetestResult::Right, "");
    if (!verdict.isFinding())
      return conclude(retest, one, RetestResult::Untested, detail);
    const TargetName full =
        services.withDrawsSpelledOut ? services.withDrawsSpelledOut(one.target) : one.target;
    const auto verdicts = retest.bug->valuesOf("verdict");
    const bool isAlike = std::ranges::find(verdicts, verdict.name()) != verdicts.end();
    if (retest.forms.all().empty() ? isAlike
                                   : retest.forms.explain(one.testCase, full, verdict) != nullptr)
      return conclude(retest, one, RetestResult::Fails, "");
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
      return conclude(retest, one, RetestResult::Otherwise, detail);
    const TargetName next = hiding.back();
    hiding.pop_back();
    queue.add(queued(one, next), one.testCase,
              [this, &retest, &one, hiding = std::move(hiding),
               detail = std::move(detail)](const Expected<Verdict> &verdict) {
                ++progress.checks;
                if (verdict && verdict->passes())
                  conclude(retest, one, RetestResult::Fails, "");
                else
                  askHiding(retest, one, hiding, detail);
              });
  }

  void conclude(BugRetest &retest, CaseRetest &one, RetestResult result,
                const std::string &detail) {
    ++one.count(result);
    if (!detail.empty())
      one.detail = detail;
    // What opens a bug again, and what is new of it, comes twice.
    const bool isOpen = rowOf(retest.bug->history.state()).isOpen;
    one.isDone = one.count(RetestResult::Untested) ||
                 one.count(RetestResult::Fails) >= (isOpen ? 1 : 2) ||
                 one.count(RetestResult::Otherwise) >= 2 || one.checks() >= one.times;
    if (one.isDone)
      ++progress.done;
    else
      ask(retest, one);
  }

  const Services &services;
  CheckQueue &queue;
};

} // namespace

int64_t CaseRetest::checks() const {
  return std::accumulate(counts.begin(), counts.end(), int64_t(0));
}

RetestResult CaseRetest::result() const {
  for (const RetestResult one :
       {RetestResult::Fails, RetestResult::Untested, RetestResult::Otherwise})
    if (count(one))
      return one;
  return checks() ? RetestResult::Right : RetestResult::Untested;
}

RetestResult BugRetest::result() const {
  RetestResult worst = cases.empty() ? RetestResult::Untested : RetestResult::Right;
  for (const RetestResult result :
       {RetestResult::Untested, RetestResult::Otherwise, RetestResult::Fails})
    for (const CaseRetest &one : cases)
      if (!one.isDone ? result == RetestResult::Untested : one.result() == result)
        worst = result;
  return worst;
}

std::optional<BugState> BugRetest::nextState(const TargetName &on) const {
  const BugState state = bug->history.state();
  const RetestResult result = this->result();
  const auto release = on.version(), newest = bug->newestWithIt();
  if (result == RetestResult::Fails && state == BugState::Obsolete)
    return BugState::Regressed;
  if (result == RetestResult::Fails && state == BugState::Fixed) {
    const auto fixed = parseVersion(bug->history.detail());
    return !fixed || !release || *fixed <= *release ? std::optional(BugState::Regressed)
                                                    : std::nullopt;
  }
  // Before the first release that has it, to be right is no news.
  if (result == RetestResult::Right && rowOf(state).isOpen &&
      (!release || !newest || *newest < *release))
    return BugState::Fixed;
  return std::nullopt;
}

Expected<BugRetest> retestOf(const BugRecord &bug, const TargetName &on, int64_t times) {
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
    auto target = onRelease(*file->target, on);
    if (!target) {
      retest.whyNot = fmt::format("the case is for {}", file->target->text());
      continue;
    }
    CaseRetest added(std::move(file->testCase), std::move(*target));
    added.inject = std::move(file->inject);
    added.watch = std::move(file->watch);
    added.times = isDeterministic(bug) ? times : std::max(times, timesIfNotDeterministic);
    retest.cases.push_back(std::move(added));
  }
  return retest;
}

Expected<void> runRetests(std::list<BugRetest> &retests, const Services &services,
                          CheckQueue &queue,
                          const std::function<bool(const RetestProgress &)> &stop) {
  Retests all(services, queue);
  for (BugRetest &retest : retests)
    all.add(retest);
  return queue.run([&] { return stop(all.progress); });
}

} // namespace assay
