#pragma once

#include "campaign/Campaign.h"

#include <chrono>
#include <set>
#include <unordered_map>

namespace assay {

/// One run of a campaign as the store keeps it: its checks, its time, its throughput.
class Session {
public:
  using Clock = std::chrono::steady_clock;

  /// The services and the store must outlive it.
  Session(const Services &services, Store &store, const FuzzOptions &options);

  /// Where the campaign goes on.
  Expected<Position> begin();
  /// What the campaign's targets run on, once workers have said so.
  Expected<void> addDevices(const std::vector<std::optional<Device>> &devices);
  /// Time that a worker spent, also on checks that are not added.
  void account(const StageSeconds &seconds);
  /// A check is done, if not yet its turn: for the throughput.
  void countDone() { ++done; }
  /// The next check in order, what it fails as if that is known, and other known bugs that parts of
  /// its program show.
  Expected<void> add(const CheckReply &reply, const std::optional<KnownRow> &known,
                     const std::set<std::string> &others);
  /// Writes what there is; add() and account() alone may be lost in a kill.
  Expected<void> flush();
  /// The last flush, with what is done but not in its place; `next` is the check that would be
  /// next. A shard that is not ended is gone on with before its store tells all.
  Expected<void> end(std::span<const PendingRow> pending, Position next, bool isEnded);

  /// Wall seconds of all sessions, and of this one.
  double seconds() const { return earlierSeconds + ownSeconds(); }
  double ownSeconds() const {
    return std::chrono::duration<double>(Clock::now() - started).count();
  }
  /// True some times a second.
  bool isTimeToShow();
  /// With what the session knows of it.
  Progress progress(const FuzzOptions &options) const;

private:
  void count(const CheckReply &reply);
  Expected<void> countSource(const CheckReply &reply);

  const Services &services;
  Store &store;
  const CampaignParameters parameters;
  const std::optional<Shard> shard;
  /// Of each target, what the store does not have yet: rows with 0 tries have nothing new.
  std::vector<std::unordered_map<CoveragePoint, CoverageRow>> coverage;
  /// Of the turn that is not over yet, by target and source; and how many checks of it there were.
  std::map<std::pair<int, int64_t>, SourceRow> sources;
  int64_t checksOfTurn = 0;
  /// Of points that were met, which takes longer to find out.
  std::unordered_map<CoveragePoint, int64_t> keys;
  SessionRow row;
  Progress totals;
  int64_t earlierPrograms = 0;
  double earlierSeconds = 0;
  const Clock::time_point started;
  Clock::time_point shown = started;
  int64_t done = 0;
  int64_t lastSample = -1;
};

} // namespace assay
