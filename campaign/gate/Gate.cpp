#include "campaign/gate/Gate.h"

#include "campaign/CaseReduction.h"
#include "campaign/Causes.h"
#include "campaign/Similarity.h"
#include "campaign/Surgery.h"
#include "campaign/Suspects.h"
#include "campaign/gate/BaseMemory.h"
#include "campaign/gate/NearVariants.h"
#include "campaign/workers/Await.h"
#include "campaign/workers/Confirmation.h"
#include "campaign/workers/FreshCheck.h"
#include "check/Accusations.h"
#include "check/SameCause.h"
#include "check/SameFailure.h"
#include "program/Json.h"
#include "support/Assert.h"
#include "support/DurationText.h"
#include "support/Hash.h"
#include "support/NameOf.h"
#include "support/ReadFile.h"
#include "support/Version.h"
#include "support/WriteFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace assay {
namespace {

/// Programs by which one side may be ahead: compile times are compared, so both are to have the
/// machine in the same state.
constexpr int64_t mostAhead = 64;
/// Of one signature, until one turns out to be news.
constexpr size_t mostLooks = 3;
/// A candidate that is broken altogether is not reduced all night.
constexpr int mostReductions = 20;
/// Nor is the cause of everything looked for there: that of the worst is.
constexpr size_t mostExplained = 10;

using Clock = std::chrono::steady_clock;

using Place = std::pair<int64_t, int>; // program, target

/// Both verdicts on a program. `program` counts the corpus first, then those that are drawn.
struct Compared {
  int64_t program = 0;
  int target = 0;
  Verdict base, candidate;

  Place place() const { return {program, target}; }
};

FuzzOptions campaignOf(const GateOptions &options) {
  FuzzOptions campaign;
  campaign.parameters.seed = options.seed;
  campaign.parameters.profile = options.profile;
  campaign.parameters.plan = options.plan;
  campaign.parameters.inject = options.inject;
  for (const GatePair &pair : options.pairs)
    campaign.parameters.targets.push_back(pair.candidate);
  campaign.worker = options.worker;
  campaign.limits = options.limits;
  return campaign;
}

enum class Side : uint8_t { Base, Candidate };

/// In how many checks of the base the failure may show. A crash may hang on where memory happens to
/// lie.
int triesFor(const Verdict &verdict) {
  return std::max(checksUntilGone(verdict), std::holds_alternative<Crash>(verdict.outcome) ? 4 : 1);
}

Pool::Options poolOf(const GateOptions &options, Side side) {
  const bool isCandidate = side == Side::Candidate;
  Setup setup{options.seed, options.profile, {}};
  for (const GatePair &pair : options.pairs)
    setup.targets.push_back(isCandidate ? pair.candidate : pair.base);
  setup.options.inject = isCandidate ? options.inject : "";
  setup.options.measure = !options.watch.empty();
  setup.steer = options.known;
  setup.plan = options.plan;
  const int half = std::max(1, options.jobs / 2);
  return {options.worker, std::move(setup), isCandidate ? std::max(1, options.jobs - half) : half,
          options.limits};
}

CompileTimes::Side timesOf(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  if (seconds.empty())
    return {};
  const auto at = [&](double share) {
    return seconds[static_cast<size_t>(share * static_cast<double>(seconds.size() - 1))];
  };
  return {at(0.5), at(0.99)};
}

/// One gate. Its phases, in their order: compareAll() has both sides check every program;
/// judgeSuspects() looks closer at what the candidate alone does, or does in another way, all of it
/// before anything of it is reduced, judgeRepaired() at what the base alone does, and explainNews()
/// finds causes.
class Gate {
public:
  Gate(const Services &services, const GateOptions &options, GateObserver &observer,
       BaseMemory memory)
      : services(services), options(options), observer(observer), memory(std::move(memory)),
        campaign(campaignOf(options)), candidates(poolOf(options, Side::Candidate)),
        bases(poolOf(options, Side::Base)),
        knownSuspects(
            services, campaign, [](const CheckReply &) {}, [this] { return isOver(); }),
        surgery(services, campaign, candidates, [](const CheckReply &) {}),
        times(options.pairs.size()), counts(options.pairs.size()) {}

  Expected<GateResult> run();

private:
  /// Answers for one check of both sides, as they come.
  struct Halves {
    std::optional<CheckReply> base, candidate;
  };
  /// Failures of one signature on one target: what one of them is, all are.
  struct Group {
    std::vector<const Compared *> failures;
    size_t looks = 0;                      // how many of them were judged
    std::optional<GateFinding> found = {}; // what matters most of these
    /// If that is news, the case that shows it, and how.
    std::optional<TestCase> shown = {};
    std::optional<Verdict> shownBy = {};

    bool isNews() const { return found && found->change <= GateChange::Changed; }
  };

  /// What one failure is; and if that is news, the case that shows it, and how.
  struct Judged {
    GateFinding finding;
    TestCase shown;
    Verdict shownBy;
  };

  Pool &pool(Side side) { return side == Side::Base ? bases : candidates; }
  int targets() const { return static_cast<int>(options.pairs.size()); }
  int64_t corpusSize() const { return static_cast<int64_t>(options.corpus.size()); }
  TestCase caseOf(int64_t program) const;
  std::string labelOf(int64_t program) const;

  Expected<void> compareAll();
  void askCorpus();
  void dispatch(Side side);
  void receive(Side side, int64_t program, int target, const CheckReply &reply);
  void settle(const Compared &compared);
  void beginConfirming(const Compared &suspect);
  void askAgain(Place place);
  void count(const Compared &compared);
  void measure(const Compared &compared);
  Expected<void> pollBoth();

  void reportUnchanged();
  Expected<void> judgeSuspects();
  Expected<void> judgeRepaired();
  Expected<void> explainNews();
  Expected<void> look(Group &group);
  Expected<void> reduceNews(std::vector<Group> &all);
  Expected<void> reduce(Group &group);
  GateFinding describe(const Compared &compared) const;
  Expected<Judged> judge(const Compared &suspect);
  Expected<void> judgeOnBase(const TestCase &testCase, int target, const Verdict &verdict,
                             const std::string &how, GateFinding &finding);
  bool hasBug(const TargetName &base, const std::string &bug, const TestCase &testCase,
              const Verdict &verdict) const;
  Expected<std::optional<std::string>> knownAs(const TestCase &testCase, int target,
                                               const Verdict &verdict, const Verdict *onBase);
  Expected<std::optional<Verdict>> confirmSuspect(const Compared &suspect);
  Expected<std::optional<Verdict>> confirm(Side side, const TestCase &testCase, int target,
                                           const Verdict &verdict);
  Expected<void> remember(const TestCase &testCase, int target, const Verdict &verdict);
  Expected<std::optional<Verdict>> askBase(const TestCase &testCase, int target);
  Expected<std::optional<Verdict>> failsOnBase(const TestCase &testCase, int target,
                                               const Verdict &verdict, int tries);
  Expected<bool> isOnBaseNearby(const TestCase &testCase, int target, const Verdict &verdict,
                                const std::string &prefix, GateFinding &finding);
  Expected<std::optional<ReducedCase>> reduceCase(const TestCase &testCase, int target,
                                                  const Verdict &verdict);
  Expected<void> writeCase(const TestCase &testCase, int target, const Verdict &verdict,
                           GateFinding &finding);
  /// What was reported so, if it was; null if not.
  GateFinding *reported(GateChange change, const std::string &signature);
  void report(GateFinding finding);

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }
  bool isOutOfTime() const { return options.seconds && seconds() >= *options.seconds; }
  /// What was found may take a quarter longer, and half a minute at least.
  bool isOver() const {
    return observer.stopRequested() ||
           (options.seconds &&
            seconds() >= *options.seconds + std::max(30.0, *options.seconds / 4));
  }
  std::string timeLeft(int64_t all) const;
  void show(const std::string &doing);

  const Services &services;
  const GateOptions &options;
  GateObserver &observer;
  BaseMemory memory;
  FuzzOptions campaign; // of the candidates
  Pool candidates, bases;
  Suspects knownSuspects;
  Surgery surgery;
  const Clock::time_point begun = Clock::now();
  Clock::time_point shown = begun;

  std::map<Place, Halves> open;
  int64_t dispatched[2] = {0, 0}; // drawn programs, by side
  int64_t settled = 0;            // checks of both
  /// What fails on the candidate alone or in another way, on the base alone, and on both alike.
  std::vector<Compared> suspects, repaired, unchanged;
  /// Of suspects: what fresh workers say. Of each signature on a target the first that came is
  /// confirmed while programs are checked: a hang takes a minute, which a gate that ends early
  /// might not have.
  std::map<Place, Confirmation> confirmations;
  std::set<std::pair<int, std::string>> begunSignatures; // by target
  /// Seconds of compiling, by target: of base and candidate.
  std::vector<std::pair<std::vector<double>, std::vector<double>>> times;
  std::vector<std::map<Metric, MetricChange>> counts;
  /// What was gained, which is negative, by which program.
  std::map<std::pair<int, Metric>, std::pair<int64_t, int64_t>> mostLost;
  std::set<std::string> structures, ops;
  /// What became of a failure, and the signature that it is reported with.
  struct Fate {
    GateChange change;
    std::string signature;
  };
  std::map<Place, Fate> fates;
  std::map<Place, GateCaseResult> cases; // of the corpus
  std::optional<Error> failure;          // of what the pools' answers led to
  int reductions = 0;
  GateResult result;
};

Expected<GateResult> Gate::run() {
  result.version = version;
  result.pairs = options.pairs;
  result.seed = options.seed;
  result.profile = options.profile;
  result.inject = options.inject;
  result.count = options.count;
  result.folder = options.folder;
  ASSAY_TRY(services.generate(options.seed, 0, options.profile));
  const auto stop = [this] { return isOver(); };
  ASSAY_TRY(bases.start(stop));
  ASSAY_TRY(candidates.start(stop));
  // Not before it is known that there are such targets.
  if (options.isOfEquals()) {
    result.end = GateResult::End::Equal;
    return std::move(result);
  }
  ASSAY_TRY(makeWritable(options.folder));
  ASSAY_TRY(compareAll());
  reportUnchanged();
  ASSAY_TRY(judgeSuspects());
  ASSAY_TRY(judgeRepaired());
  std::ranges::sort(result.findings, {}, [](const GateFinding &finding) {
    return std::tuple(finding.change, rankOf(finding.verdict), finding.signature);
  });
  ASSAY_TRY(explainNews());
  for (auto &[place, one] : cases) {
    if (const auto fate = fates.find(place); fate != fates.end()) {
      const auto &[change, signature] = fate->second;
      one.change = change;
      if (const GateFinding *finding = reported(change, signature))
        one.finding = static_cast<size_t>(finding - result.findings.data());
    }
    result.cases.push_back(std::move(one));
  }
  for (size_t i = 0; i < times.size(); ++i)
    result.compileTimes.push_back({options.pairs[i], static_cast<int64_t>(times[i].first.size()),
                                   timesOf(times[i].first), timesOf(times[i].second)});
  for (const auto &byMetric : counts)
    for (const auto &[metric, change] : byMetric)
      result.metrics.push_back(change);
  result.structures = static_cast<int64_t>(structures.size());
  result.ops.assign(ops.begin(), ops.end());
  result.seconds = seconds();
  result.isCutShort = result.end == GateResult::End::Completed && isOutOfTime();
  return std::move(result);
}

TestCase Gate::caseOf(int64_t program) const {
  if (program < corpusSize())
    return options.corpus[static_cast<size_t>(program)].testCase;
  auto made = services.generate(options.seed, static_cast<uint64_t>(program - corpusSize()),
                                options.profile);
  ASSAY_ASSERT(bool(made), "the profile was there before");
  return std::move(*made);
}

std::string Gate::labelOf(int64_t program) const {
  return program < corpusSize() ? options.corpus[static_cast<size_t>(program)].name
                                : fmt::format("program {}", program - corpusSize());
}

void Gate::show(const std::string &doing) {
  constexpr std::chrono::milliseconds pause(200);
  if (Clock::now() - shown < pause)
    return;
  shown = Clock::now();
  observer.onProgress(doing);
}

Expected<void> Gate::compareAll() {
  askCorpus();
  const int64_t all = (corpusSize() + options.count) * targets();
  while (settled < all && !isOutOfTime() && !observer.stopRequested()) {
    dispatch(Side::Base);
    dispatch(Side::Candidate);
    ASSAY_TRY(pollBoth());
    if (failure)
      return *failure;
    show(fmt::format("{} of {} programs, {} to look at{}", settled / targets(),
                     corpusSize() + options.count, suspects.size(), timeLeft(all)));
  }
  result.end = settled == all             ? GateResult::End::Completed
               : observer.stopRequested() ? GateResult::End::Stopped
                                          : GateResult::End::OutOfTime;
  if (result.end != GateResult::End::Completed) {
    bases.abandon();
    // What is being confirmed may be in the middle of a hang, which takes as long again.
    candidates.abandonAllButFresh();
  }
  // Which answer came first may tell nothing of what is said.
  for (auto *failures : {&suspects, &repaired, &unchanged})
    std::ranges::sort(*failures, {}, &Compared::place);
  return {};
}

/// How long the programs are going to take at the rate so far, of `all` checks.
std::string Gate::timeLeft(int64_t all) const {
  constexpr double soon = 5; // seconds
  if (settled == 0 || seconds() < soon)
    return "";
  double left = seconds() / static_cast<double>(settled) * static_cast<double>(all - settled);
  if (options.seconds)
    left = std::min(left, *options.seconds - seconds());
  return fmt::format(", {} left", durationText(std::max(left, 1.0)));
}

void Gate::askCorpus() {
  for (int64_t program = 0; program < corpusSize(); ++program) {
    const std::string json = writeJson(options.corpus[static_cast<size_t>(program)].testCase);
    for (int target = 0; target < targets(); ++target)
      for (Side side : {Side::Base, Side::Candidate})
        pool(side).submit({json, target}, [=, this](const CheckReply &reply) {
          receive(side, program, target, reply);
        });
  }
}

void Gate::dispatch(Side side) {
  int64_t &next = dispatched[static_cast<size_t>(side)];
  const int64_t other = dispatched[1 - static_cast<size_t>(side)];
  while (next < options.count && next < other + mostAhead && pool(side).wantsMore()) {
    const int64_t end = std::min(next + programsPerRequest, options.count);
    pool(side).submit(RangeRequest{next, 0, end, false}, [=, this](const CheckReply &reply) {
      receive(side, corpusSize() + reply.index, reply.target, reply);
    });
    next = end;
  }
}

Expected<void> Gate::pollBoth() {
  constexpr int milliseconds = 10;
  if (bases.busy())
    ASSAY_TRY(bases.poll(milliseconds));
  return candidates.busy() ? candidates.poll(milliseconds) : Expected<void>();
}

void Gate::receive(Side side, int64_t program, int target, const CheckReply &reply) {
  Halves &halves = open[{program, target}];
  (side == Side::Base ? halves.base : halves.candidate) = reply;
  if (!halves.base || !halves.candidate)
    return;
  settle({program, target, std::move(halves.base->verdict), std::move(halves.candidate->verdict)});
  open.erase({program, target});
}

void Gate::settle(const Compared &compared) {
  ++settled;
  count(compared);
  const auto &[program, target, base, candidate] = compared;
  if (program < corpusSize())
    cases[{program, target}] = {labelOf(program),
                                options.pairs[static_cast<size_t>(target)].candidate,
                                std::string(base.name()),
                                std::string(candidate.name()),
                                candidate.signature.text(),
                                candidate.seconds.total(),
                                std::nullopt,
                                std::nullopt};
  if (base.isFinding() && !failure)
    if (auto kept = remember(caseOf(program), target, base); !kept)
      failure = kept.error();
  if (candidate.isFinding() && sameFailure(base, candidate)) {
    unchanged.push_back(compared);
  } else if (candidate.isFinding()) {
    suspects.push_back(compared);
    if (begunSignatures.emplace(target, candidate.signature.text()).second)
      beginConfirming(compared);
  } else if (base.isFinding() && std::holds_alternative<Agree>(candidate.outcome)) {
    repaired.push_back(compared);
  }
}

/// Asks fresh workers, if they were not asked yet.
void Gate::beginConfirming(const Compared &suspect) {
  if (confirmations.try_emplace(suspect.place(), suspect.candidate, false, leastChecksOfFailure)
          .second)
    askAgain(suspect.place());
}

void Gate::askAgain(Place place) {
  candidates.submitFresh(
      {writeJson(caseOf(place.first)), place.second},
      [this, place](const CheckReply &again) {
        Confirmation &confirmation = confirmations.at(place);
        confirmation.add(again.verdict);
        if (!confirmation.isSettled())
          askAgain(place);
      },
      confirmations.at(place).patience());
}

/// What stands of it; nothing if the time ends before that is known.
Expected<std::optional<Verdict>> Gate::confirmSuspect(const Compared &suspect) {
  if (!isOver())
    beginConfirming(suspect);
  const auto found = confirmations.find(suspect.place());
  while (found != confirmations.end() && !found->second.isSettled() && !isOver())
    ASSAY_TRY(candidates.poll(100));
  if (found == confirmations.end() || !found->second.isSettled())
    return std::optional<Verdict>();
  return std::optional(found->second.verdict(caseOf(suspect.program).program()));
}

void Gate::count(const Compared &compared) {
  const auto &[program, target, base, candidate] = compared;
  result.checks += 2;
  if (target == 0)
    ++(program < corpusSize() ? result.corpusCases : result.programs);
  ++result.verdicts[std::string(candidate.name())];
  const auto reasonOf = [](const Verdict &verdict) -> const std::string * {
    if (const auto *unsupported = std::get_if<Unsupported>(&verdict.outcome))
      return &unsupported->reason;
    const auto *inconclusive = std::get_if<Inconclusive>(&verdict.outcome);
    return inconclusive ? &inconclusive->reason : nullptr;
  };
  const bool isPassedOver = std::holds_alternative<Known>(base.outcome) ||
                            std::holds_alternative<Known>(candidate.outcome);
  result.passedOver += isPassedOver;
  if (isPassedOver)
    return;
  const std::string *reason = reasonOf(candidate), *before = reasonOf(base);
  if (reason && !before)
    ++(std::holds_alternative<Unsupported>(candidate.outcome) ? result.newlyUnsupported
                                                              : result.newlyInconclusive)[*reason];
  if (!reason && before)
    ++result.newlySupported;
  if (reason || candidate.failsToCompile())
    return;
  ++result.accepted;
  const TestCase testCase = caseOf(program);
  structures.merge(std::set<std::string>([&] {
    auto all = structuresOf(testCase, Verdict());
    return std::set<std::string>(all.begin(), all.end());
  }()));
  for (const Node &node : testCase.program().nodes())
    ops.emplace(name(kindOf(node.op)));
  if (std::holds_alternative<Agree>(base.outcome) &&
      std::holds_alternative<Agree>(candidate.outcome))
    measure(compared);
}

void Gate::measure(const Compared &compared) {
  const auto &[program, target, base, candidate] = compared;
  const auto place = static_cast<size_t>(target);
  times[place].first.push_back(base.seconds.compile);
  times[place].second.push_back(candidate.seconds.compile);
  for (Metric metric : options.watch) {
    const auto before = base.metrics.find(metric), after = candidate.metrics.find(metric);
    if (before == base.metrics.end() || after == candidate.metrics.end())
      continue;
    MetricChange &change = counts[place][metric];
    change.pair = options.pairs[place];
    change.metric = metric;
    change.base += before->second;
    change.candidate += after->second;
    const std::array one{metric};
    change.better += !savings(base.metrics, candidate.metrics, one).empty();
    if (savings(candidate.metrics, base.metrics, one).empty())
      continue;
    ++change.worse;
    // Of equal ones the first, in whichever order they come.
    const std::pair lost{before->second - after->second, program};
    const auto [most, isFirst] = mostLost.try_emplace({target, metric}, lost);
    if (isFirst || lost < most->second) {
      most->second = lost;
      change.worst = labelOf(program);
    }
  }
}

void Gate::reportUnchanged() {
  for (const Compared &one : unchanged) {
    GateFinding finding = describe(one);
    finding.change = GateChange::OnBase;
    fates[one.place()] = {finding.change, finding.signature};
    report(std::move(finding));
  }
}

Expected<void> Gate::judgeSuspects() {
  std::map<std::pair<int, std::string>, std::vector<const Compared *>> bySignature;
  for (const Compared &one : suspects)
    bySignature[{one.target, one.candidate.signature.text()}].push_back(&one);
  std::vector<Group> all;
  for (auto &[name, failures] : bySignature)
    all.push_back({std::move(failures)});
  std::ranges::sort(all, {}, [](const Group &group) { return group.failures.front()->place(); });
  // Where the base is right it is new; where that fails otherwise it may be.
  for (Group &group : all)
    std::ranges::sort(group.failures, {}, [&](const Compared *one) {
      return std::tuple(one->base.isFinding(), one->program, one->target);
    });
  const auto nameOf = [](const Group &group) {
    return group.failures.front()->candidate.signature.text();
  };
  // What is news at all matters more than its smallest form.
  for (size_t i = 0; i < all.size(); ++i) {
    show(fmt::format("looking closer, {} of {}: {}", i + 1, all.size(), nameOf(all[i])));
    ASSAY_TRY(look(all[i]));
  }
  ASSAY_TRY(reduceNews(all));
  for (Group &group : all) {
    GateFinding &finding = *group.found;
    // What nobody had the time for is for whoever repeats it.
    const bool isKept = group.isNews() || finding.change == GateChange::Open;
    if (isKept && !reported(finding.change, finding.signature))
      ASSAY_TRY(writeCase(*group.shown, group.failures.front()->target, *group.shownBy, finding));
    finding.targets.front().programs = static_cast<int64_t>(group.failures.size());
    for (const Compared *one : group.failures)
      fates[one->place()] = {finding.change, finding.signature};
    report(std::move(finding));
  }
  return {};
}

/// Judges failures of a group as they were found, until one is news: one that the base gets right,
/// as long as there is one.
Expected<void> Gate::look(Group &group) {
  while (group.looks < std::min(group.failures.size(), mostLooks)) {
    const Compared &suspect = *group.failures[group.looks++];
    auto judged = judge(suspect);
    if (!judged)
      return judged.error();
    if (!group.found || judged->finding.change < group.found->change) {
      group.found = std::move(judged->finding);
      group.shown = std::move(judged->shown);
      group.shownBy = std::move(judged->shownBy);
    }
    const bool mayBeNew = group.found->change == GateChange::Changed &&
                          group.looks < group.failures.size() &&
                          !group.failures[group.looks]->base.isFinding();
    if ((group.isNews() && !mayBeNew) || isOver())
      break;
  }
  return {};
}

/// Reduces what is news, the worst first, and looks at that on the base as well. Where this shows
/// it, another failure of the group may be news.
Expected<void> Gate::reduceNews(std::vector<Group> &all) {
  std::vector<Group *> news;
  for (Group &group : all)
    if (group.isNews())
      news.push_back(&group);
  std::ranges::sort(news, {}, [](const Group *group) {
    return std::pair(rankOf(group->found->verdict), group); // which are in the order of programs
  });
  for (Group *group : news)
    while (group->isNews() && options.reduce && reductions < mostReductions &&
           !group->shownBy->signature.isOurBug()) {
      ASSAY_TRY(reduce(*group));
      if (group->isNews() || isOver())
        break;
      ASSAY_TRY(look(*group));
    }
  return {};
}

GateFinding *Gate::reported(GateChange change, const std::string &signature) {
  const auto same = std::ranges::find_if(result.findings, [&](const GateFinding &other) {
    return other.change == change && other.signature == signature;
  });
  return same == result.findings.end() ? nullptr : &*same;
}

/// What is one thing in the end is reported once.
void Gate::report(GateFinding finding) {
  GateFinding *known = reported(finding.change, finding.signature);
  if (!known) {
    result.findings.push_back(std::move(finding));
    return;
  }
  for (const GateFinding::Tally &tally : finding.targets) {
    const auto same = std::ranges::find(known->targets, tally.target, &GateFinding::Tally::target);
    if (same == known->targets.end())
      known->targets.push_back(tally);
    else
      same->programs += tally.programs;
  }
}

/// As it was seen on the candidate.
GateFinding Gate::describe(const Compared &compared) const {
  GateFinding finding;
  finding.program = labelOf(compared.program);
  finding.targets = {{options.pairs[static_cast<size_t>(compared.target)].candidate, 1}};
  finding.shows(caseOf(compared.program), compared.candidate);
  return finding;
}

/// As it was found, or what there is behind a known bug that it shows.
Expected<Gate::Judged> Gate::judge(const Compared &suspect) {
  const int target = suspect.target;
  Judged judged{describe(suspect), caseOf(suspect.program), suspect.candidate};
  auto &[finding, shown, shownBy] = judged;
  auto confirmed = confirmSuspect(suspect);
  if (!confirmed)
    return confirmed.error();
  if (!*confirmed)
    return judged;
  shownBy = std::move(**confirmed);
  if (!shownBy.isFinding()) {
    finding.change = GateChange::Flaky;
    return judged;
  }
  finding.shows(shown, shownBy);
  // What is left of a program without a known bug may be another one.
  for (int cuts = 0;;) {
    auto known = knownAs(shown, target, shownBy, cuts == 0 ? &suspect.base : nullptr);
    if (!known)
      return known.error();
    if (!*known)
      break;
    finding.change = GateChange::Known;
    finding.known = **known;
    if (cuts >= Surgery::fewCuts)
      return judged;
    auto behind = surgery.lookBehind(shown, target, shownBy, **known, [this] { return isOver(); });
    if (!behind)
      return behind.error();
    if (!*behind)
      return judged;
    if ((**behind).known)
      finding.known = std::get<Known>((**behind).known->outcome).id;
    if (!(**behind).news)
      return judged;
    cuts += std::max(1, (**behind).cuts);
    auto again = confirm(Side::Candidate, *(**behind).news, target, (**behind).verdict);
    if (!again)
      return again.error();
    if (!*again || !(**again).isFinding())
      return judged;
    shown = *std::move((**behind).news);
    shownBy = std::move(**again);
    finding.change = GateChange::Open;
    finding.known.clear();
    finding.shows(shown, shownBy);
  }
  ASSAY_TRY(judgeOnBase(shown, target, shownBy, "", finding));
  return judged;
}

/// What the base says of a failure makes of it: on the base as well, changed or new; nothing else
/// if there is no time to ask.
Expected<void> Gate::judgeOnBase(const TestCase &testCase, int target, const Verdict &verdict,
                                 const std::string &how, GateFinding &finding) {
  auto same = failsOnBase(testCase, target, verdict, triesFor(verdict));
  if (!same)
    return same.error();
  if (*same) {
    finding.change = GateChange::OnBase;
    finding.how = how;
    return {};
  }
  auto nearby = isOnBaseNearby(testCase, target, verdict, how.empty() ? "" : how + ", ", finding);
  if (!nearby || *nearby)
    return nearby ? Expected<void>() : nearby.error();
  auto onBase = askBase(testCase, target);
  if (!onBase)
    return onBase.error();
  if (!*onBase || isOver())
    return {};
  finding.change = (*onBase)->isFinding() ? GateChange::Changed : GateChange::New;
  finding.baseVerdict = finding.baseSignature = finding.baseDetail = "";
  if (finding.change == GateChange::Changed) {
    finding.baseVerdict = (*onBase)->name();
    finding.baseSignature = (*onBase)->signature.text();
    finding.baseDetail = (*onBase)->describe();
  }
  return {};
}

/// Of what is news the smallest form, which is news as well, or on the base. If the time ends
/// meanwhile it stays as it was found.
Expected<void> Gate::reduce(Group &group) {
  ++reductions;
  const int target = group.failures.front()->target;
  auto reduced = reduceCase(*group.shown, target, *group.shownBy);
  if (!reduced)
    return reduced.error();
  if (!*reduced)
    return {};
  GateFinding finding = *group.found;
  finding.isReduced = true;
  finding.change = GateChange::Open;
  finding.shows((*reduced)->testCase, (*reduced)->verdict);
  ASSAY_TRY(judgeOnBase((*reduced)->testCase, target, (*reduced)->verdict, "reduced", finding));
  // What is new stays so where the base fails otherwise with less of the program.
  if (finding.change == GateChange::Open ||
      (finding.change == GateChange::Changed && group.found->change == GateChange::New))
    return {};
  group.found = std::move(finding);
  group.shown = std::move((*reduced)->testCase);
  group.shownBy = std::move((*reduced)->verdict);
  return {};
}

/// Whether the list says that this bug would show so on the base.
bool Gate::hasBug(const TargetName &base, const std::string &bug, const TestCase &testCase,
                  const Verdict &verdict) const {
  const auto isIt = [&](const Verdict &known) { return std::get<Known>(known.outcome).id == bug; };
  return (services.allKnown &&
          std::ranges::any_of(services.allKnown(testCase, base, verdict), isIt)) ||
         (services.suspects &&
          std::ranges::any_of(services.suspects(testCase, base, verdict), isIt, &Suspect::known));
}

/// The id of the known bug that it is. It is none if the base has that bug as well, and is right:
/// the list explains more than the bug does. `onBase` is what the base says, if it was asked.
Expected<std::optional<std::string>> Gate::knownAs(const TestCase &testCase, int target,
                                                   const Verdict &verdict, const Verdict *onBase) {
  if (!options.known)
    return std::optional<std::string>();
  const GatePair &pair = options.pairs[static_cast<size_t>(target)];
  auto known = knownSuspects.explain(testCase, pair.candidate, verdict);
  if (!known)
    return known.error();
  if (!*known)
    return std::optional<std::string>();
  const std::string &bug = std::get<Known>((*known)->outcome).id;
  if (!hasBug(pair.base, bug, testCase, verdict))
    return std::optional(bug);
  std::optional<Verdict> asked;
  if (!onBase) {
    auto answer = askBase(testCase, target);
    if (!answer)
      return answer.error();
    asked = std::move(*answer);
    onBase = asked ? &*asked : nullptr;
  }
  return onBase && std::holds_alternative<Agree>(onBase->outcome) ? std::optional<std::string>()
                                                                  : std::optional(bug);
}

/// What stands of the verdict once fresh workers have looked as well; nothing if the time is over.
Expected<std::optional<Verdict>> Gate::confirm(Side side, const TestCase &testCase, int target,
                                               const Verdict &verdict) {
  // What comes now and then must not seem to come each time.
  return confirmFresh(
      pool(side), testCase, target, verdict, [this] { return isOver(); }, leastChecksOfFailure);
}

Expected<void> Gate::remember(const TestCase &testCase, int target, const Verdict &verdict) {
  const GatePair &pair = options.pairs[static_cast<size_t>(target)];
  return memory.add(pair.baseContent, pair.baseSetting(), testCase, verdict);
}

Expected<std::optional<Verdict>> Gate::askBase(const TestCase &testCase, int target) {
  auto verdict = await<Verdict>(
      [&](const auto &onVerdict) {
        bases.submit({writeJson(testCase), target},
                     [onVerdict](const CheckReply &reply) { onVerdict(reply.verdict); });
      },
      [&](int milliseconds) { return bases.poll(milliseconds); }, [this] { return isOver(); });
  if (verdict && *verdict && (*verdict)->isFinding())
    ASSAY_TRY(remember(testCase, target, **verdict));
  return verdict;
}

/// The verdict of the base that has the same cause, now or in an earlier gate; nothing if there is
/// none.
Expected<std::optional<Verdict>> Gate::failsOnBase(const TestCase &testCase, int target,
                                                   const Verdict &verdict, int tries) {
  const GatePair &pair = options.pairs[static_cast<size_t>(target)];
  if (const Verdict *remembered =
          memory.find(pair.baseContent, pair.baseSetting(), testCase, verdict))
    return std::optional(*remembered);
  for (int i = 0; i < tries && !isOver(); ++i) {
    auto asked = askBase(testCase, target);
    if (!asked || !*asked)
      return asked;
    if (sameFailure(**asked, verdict))
      return asked;
  }
  return std::optional<Verdict>();
}

Expected<bool> Gate::isOnBaseNearby(const TestCase &testCase, int target, const Verdict &verdict,
                                    const std::string &prefix, GateFinding &finding) {
  for (const NearVariant &variant : nearVariants(testCase)) {
    auto same = failsOnBase(variant.testCase, target, verdict, 1);
    if (!same)
      return same.error();
    if (!*same)
      continue;
    finding.change = GateChange::OnBase;
    finding.how = prefix + variant.how;
    return true;
  }
  return false;
}

Expected<std::optional<ReducedCase>> Gate::reduceCase(const TestCase &testCase, int target,
                                                      const Verdict &verdict) {
  CaseReductionOptions settings;
  settings.target = target;
  settings.maxChecks = options.reduceChecks;
  settings.stop = [&] {
    show(fmt::format("reducing {}", verdict.signature.text()));
    return failure || isOver();
  };
  settings.isKnown = [&](const TestCase &candidate, const TargetName &, const Verdict &itsVerdict) {
    auto known = knownAs(candidate, target, itsVerdict, nullptr);
    if (!known)
      failure = known.error();
    if (!known || *known)
      return true;
    auto same = failsOnBase(candidate, target, itsVerdict, 1);
    if (!same)
      failure = same.error();
    return !same || *same;
  };
  auto reduced = reduceOnWorkers(candidates, services, testCase, verdict, settings);
  if (failure)
    return *failure;
  return reduced;
}

Expected<void> Gate::writeCase(const TestCase &testCase, int target, const Verdict &verdict,
                               GateFinding &finding) {
  const TargetName &name = options.pairs[static_cast<size_t>(target)].candidate;
  const std::string json = writeJson(testCase);
  finding.caseName = contentName(fmt::format("{}\n{}\n{}", name.text(), finding.signature, json));
  ASSAY_TRY(writeFile(options.folder / (finding.caseName + ".json"), json));
  const auto lit = services.writeLit(testCase, verdict, name, options.inject);
  finding.hasLit = bool(lit);
  return lit ? writeFile(options.folder / (finding.caseName + ".mlir"), *lit) : Expected<void>();
}

Expected<void> Gate::judgeRepaired() {
  std::map<std::pair<int, std::string>, std::vector<const Compared *>> groups;
  for (const Compared &one : repaired)
    groups[{one.target, one.base.signature.text()}].push_back(&one);
  for (const auto &[name, group] : groups)
    for (size_t look = 0; look < std::min(group.size(), mostLooks) && !isOver(); ++look) {
      const auto &[program, target, base, candidate] = *group[look];
      show(fmt::format("what is fixed: {}", name.second));
      const TestCase testCase = caseOf(program);
      auto before = confirm(Side::Base, testCase, target, base);
      if (!before)
        return before.error();
      auto after = checkFresh(candidates, testCase, target, [this] { return isOver(); });
      if (!after)
        return after.error();
      if (!*before || !(*before)->isFinding() || !*after ||
          !std::holds_alternative<Agree>((*after)->outcome))
        continue;
      const GatePair &pair = options.pairs[static_cast<size_t>(target)];
      GateFinding finding;
      finding.change = GateChange::Fixed;
      finding.verdict = (*before)->name();
      finding.signature = (*before)->signature.text();
      finding.detail = (*before)->describe();
      finding.program = labelOf(program);
      finding.targets = {{pair.candidate, static_cast<int64_t>(group.size())}};
      finding.ops = static_cast<int64_t>(testCase.program().nodes().size());
      if (services.known)
        if (auto known = services.known(testCase, pair.base, &**before))
          finding.known = std::get<Known>(known->outcome).id;
      for (const Compared *one : group)
        fates[one->place()] = {GateChange::Fixed, finding.signature};
      report(std::move(finding));
      break;
    }
  return {};
}

/// The first of each cause, the worst, stands for the others.
static void groupByCause(std::span<GateFinding *const> findings) {
  std::vector<const Cause *> causes;
  for (const GateFinding *finding : findings)
    causes.push_back(finding->cause ? &*finding->cause : nullptr);
  const std::vector<size_t> firsts = groupsOf(causes);
  for (size_t i = 0; i < firsts.size(); ++i)
    if (firsts[i] != i)
      findings[i]->sameCauseAs = findings[firsts[i]]->signature;
}

Expected<void> Gate::explainNews() {
  std::vector<GateFinding *> news;
  for (GateFinding &finding : result.findings)
    if (finding.change <= GateChange::Changed && !finding.caseName.empty() &&
        news.size() < mostExplained)
      news.push_back(&finding);
  if (news.empty() || options.explainSeconds <= 0)
    return {};
  Pool explainers(explainersOf(options.worker, options.explainSeconds, options.jobs));
  size_t left = news.size();
  for (GateFinding *finding : news) {
    auto testCase = readFile(options.folder / (finding->caseName + ".json"));
    if (!testCase)
      return testCase.error();
    explainers.explain(ExplainRequest{std::move(*testCase), finding->targets.front().target,
                                      options.inject, options.explainSeconds, finding->seen},
                       [finding, &left](const CheckReply &reply) {
                         finding->cause = reply.cause;
                         --left;
                       });
  }
  ASSAY_TRY(explainers.drain([&] {
    show(fmt::format("looking for causes, {} of {}", news.size() - left, news.size()));
    return isOver();
  }));
  for (GateFinding *finding : news)
    if (finding->cause) {
      const auto caseFile = options.folder / (finding->caseName + ".json");
      ASSAY_TRY(keepIr(*finding->cause, caseFile));
      ASSAY_TRY(keepCause({finding->targets.front().target, *finding->cause}, caseFile));
    }
  groupByCause(news);
  return {};
}

} // namespace

TargetName counterpartOf(const TargetName &target, const TargetName &base) {
  return base.isCompilerOnly() ? target.onCompiler(base) : base;
}

Expected<GateResult> runGate(const Services &services, const GateOptions &options,
                             GateObserver &observer) {
  auto memory = BaseMemory::open(options.memory);
  if (!memory)
    return memory.error();
  return Gate(services, options, observer, std::move(*memory)).run();
}

} // namespace assay
