#include "campaign/Session.h"

#include "support/Hash.h"

#include <ctime>
#include <fmt/chrono.h>
#include <unistd.h>

namespace assay {
namespace {

constexpr double secondsBetweenShows = 0.2;

/// By what their programs were drawn from, checks are counted turn by turn, each written once; and
/// of a campaign's first turns alone, for that is enough to plan by and bounds the rows.
constexpr int64_t turnsToCount = 512;

/// Sorts by time; no two sessions anywhere have the same.
std::string newSessionId() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  char host[256] = {};
  gethostname(host, sizeof(host) - 1);
  std::string unique = fmt::format("{} {} {}", host, getpid(), now.tv_nsec);
  return fmt::format("{:%Y%m%dT%H%M%S}-{}", fmt::gmtime(now.tv_sec),
                     contentName(unique).substr(0, 8));
}

} // namespace

Session::Session(const Services &services, Store &store, const FuzzOptions &options)
    : services(services), store(store), parameters(options.parameters), shard(options.shard),
      coverage(parameters.targets.size()), started(options.begun) {
  row.id = newSessionId();
  row.jobs = options.jobs;
}

Expected<void> Session::addDevices(const std::vector<std::optional<Device>> &devices) {
  for (size_t i = 0; i < devices.size(); ++i)
    if (devices[i])
      if (auto added =
              store.addDevice({parameters.key(), parameters.targets[i].text(), *devices[i]});
          !added)
        return added;
  return flush();
}

Expected<Position> Session::begin() {
  ASSAY_TRY(store.addCampaign(parameters));
  if (shard)
    ASSAY_TRY(store.putShard(parameters.key(), *shard, false));
  auto earlier = store.totals();
  if (!earlier)
    return earlier.error();
  auto position = store.position(parameters);
  if (!position)
    return position.error();
  if (shard && position->target == 0)
    position->index = shard->firstFrom(position->index);
  totals.programs = earlierPrograms =
      shard ? shard->ownedBelow(position->index) : earlier->programs;
  totals.checks = earlier->checks;
  totals.verdicts = earlier->verdicts;
  earlierSeconds = earlier->seconds;
  ASSAY_TRY(flush());
  return *position;
}

void Session::account(const StageSeconds &seconds) { row.stages += seconds; }

void Session::count(const CheckReply &reply) {
  auto &rows = coverage[static_cast<size_t>(reply.target)];
  for (const auto &[point, tries, successes] : reply.coverage) {
    const auto [known, isNew] = rows.try_emplace(point);
    CoverageRow &counts = known->second;
    if (isNew) {
      counts.point = point;
      counts.shard = shard->index;
    }
    counts.tries += tries;
    counts.successes += successes;
    counts.programs += successes > 0;
    if (successes > 0 && !counts.first)
      counts.first = reply.index;
  }
}

Expected<void> Session::countSource(const CheckReply &reply) {
  const auto targets = static_cast<int64_t>(parameters.targets.size());
  if (reply.index >= programsPerTurn * turnsToCount)
    return {};
  const int64_t place = reply.index % programsPerTurn;
  if (place == 0 && reply.target == 0) {
    sources.clear();
    checksOfTurn = 0;
  }
  ++checksOfTurn;
  const int64_t source =
      services.sourceOf(parameters.seed, static_cast<uint64_t>(reply.index), parameters.profile);
  SourceRow &row = sources[{reply.target, source}];
  row.campaign = parameters.key();
  row.target = reply.target;
  row.source = source;
  row.shard = shard->index;
  ++row.programs;
  row.seconds += reply.verdict.seconds.total();
  for (const auto &[point, tries, successes] : reply.coverage)
    // Passes are looked at in a few programs alone.
    if (successes > 0 && point.kind == CoveragePoint::Kind::Pattern) {
      const auto [key, isNew] = keys.try_emplace(point);
      if (isNew)
        key->second = pointKey(point);
      ++row.points[key->second];
    }
  // What began before this session is known in part.
  if (place + 1 < programsPerTurn || reply.target + 1 < targets ||
      checksOfTurn < programsPerTurn * targets)
    return {};
  for (const auto &[key, counted] : sources)
    ASSAY_TRY(store.addSource(counted));
  return {};
}

Expected<void> Session::add(const CheckReply &reply, const std::optional<KnownRow> &known,
                            const std::set<std::string> &others) {
  const Verdict &verdict = reply.verdict;
  // What turned out not to come back is neither.
  if (known && (verdict.isFinding() || std::holds_alternative<Known>(verdict.outcome)))
    ASSAY_TRY(store.addKnown(parameters.key(), *known));
  for (const std::string &bug : others)
    ASSAY_TRY(store.addOther(parameters.key(), {reply.index, reply.target}, bug));
  const auto *isKnown = std::get_if<Known>(&verdict.outcome);
  count(reply);
  ASSAY_TRY(countSource(reply));
  ++totals.checks;
  ++totals.verdicts[std::string(verdict.name())];
  if (reply.target + 1 == static_cast<int>(parameters.targets.size()))
    ++totals.programs;
  return store.addCheck(parameters.key(),
                        {reply.index, reply.target, std::string(verdict.name()),
                         verdict.signature.text(), reply.ops, verdict.exact, verdict.bounded,
                         verdict.inconclusive, verdict.frequency, isKnown ? isKnown->rest : ""});
}

Expected<void> Session::end(std::span<const PendingRow> pending, Position next, bool isEnded) {
  if (shard)
    ASSAY_TRY(store.putShard(parameters.key(), *shard, isEnded));
  ASSAY_TRY(store.putPending(parameters.key(), pending, next));
  return flush();
}

Expected<void> Session::flush() {
  row.seconds = ownSeconds();
  ASSAY_TRY(store.putSession(parameters.key(), row));
  for (size_t target = 0; target < coverage.size(); ++target)
    for (auto &[point, counts] : coverage[target]) {
      if (counts.tries == 0)
        continue;
      ASSAY_TRY(store.addCoverage(parameters.key(), static_cast<int>(target), counts));
      counts.tries = counts.successes = counts.programs = 0;
    }
  if (auto second = static_cast<int64_t>(row.seconds); second != lastSample) {
    lastSample = second;
    if (auto put = store.addSample(
            {row.id, second, done / static_cast<int64_t>(parameters.targets.size())});
        !put)
      return put;
  }
  return store.commit();
}

bool Session::isTimeToShow() {
  if (std::chrono::duration<double>(Clock::now() - shown).count() < secondsBetweenShows)
    return false;
  shown = Clock::now();
  return true;
}

Progress Session::progress(const FuzzOptions &options) const {
  Progress out = totals;
  out.seconds = seconds();
  out.programsPerSecond = double(totals.programs - earlierPrograms) / std::max(ownSeconds(), 1e-3);
  if (options.seconds)
    out.secondsLeft = std::max(0.0, *options.seconds - out.seconds);
  if (options.count && shard)
    out.programsLeft = std::max<int64_t>(0, shard->ownedBelow(*options.count) - totals.programs);
  return out;
}

} // namespace assay
