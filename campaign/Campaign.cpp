#include "campaign/Campaign.h"

#include "campaign/CaseReduction.h"
#include "campaign/Cause.h"
#include "campaign/FindingStore.h"
#include "campaign/Turn.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace assay {
namespace {

/// Programs in one request, which a target may compile as one module: few enough that an end does
/// not wait.
constexpr int64_t programsPerRequest = 8;
/// After the last program was handed out, for those under way.
constexpr double graceSeconds = 15;

class Campaign {
public:
  Campaign(const Services &services, Store &store, const FuzzOptions &options,
           CampaignObserver &observer)
      : services(services), options(options), observer(observer),
        session(store, options.parameters, options.jobs),
        findings(services, store, options.parameters) {}

  Expected<CampaignEnd> run();

private:
  Expected<void> prepare();
  Expected<void> enterTurn(int64_t index);
  Expected<void> step();
  Expected<void> pollAndCommit();
  Expected<void> finishRest();
  void dispatch();
  Expected<void> commitReady();
  Expected<void> commitOne(const PendingChecks::Check &check);
  Expected<FindingRow> addFinding(const PendingChecks::Check &check);
  Expected<void> reduceFinding(FindingRow row);
  Expected<void> reduceLeftOver();
  Expected<void> tick();

  TestCase generate(int64_t index) const {
    return generateCase(services, options.parameters, index);
  }
  Position after(Position position) const;
  int64_t end() const { return options.count.value_or(std::numeric_limits<int64_t>::max()); }
  bool isOutOfTime() const { return options.seconds && session.seconds() >= *options.seconds; }
  bool isDone() const { return next.index >= end(); }
  bool isStopped() const { return observer.stopRequested(); }

  const Services &services;
  const FuzzOptions &options;
  CampaignObserver &observer;
  Session session;
  FindingStore findings;
  /// The check that the store gets next, and the first that no worker was given.
  Position next;
  Position undispatched;
  /// Of `next`, but for reductions that a kill left over.
  std::unique_ptr<Turn> turn;
  std::string activity;
};

Expected<CampaignEnd> Campaign::run() {
  if (auto prepared = prepare(); !prepared)
    return prepared.error();
  while (!isDone() && !isStopped() && !isOutOfTime())
    if (auto stepped = step(); !stepped)
      return stepped.error();
  if (!isDone() && !isStopped())
    if (auto finished = finishRest(); !finished)
      return finished.error();
  turn->pool.abandon();
  if (auto ended = session.end(); !ended)
    return ended.error();
  observer.onProgress(session.progress(findings.size(), options, ""));
  return isDone()      ? CampaignEnd::Completed
         : isStopped() ? CampaignEnd::Stopped
                       : CampaignEnd::OutOfTime;
}

Expected<void> Campaign::prepare() {
  if (auto made = services.generate(options.parameters.seed, 0, options.parameters.profile); !made)
    return made.error();
  if (auto entered = enterTurn(0); !entered)
    return entered;
  auto position = session.begin(turn->pool.devices());
  if (!position)
    return position.error();
  next = undispatched = *position;
  if (auto loaded = findings.load(); !loaded)
    return loaded;
  return reduceLeftOver();
}

/// Makes `turn` the one of that program. What is under way in another is lost.
Expected<void> Campaign::enterTurn(int64_t index) {
  if (turn && turn->targets() == targetsAt(services, options.parameters, index))
    return {};
  turn = std::make_unique<Turn>(services, options, session, index);
  return turn->start();
}

Expected<void> Campaign::step() {
  if (next == undispatched)
    if (auto entered = enterTurn(next.index); !entered)
      return entered;
  dispatch();
  return pollAndCommit();
}

Expected<void> Campaign::pollAndCommit() {
  if (auto polled = turn->poll(); !polled)
    return polled;
  if (auto committed = commitReady(); !committed)
    return committed;
  return tick();
}

/// The time is over: what is under way may still come to its end.
Expected<void> Campaign::finishRest() {
  double limit = session.seconds() + graceSeconds;
  while (next < undispatched && !isStopped() && session.seconds() < limit)
    if (auto polled = pollAndCommit(); !polled)
      return polled;
  return {};
}

void Campaign::dispatch() {
  while (undispatched.index < std::min(end(), turn->end) && turn->pool.wantsMore()) {
    // The same ranges whenever the campaign went on: programs of one module depend on it.
    const int64_t next = (undispatched.index / programsPerRequest + 1) * programsPerRequest;
    RangeRequest range{undispatched.index, undispatched.target, std::min(end(), next)};
    turn->pool.submit(range, [this, range](const CheckReply &reply) {
      session.account(reply.verdict.seconds);
      session.countDone();
      turn->pending.add(reply, range);
    });
    undispatched = {range.end, 0};
  }
}

Expected<void> Campaign::commitReady() {
  while (auto ready = turn->pending.take(next)) {
    if (auto committed = commitOne(*ready); !committed)
      return committed;
    if (isStopped())
      break;
  }
  return {};
}

Expected<FindingRow> Campaign::addFinding(const PendingChecks::Check &check) {
  const CheckReply &reply = check.reply;
  const std::string &target = turn->targets()[static_cast<size_t>(reply.target)];
  if (!isJoint(reply.verdict.signature.text))
    return findings.add(generate(reply.index), reply, target);
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
  if (reply.verdict.isFinding() && !findings.knows(reply.verdict.signature)) {
    auto row = addFinding(check);
    if (!row)
      return row.error();
    fresh = std::move(*row);
  }
  if (auto added = session.add(reply); !added)
    return added;
  next = after(next);
  if (!fresh)
    return {};
  if (auto flushed = session.flush(); !flushed)
    return flushed;
  observer.onFound(*fresh);
  return reduceFinding(std::move(*fresh));
}

/// Findings that a kill or --no-reduce left raw.
Expected<void> Campaign::reduceLeftOver() {
  for (const FindingRow &row : findings.rows())
    if (!row.reduced && !isStopped())
      if (auto reduced = reduceFinding(row); !reduced)
        return reduced;
  return {};
}

Expected<void> Campaign::reduceFinding(FindingRow row) {
  // One program does not show what several do.
  if (!options.reduce || isOurBug(row.raw) || isJoint(row.raw))
    return {};
  if (auto entered = enterTurn(row.index); !entered)
    return entered;
  const auto &targets = turn->targets();
  CaseReductionOptions settings;
  settings.target = static_cast<int>(std::ranges::find(targets, row.target) - targets.begin());
  settings.folder = findings.reductionFolder(row);
  settings.seconds = options.reduceSeconds;
  settings.stop = [this] {
    // The judge asks all the time, which keeps the display alive.
    (void)tick();
    return isStopped();
  };
  settings.isKnown = [&](const TestCase &testCase, const Verdict &verdict) {
    if (options.known && services.known && services.known(testCase, row.target, &verdict))
      return true;
    if (turn->suspects.explain(testCase, settings.target, verdict, settings.stop))
      return true;
    return turn->baseline &&
           turn->baseline.fails(testCase, settings.target, verdict, settings.stop);
  };
  size_t checks = 0;
  auto showActivity = [&] { activity = fmt::format("reducing, {} checks: {}", checks, row.raw); };
  settings.onCheck = [&](const CheckReply &reply) {
    session.account(reply.verdict.seconds);
    ++checks;
    showActivity();
  };
  showActivity();

  TestCase start = generate(row.index);
  Verdict wanted = FindingStore::rawVerdict(row);
  auto reduced = reduceOnWorkers(turn->pool, services, start, wanted, settings);
  activity.clear();
  if (!reduced)
    return reduced.error();
  if (!*reduced)
    return {};
  if (auto stored = findings.reduce(row, **reduced); !stored)
    return stored;
  if (auto flushed = session.flush(); !flushed)
    return flushed;
  findings.dropReductionFolder(row);
  observer.onReduced(row);
  return {};
}

Expected<void> Campaign::tick() {
  if (!session.isTimeToShow())
    return {};
  observer.onProgress(session.progress(findings.size(), options, activity));
  return session.flush();
}

Position Campaign::after(Position position) const {
  int targets = static_cast<int>(options.parameters.targets.size());
  return position.target + 1 < targets ? Position{position.index, position.target + 1}
                                       : Position{position.index + 1, 0};
}

} // namespace

Expected<CampaignEnd> runCampaign(const Services &services, Store &store,
                                  const FuzzOptions &options, CampaignObserver &observer) {
  return Campaign(services, store, options, observer).run();
}

} // namespace assay
