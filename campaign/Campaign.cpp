#include "campaign/Campaign.h"

#include "campaign/CaseReduction.h"
#include "campaign/Epoch.h"
#include "campaign/Explainer.h"
#include "campaign/FindingStore.h"
#include "check/SameFailure.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace assay {
namespace {

/// One campaign, or the rest of one. Its phases, in their order:
/// 1. reduce(Unreduced::LeftOver): the findings that the last session left raw, until all are
///    reduced.
/// 2. step(): hands out ranges and confirmations, commits checks in their order, and reduces each
///    new finding; until all programs are checked, or enough is found.
/// 3. With time left, reduce(Unreduced::Deferred): what is similar to other findings. With the time
///    over, finishUnderWay(): commits what is under way, and hands out nothing but confirmations.
/// 4. With time left, explainRest(): the causes of findings that were not looked for meanwhile, and
///    what their names hide. Up to there each tick() gives the explainer its share.
///
/// Each ends as well when isOver() says so, which everything asks that waits: workers that start,
/// questions to other targets, reductions. What is then done but not committed is kept by end().
class Campaign {
public:
  Campaign(const Services &services, Store &store, const FuzzOptions &options,
           CampaignObserver &observer)
      : services(services), store(store), options(options), observer(observer),
        session(services, store, options), findings(services, store, options.parameters),
        explainer(services, store, options, findings, [this] { return isOver(); }) {
    if (options.seconds)
      deadline = *options.seconds;
  }

  Expected<CampaignEnd> run();

private:
  Expected<void> prepare();
  Expected<void> work();
  Expected<void> enterEpoch(int64_t index);
  Expected<void> step();
  Expected<void> pollAndCommit();
  Expected<void> finishUnderWay();
  void dispatch();
  Expected<void> commitReady();
  Expected<void> commitOne(const PendingChecks::Check &check);
  Expected<FindingRow> addFinding(const PendingChecks::Check &check);
  Expected<void> reduceFinding(FindingRow row);
  enum class Unreduced {
    LeftOver, // by a kill, by an end, by --no-reduce
    Deferred, // behind others that it is similar to
  };
  Expected<void> reduce(Unreduced which);
  Expected<void> explainRest();
  Expected<void> addApart();
  Expected<void> tick();
  void show();
  Expected<CampaignEnd> end();

  TestCase generate(int64_t index) const {
    return generateCase(services, options.parameters, index);
  }
  Position after(Position position) const;
  int64_t programs() const {
    return options.shard ? options.count.value_or(std::numeric_limits<int64_t>::max()) : 0;
  }
  bool isStopped() const { return observer.stopRequested(); }
  bool isOutOfTime() const { return session.seconds() >= deadline; }
  bool isOver() const { return isStopped() || isOutOfTime(); }
  bool isDone() const { return next.index >= programs(); }
  bool hasEnough() const { return options.maxFindings && findings.size() >= *options.maxFindings; }

  const Services &services;
  Store &store;
  const FuzzOptions &options;
  CampaignObserver &observer;
  Session session;
  FindingStore findings;
  Explainer explainer;
  /// Seconds of all sessions after which nothing is waited for.
  double deadline = std::numeric_limits<double>::infinity();
  bool isInGrace = false; // the time is over, but for what is under way
  /// A finding is raw that there was no time to reduce.
  bool leavesSomething = false;
  /// The check that the store gets next, and the first that no worker was given.
  Position next;
  Position undispatched;
  /// Checks that the last session kept.
  std::vector<PendingRow> kept;
  /// Of `next`, but for reductions of what was found in others.
  std::unique_ptr<Epoch> epoch;
  std::string activity;
};

Expected<CampaignEnd> Campaign::run() {
  ASSAY_TRY(prepare());
  ASSAY_TRY(work());
  return end();
}

Expected<void> Campaign::prepare() {
  ASSAY_TRY(services.generate(options.parameters.seed, 0, options.parameters.profile));
  auto position = session.begin();
  if (!position)
    return position.error();
  next = undispatched = *position;
  auto pending = store.pending(options.parameters.key());
  if (!pending)
    return pending.error();
  kept = std::move(*pending);
  ASSAY_TRY(findings.load());
  ASSAY_TRY(explainer.load());
  ASSAY_TRY(enterEpoch(0));
  return session.addDevices(epoch->pool.devices());
}

Expected<void> Campaign::work() {
  ASSAY_TRY(reduce(Unreduced::LeftOver));
  while (!isDone() && !isOver() && !hasEnough())
    ASSAY_TRY(step());
  if (!isDone() && !hasEnough())
    ASSAY_TRY(finishUnderWay());
  // The last program may have come to its end when the time was over: then what is deferred is
  // left.
  if (isDone() && !hasEnough())
    ASSAY_TRY(reduce(Unreduced::Deferred));
  return explainRest();
}

Expected<CampaignEnd> Campaign::end() {
  const CampaignEnd how = hasEnough()                    ? CampaignEnd::FoundEnough
                          : isDone() && !leavesSomething ? CampaignEnd::Completed
                          : isStopped()                  ? CampaignEnd::Stopped
                                                         : CampaignEnd::OutOfTime;
  const auto pending = epoch->pending.rows();
  epoch->pool.abandon();
  ASSAY_TRY(session.end(pending, next, how != CampaignEnd::Stopped));
  show();
  return how;
}

/// Nothing else is to be done.
Expected<void> Campaign::explainRest() {
  while (!explainer.isDone() && !isOver()) {
    ASSAY_TRY(explainer.poll(100, std::numeric_limits<double>::infinity()));
    ASSAY_TRY(tick());
    ASSAY_TRY(addApart());
  }
  leavesSomething |= !explainer.isDone();
  return {};
}

/// What the name of a finding hid, if it hid anything, is a finding of its own, unless it is known.
Expected<void> Campaign::addApart() {
  const ApartFailure *failure = explainer.apart();
  if (!failure || isOver())
    return {};
  ASSAY_TRY(enterEpoch(failure->reply.index));
  if (options.known) {
    const auto known =
        epoch->suspects.explain(failure->program, failure->hidingTarget, failure->reply.verdict);
    if (!known)
      return known.error();
    if (isOver())
      return {};
    if (*known)
      return explainer.keepApart((**known).signature.text());
  }
  std::optional<FindingRow> fresh;
  if (!findings.knows(FindingName{failure->finding.raw, failure->hidingTarget.text()})) {
    auto row = findings.addApart(failure->program, failure->reply, failure->finding.target,
                                 failure->hidingTarget);
    if (!row)
      return row.error();
    fresh = std::move(*row);
  }
  ASSAY_TRY(explainer.keepApart(failure->finding.raw));
  ASSAY_TRY(session.flush());
  if (!fresh)
    return {};
  observer.onFound(*fresh);
  return reduceFinding(std::move(*fresh));
}

/// Makes `epoch` the one of that program, with what was kept of it. What is under way in another is
/// lost.
Expected<void> Campaign::enterEpoch(int64_t index) {
  if (epoch && epoch->targets() == targetsAt(options.parameters, index))
    return {};
  epoch = std::make_unique<Epoch>(services, options, session, index, [this] { return isOver(); });
  for (const PendingRow &row : kept)
    if (Position{row.index, row.target} >= next && row.index >= epoch->begin &&
        row.index < epoch->end)
      epoch->pending.restore(row);
  return epoch->start();
}

Expected<void> Campaign::step() {
  if (next == undispatched)
    ASSAY_TRY(enterEpoch(next.index));
  dispatch();
  ASSAY_TRY(pollAndCommit());
  // Another epoch is not begun for it while programs of this one are under way.
  const ApartFailure *apart = explainer.apart();
  const bool mayAdd =
      apart && (next == undispatched ||
                epoch->targets() == targetsAt(options.parameters, apart->reply.index));
  return mayAdd ? addApart() : Expected<void>();
}

Expected<void> Campaign::pollAndCommit() {
  ASSAY_TRY(epoch->poll());
  ASSAY_TRY(commitReady());
  return tick();
}

/// The time is over: what is under way may still come to its end.
Expected<void> Campaign::finishUnderWay() {
  isInGrace = true;
  deadline += graceSeconds;
  while (next < undispatched && !isOver() && !hasEnough())
    ASSAY_TRY(pollAndCommit());
  return {};
}

void Campaign::dispatch() {
  while (undispatched.index < std::min(programs(), epoch->end) && epoch->pool.wantsMore()) {
    // The same ranges wherever the campaign went on, though some of it be there: programs of one
    // module depend on it.
    const int64_t number = undispatched.index / programsPerRequest;
    const RangeRequest range{number * programsPerRequest, 0,
                             std::min(programs(), (number + 1) * programsPerRequest)};
    if (!epoch->pending.hasAll(range, next))
      epoch->pool.submit(range, [this, range](const CheckReply &reply) {
        session.account(reply.verdict.seconds);
        if (Position{reply.index, reply.target} < next)
          return;
        session.countDone();
        epoch->pending.add(reply, range);
      });
    undispatched = {options.shard->firstFrom(range.end), 0};
  }
}

Expected<void> Campaign::commitReady() {
  while (!isOver() && !hasEnough()) {
    auto ready = epoch->pending.take(next);
    if (!ready)
      break;
    ASSAY_TRY(commitOne(*ready));
  }
  return {};
}

Expected<FindingRow> Campaign::addFinding(const PendingChecks::Check &check) {
  const CheckReply &reply = check.reply;
  const TargetName &target = epoch->targets()[static_cast<size_t>(reply.target)];
  if (!reply.verdict.signature.joint)
    return findings.add(check.testCase ? *check.testCase : generate(reply.index), reply, target);
  std::vector<TestCase> cases;
  for (int64_t index = check.range.first; index < check.range.end; ++index)
    cases.push_back(generate(index));
  return findings.addJoint(cases, static_cast<size_t>(reply.index - check.range.first), reply,
                           target);
}

Expected<void> Campaign::commitOne(const PendingChecks::Check &check) {
  const CheckReply &reply = check.reply;
  // The finding goes first, so that no kill leaves a check without it.
  std::optional<FindingRow> fresh;
  if (reply.verdict.isFinding() && !findings.knows(reply)) {
    auto row = addFinding(check);
    if (!row)
      return row.error();
    fresh = std::move(*row);
  }
  ASSAY_TRY(session.add(reply, check.known, check.others));
  next = after(next);
  if (reply.verdict.isFinding())
    explainer.addFailure(findings.nameOf(reply));
  if (!fresh)
    return {};
  ASSAY_TRY(session.flush());
  observer.onFound(*fresh);
  return fresh->isDeferred() ? Expected<void>() : reduceFinding(std::move(*fresh));
}

Expected<void> Campaign::reduce(Unreduced which) {
  for (const FindingRow &row : findings.rows())
    if (!row.reduced && row.isDeferred() == (which == Unreduced::Deferred))
      ASSAY_TRY(reduceFinding(row));
  return {};
}

Expected<void> Campaign::reduceFinding(FindingRow row) {
  // One program does not show what several do.
  const Signature raw = Signature::parse(row.raw);
  if (!options.reduce || raw.isOurBug() || raw.joint)
    return {};
  if (isInGrace || isOver()) {
    leavesSomething = true;
    return {};
  }
  ASSAY_TRY(enterEpoch(row.index));
  const auto &targets = epoch->targets();
  const Verdict wanted = FindingStore::rawVerdict(row);
  CaseReductionOptions settings;
  settings.target = static_cast<int>(std::ranges::find(targets, row.target) - targets.begin());
  Pool *pool = &epoch->pool;
  std::optional<Pool> own;
  if (const auto staysOn = row.staysOn()) {
    // Where the other finding of its name is hidden, for it may be in the same program.
    own.emplace(epoch->pool.optionsFor(*staysOn));
    if (const auto started = own->start([this] { return isOver(); }); !started || isOver()) {
      leavesSomething = true;
      return started;
    }
    pool = &*own;
    settings.target = 0;
    settings.rather = services.withDrawsSpelledOut(row.target);
  }
  settings.folder = findings.reductionFolder(row);
  settings.maxChecks = options.reduceChecks;
  settings.reducesTarget = true;
  size_t checks = 0;
  const auto showActivity = [&] {
    // Candidates wait behind what was handed out before.
    const int ranges = epoch->pool.inRanges(), jobs = epoch->pool.jobs();
    const bool waits = ranges > 0 && ranges + epoch->pool.confirming() == jobs;
    activity = !waits ? fmt::format("reducing, {} checks: {}", checks, row.raw)
                      : fmt::format("waiting to reduce, {} in a range of programs: {}",
                                    ranges < jobs ? fmt::format("{} of {} workers {}", ranges, jobs,
                                                                ranges == 1 ? "is" : "are")
                                    : jobs == 1   ? "the worker is"
                                    : jobs == 2   ? "both workers are"
                                                  : fmt::format("all {} workers are", jobs),
                                    row.raw);
  };
  std::optional<Error> failure; // of what goes on beside the reduction
  const auto keepFailure = [&](const auto &done) {
    if (!done && !failure)
      failure = done.error();
  };
  settings.stop = [&] {
    // The judge asks all the time, which keeps the display alive.
    showActivity();
    keepFailure(tick());
    return failure || isOver();
  };
  settings.isKnown = [&](const TestCase &testCase, const TargetName &target,
                         const Verdict &verdict) {
    if (!options.known)
      return false;
    const auto known = epoch->suspects.explain(testCase, target, verdict);
    keepFailure(known);
    return !known || *known;
  };
  settings.onCheck = [&](const CheckReply &reply) {
    session.account(reply.verdict.seconds);
    ++checks;
  };

  std::string gone;
  settings.onGone = [&](const std::string &why) { gone = why; };

  auto start = findings.testCase(row);
  if (!start)
    return start.error();
  auto reduced = reduceOnWorkers(*pool, services, *start, wanted, settings);
  activity.clear();
  if (failure || !reduced)
    return failure ? *failure : reduced.error();
  if (!*reduced) {
    leavesSomething |= isOver();
    return gone.empty() ? Expected<void>() : findings.leaveRaw(std::move(row), gone);
  }
  ASSAY_TRY(findings.reduce(row, **reduced));
  ASSAY_TRY(session.flush());
  findings.dropReductionFolder(row);
  observer.onReduced(row);
  return {};
}

Expected<void> Campaign::tick() {
  if (!session.isTimeToShow())
    return {};
  ASSAY_TRY(explainer.poll(0, session.ownSeconds()));
  show();
  return session.flush();
}

void Campaign::show() {
  Progress progress = session.progress(options);
  progress.findings = findings.size();
  progress.toConfirm = epoch ? epoch->pending.countOpen() : 0;
  progress.toExplain = explainer.waiting();
  progress.activity = activity;
  observer.onProgress(progress);
}

Position Campaign::after(Position position) const {
  int targets = static_cast<int>(options.parameters.targets.size());
  return position.target + 1 < targets ? Position{position.index, position.target + 1}
                                       : Position{options.shard->firstFrom(position.index + 1), 0};
}

} // namespace

Pool::Options workerOn(const FuzzOptions &options, const TargetName &target) {
  const CampaignParameters &parameters = options.parameters;
  return {options.worker,
          {parameters.seed, parameters.profile, {target}, {parameters.inject}},
          1,
          options.limits};
}

Expected<CampaignEnd> runCampaign(const Services &services, Store &store,
                                  const FuzzOptions &options, CampaignObserver &observer) {
  return Campaign(services, store, options, observer).run();
}

} // namespace assay
