#pragma once

#include "campaign/store/Shard.h"
#include "check/Cause.h"
#include "check/Verdict.h"
#include "support/Expected.h"
#include "target/Coverage.h"
#include "target/Device.h"
#include "target/Metrics.h"
#include "target/TargetName.h"

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// What determines a campaign's checks. Two runs with equal parameters are one campaign.
struct CampaignParameters {
  uint64_t seed = 0;
  std::string profile;
  std::vector<TargetName> targets;
  std::string inject;
  std::string version;
  /// What the targets were held against, in a campaign from before gates; may be a compiler alone.
  std::optional<TargetName> baseline = {};
  /// The text of the plan whose name stands for the profile's; empty for none.
  std::string plan = {};
  /// The list of known bugs, by a name that no other list has; empty in a campaign from before that
  /// was kept.
  std::string known = {};
  /// As in TargetOptions.
  std::vector<Metric> watch = {};

  /// Names the campaign in every store.
  int64_t key() const;
  bool operator==(const CampaignParameters &) const = default;
};

/// What two campaigns differ in: "seed 7 there, 8 here; fault none there, topk-nan here".
std::string differences(const CampaignParameters &there, const CampaignParameters &here);

/// As the names are written.
std::vector<std::string> textsOf(std::span<const TargetName> targets);

/// A check that is done. Its signature is raw.
struct CheckRow {
  int64_t index = 0;
  int target = 0;
  std::string verdict;
  std::string signature;
  uint64_t ops = 0;
  int64_t exact = 0, bounded = 0, inconclusive = 0;
  Frequency frequency = {};
  /// Of what is known, as in Known.
  std::string rest = {};
};

/// What a check was that failed as a known bug does, whether that is reported or not.
struct KnownRow {
  int64_t index = 0;
  int target = 0;
  std::string bug;
  std::string verdict; // if it were not known
  std::string signature;
  bool operator==(const KnownRow &) const = default;
};

/// The finding behind a raw signature.
struct FindingRow {
  std::string raw;
  std::string signature; // final if reduced, else raw
  bool reduced = false;
  std::string verdict;
  std::string detail;
  /// The first verdict, raw, as toJson() in VerdictJson.h gives it.
  std::string outcome;
  int64_t index = 0; // where it was seen first
  TargetName target;
  /// What of the target the reduced case needs, if that is less.
  std::optional<TargetName> reducedTarget = {};
  int64_t size = 0; // bytes of the case
  int64_t ops = 0;  // of its program
  std::string caseName;
  bool lit = false;
  /// The target, as the campaign calls it, that it is a property of, as not to be deterministic is;
  /// or one on which it stays though what hides the finding of the same raw signature does so.
  /// Empty if the same on another target is the same finding.
  std::string about = {};
  /// What makes it similar to others, as structuresOf() in Similarity.h gives it.
  std::vector<std::string> structures = {};
  /// Raw signature of the first of those that it is similar to and deferred behind; empty for none.
  std::string deferredBehind = {};
  /// Why it could not be reduced: "did not come again in 3 checks"; empty where nobody tried, or
  /// had the time.
  std::string unreduced = {};

  /// On which it stays where another finding of its raw signature is hidden; nothing of what is the
  /// first of them.
  std::optional<TargetName> staysOn() const;
  /// On which the case fails.
  const TargetName &caseTarget() const { return reducedTarget ? *reducedTarget : target; }
  /// It is to be reduced after all that are not.
  bool isDeferred() const { return !reduced && !deferredBehind.empty(); }
  bool operator==(const FindingRow &) const = default;
};

/// The signature, and of what stays where another finding of its name is hidden, with what:
/// "crash:compile:SIGSEGV (also without=fuse)".
std::string titleOf(const FindingRow &row);

/// Where a finding comes from.
struct CauseRow {
  std::string raw, about; // as in FindingRow
  std::string caseName;   // of the case that was looked at
  Cause cause;            // with its IR in files beside that case
  bool operator==(const CauseRow &) const = default;
};

/// What came of a failure on a target on which the finding of its name is hidden.
struct CounterfactualRow {
  int64_t index = 0;
  int target = 0;           // on which it failed
  std::string hidingTarget; // a target's name
  std::string signature;    // raw; empty if nothing is wrong there
  bool operator==(const CounterfactualRow &) const = default;
};

/// What makes rows one finding.
struct FindingName {
  std::string signature;
  std::string about;
  auto operator<=>(const FindingName &) const = default;
};
/// The names of all rows of a store, in their order: by final signature; but a target of which more
/// than five ops are not deterministic is not deterministic itself.
std::vector<FindingName> namesOf(std::span<const FindingRow> rows);

/// A check that is done, but not in its place: those before it are not, or it is not confirmed.
struct PendingRow {
  int64_t index = 0;
  int target = 0;
  std::string reply; // as encode() in Protocol.h gives it
  bool settled = false;
  /// The range that it belongs to, as RangeRequest has it.
  int64_t first = 0;
  int firstTarget = 0;
  int64_t end = 0;
  /// What it fails as, if that is known.
  std::optional<KnownRow> known = std::nullopt;
  /// Other known bugs that parts of its program show.
  std::set<std::string> others = {};
  bool operator==(const PendingRow &) const = default;
};

/// One run of `assay fuzz`; only ever grows.
struct SessionRow {
  std::string id;
  int jobs = 1;
  double seconds = 0;
  StageSeconds stages;
};

/// On what a target's code has run. Where sessions differ, a target has several.
struct DeviceRow {
  int64_t campaign = 0;
  std::string target;
  Device device;
  bool operator==(const DeviceRow &) const = default;
};

/// What a part of a target's compiler did in the checks of a campaign so far, which are those up to
/// some place: of two such rows the one that is greater has seen more.
struct CoverageRow {
  int64_t campaign = 0;
  std::string target;
  CoveragePoint point;
  int64_t tries = 0;
  int64_t successes = 0;
  /// Programs in which it changed something, and the index of the first of them.
  int64_t programs = 0;
  std::optional<int64_t> first = {};
  /// Index of the shard whose checks these were.
  int64_t shard = 0;
  bool operator==(const CoverageRow &) const = default;
};
/// What came on a target of those of a campaign's programs that were drawn from one source, as
/// Services::sourceOf() numbers them.
struct SourceRow {
  int64_t campaign = 0;
  int target = 0;
  int64_t source = 0;
  int64_t programs = 0;
  double seconds = 0; // that their checks took
  /// Points that succeeded, by pointKey(), and in how many of the programs.
  std::map<int64_t, int64_t> points = {};
  /// Index of the shard whose programs these were.
  int64_t shard = 0;
  bool operator==(const SourceRow &) const = default;
};
/// A hash that stands for the point.
int64_t pointKey(const CoveragePoint &point);

/// A check that failed, and how.
struct FailureRow {
  int64_t index = 0;
  int target = 0;
  /// The signature of its finding; of what is known "known:" and the bug, also where the program
  /// was passed over for it.
  std::string cause;
  bool known = false;
};

/// One row for each target and point, of rows of any stores, with 0 for the campaign and the shard:
/// those of one shard of a campaign are of the same checks, as far as they went. In the order of
/// the targets' first rows.
std::vector<CoverageRow> coverageOverCampaigns(std::span<const CoverageRow> rows);

/// How many programs of a session were done after so many seconds.
struct ThroughputSample {
  std::string session;
  int64_t second = 0;
  int64_t programs = 0;
};

/// Where a campaign goes on.
struct Position {
  int64_t index = 0;
  int target = 0;
  auto operator<=>(const Position &) const = default;
};

struct OpAcceptance {
  /// But for programs that were passed over, which the compiler was not given.
  int64_t checks = 0;
  /// Of these, not refused as a CompileFailure or Unsupported, and not killed in a stage of the
  /// compiler, whether that is known or not.
  int64_t accepted = 0;
};

/// What a campaign, or several of one store, amount to. Made from the rows when it is asked for.
struct Totals {
  int64_t programs = 0;
  int64_t checks = 0;
  std::map<std::string, int64_t> verdicts;
  std::map<std::string, OpAcceptance> ops;
  int64_t exact = 0, bounded = 0, inconclusive = 0;
  double seconds = 0;    // wall
  double jobSeconds = 0; // wall, times jobs
  StageSeconds stages;
};

/// How often checks of each kind were seen, by name.
using Counts = std::map<std::string, int64_t>;

/// Checks on a target, as campaigns call it.
struct TargetCount {
  std::string target;
  int64_t count = 0;
  bool operator==(const TargetCount &) const = default;
};

/// Of the failures of a finding's name, those that were checked again where what hides the
/// finding's case does so.
struct Counterfactual {
  std::string hidingTarget;
  int64_t asked = 0, right = 0;
  int64_t same = 0;      // that fail as they did: another finding
  Counts otherwise = {}; // what else came there, by signature
  std::string sentence() const;
  bool operator==(const Counterfactual &) const = default;
};

/// A finding with its smallest case and how often it was seen.
struct Finding {
  FindingRow row;
  int64_t count = 0;
  /// The first program that showed it: its campaign's seed, and its index.
  std::pair<uint64_t, int64_t> first = {};
  /// The same for each target that has it, in the campaign's order.
  std::vector<TargetCount> targets = {};
  /// How often it came when these checks were repeated.
  Frequency frequency = {0, 0};
  /// Of the count, how many fail as known bugs do, by bug.
  Counts known = {};
  /// Where it comes from, if somebody looked.
  std::optional<CauseRow> cause = {};
  std::optional<Counterfactual> counterfactual = {};
};

/// The verdict on the finding's case, as far as it is kept: where a reduced one is wrong first, its
/// cause says alone.
std::optional<Verdict> verdictOnCase(const Finding &finding);

/// How often a known bug was met.
struct KnownTally {
  std::string bug;
  int64_t failures = 0;     // checks that failed so
  int64_t passedOver = 0;   // checks that were left out because they most likely would have
  int64_t restRight = 0;    // of both, those whose program is right without what the bug is about
  int64_t besideOthers = 0; // further checks: they are something else, and a part shows the bug
  Counts targets;           // both, by target
  int64_t endedKnown = 0;   // of both, those with that verdict: what else there is may be news
};

/// Of a target's checks, those that may end otherwise the next time.
struct UnsteadyCount {
  int64_t checks = 0; // in all
  Counts verdicts;
};

/// What a campaign's checks amount to that end the same whenever they are repeated: all but
/// time-outs, and what is flaky or not deterministic.
struct SteadyChecks {
  Totals totals; // of these, without seconds; but of all programs
  std::vector<KnownTally> known;
  /// Of everything that is kept of each of them.
  std::string digest;
  /// Programs before the last that nobody checked.
  int64_t missing = 0;
  /// What is left out, by target.
  std::map<std::string, UnsteadyCount> unsteady;
};

/// Checks that told nothing of a target, by what kept them from it.
struct UntestedReason {
  std::string verdict; // "unsupported", "inconclusive", "flaky"
  std::string reason;  // the signature, without the verdict
  Counts targets;
  int64_t count() const;
};
/// Two ops that programs had together, none of which was accepted.
struct UntestedPair {
  std::string one, other;
  int64_t checks = 0;
};
/// What a campaign, or several of one store, looked at and could not test.
struct Untested {
  std::vector<UntestedReason> reasons; // the most frequent first
  std::vector<UntestedPair> pairs;     // so too, of ops each of which was accepted elsewhere
};

/// The SQLite file of a campaign and the folder of cases beside it. What was committed survives any
/// kill. Several campaigns share a store only after merge().
class Store {
public:
  enum class Mode : uint8_t {
    Write, // made if it is not there; an error if another process writes it
    Read,  // must be there; may be in use
    Merge, // the same, but of this version's schema, and nobody may write it meanwhile
  };
  /// An error for what is no store, is damaged, or comes from a newer version; then nothing is
  /// touched.
  static Expected<Store> open(const std::filesystem::path &path, Mode mode);
  /// Whether a file is there that holds no store, or a torn one. What cannot be opened for another
  /// reason is not damaged.
  static bool isDamaged(const std::filesystem::path &path);
  Store(Store &&) noexcept;
  Store &operator=(Store &&) noexcept;
  ~Store();

  const std::filesystem::path &path() const;

  Expected<std::vector<CampaignParameters>> campaigns() const;
  Expected<void> addCampaign(const CampaignParameters &parameters);
  enum class Shards : uint8_t {
    All,
    Unended, // whose last session did not come to its end, as after a kill
  };
  /// Of one campaign, whose programs the store has, as far as they went; one if nothing was merged.
  Expected<std::vector<Shard>> shards(int64_t campaign, Shards which = Shards::All) const;
  Expected<void> putShard(int64_t campaign, const Shard &shard, bool isEnded);

  /// Writes belong to one transaction, which the first begins and commit() ends.
  Expected<void> addCheck(int64_t campaign, const CheckRow &row);
  Expected<void> addKnown(int64_t campaign, const KnownRow &row);
  /// Of the check at that place, a known bug that a part of its program shows, beside what it is.
  Expected<void> addOther(int64_t campaign, Position place, const std::string &bug);
  Expected<void> putFinding(int64_t campaign, const FindingRow &row);
  Expected<void> putCause(int64_t campaign, const CauseRow &row);
  Expected<void> addCounterfactual(int64_t campaign, const CounterfactualRow &row);
  Expected<void> putSession(int64_t campaign, const SessionRow &row);
  Expected<void> addSample(const ThroughputSample &sample);
  Expected<void> addDevice(const DeviceRow &row);
  /// Adds to what there is, of the target at that place in the campaign's list.
  Expected<void> addCoverage(int64_t campaign, int target, const CoverageRow &row);
  /// Adds to what there is.
  Expected<void> addSource(const SourceRow &row);
  /// These, and no others before that place.
  Expected<void> putPending(int64_t campaign, std::span<const PendingRow> rows, Position from);
  Expected<void> commit();

  Expected<Position> position(const CampaignParameters &campaign) const;
  Expected<std::vector<FindingRow>> findingRows(int64_t campaign) const;
  /// Of one campaign; none of a store that is read and was written before there were any.
  Expected<std::vector<CauseRow>> causes(int64_t campaign) const;
  /// The first places of the row's target at which programs failed with its raw signature, and of a
  /// row that staysOn() a target, did so there; at most so many.
  Expected<std::vector<Position>> failuresOf(int64_t campaign, const FindingRow &row, int target,
                                             size_t most) const;
  /// Of one campaign; none of a store that is read and was written before there were any.
  Expected<std::vector<CounterfactualRow>> counterfactuals(int64_t campaign) const;
  /// Of one campaign; what is in its place meanwhile is none of them.
  Expected<std::vector<PendingRow>> pending(int64_t campaign) const;
  Expected<std::vector<ThroughputSample>> samples() const;
  /// By campaign and target; of no store that is read and was written before devices were kept.
  Expected<std::vector<DeviceRow>> devices() const;

  /// By campaign, target, kind and name; of no store that is read and was written before coverage
  /// was counted, or of targets that cannot tell.
  Expected<std::vector<CoverageRow>> coverage() const;
  /// By campaign, target and source; none as with coverage().
  Expected<std::vector<SourceRow>> sources() const;
  /// Of one campaign, in the order of its checks.
  Expected<std::vector<FailureRow>> failures(int64_t campaign) const;
  /// Over all campaigns in the store.
  Expected<Totals> totals() const;
  /// Of the first campaign in a store of this version's schema.
  Expected<SteadyChecks> steadyChecks() const;
  /// By name, over all campaigns in the store; ordered by it.
  Expected<std::vector<Finding>> findings() const;
  /// Over all campaigns in the store, the most frequent first.
  Expected<std::vector<KnownTally>> knownTallies() const;

  /// Over all campaigns in the store.
  Expected<Untested> untested() const;

  /// Takes over what another store holds, and its cases. Idempotent and commutative: any order and
  /// any repetition of merges gives the same rows.
  Expected<void> merge(const std::filesystem::path &other);
  /// The same without cases, of a store that is open with Mode::Merge. Of findings, the one that
  /// was seen first counts.
  Expected<void> mergeRows(const Store &other);

private:
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace assay
