#pragma once

#include "check/Verdict.h"
#include "support/Expected.h"
#include "targets/Device.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace assay {

/// What determines a campaign's checks. Two runs with equal parameters are one campaign.
struct CampaignParameters {
  uint64_t seed = 0;
  std::string profile;
  std::vector<std::string> targets;
  std::string inject;
  std::string version;
  /// What the targets are held against, as in Baseline.h; empty for nothing.
  std::string baseline = {};

  /// Names the campaign in every store.
  int64_t key() const;
  bool operator==(const CampaignParameters &) const = default;
};

/// A check that is done. Its signature is raw.
struct CheckRow {
  int64_t index = 0;
  int target = 0;
  std::string verdict;
  std::string signature;
  uint64_t ops = 0;
  int64_t exact = 0, bounded = 0, inconclusive = 0;
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
  std::string target;
  int64_t size = 0; // bytes of the case
  int64_t ops = 0;  // of its program
  std::string caseName;
  bool lit = false;
  bool operator==(const FindingRow &) const = default;
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

struct Sample {
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
  int64_t checks = 0;
  /// Of these, not refused as a CompileFailure or Unsupported, and not killed in a stage of the
  /// compiler.
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

/// A final signature with its smallest case and how often it was seen.
struct Finding {
  FindingRow row;
  int64_t count = 0;
};

/// The SQLite file of a campaign and the folder of cases beside it. What was committed survives any
/// kill. Several campaigns share a store only after merge().
class Store {
public:
  enum class Mode : uint8_t {
    Write, // made if it is not there; an error if another process writes it
    Read,  // must be there; may be in use
  };
  /// An error for what is no store, is damaged, or comes from a newer version; then nothing is
  /// touched.
  static Expected<Store> open(const std::filesystem::path &path, Mode mode);
  Store(Store &&) noexcept;
  Store &operator=(Store &&) noexcept;
  ~Store();

  const std::filesystem::path &path() const;

  Expected<std::vector<CampaignParameters>> campaigns() const;
  Expected<void> addCampaign(const CampaignParameters &parameters);

  /// Writes belong to one transaction, which the first begins and commit() ends.
  Expected<void> addCheck(int64_t campaign, const CheckRow &row);
  Expected<void> putFinding(int64_t campaign, const FindingRow &row);
  Expected<void> putSession(int64_t campaign, const SessionRow &row);
  Expected<void> addSample(const Sample &sample);
  Expected<void> addDevice(const DeviceRow &row);
  Expected<void> commit();

  Expected<Position> position(const CampaignParameters &campaign) const;
  Expected<std::vector<FindingRow>> findingRows(int64_t campaign) const;
  Expected<std::vector<Sample>> samples() const;
  /// By campaign and target; of no store that is read and was written before devices were kept.
  Expected<std::vector<DeviceRow>> devices() const;

  /// Over all campaigns in the store.
  Expected<Totals> totals() const;
  /// By final signature, over all campaigns in the store; ordered by signature.
  Expected<std::vector<Finding>> findings() const;

  /// Takes over what another store holds, and its cases. Idempotent and commutative: any order and
  /// any repetition of merges gives the same rows.
  Expected<void> merge(const std::filesystem::path &other);

private:
  struct State;
  explicit Store(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace assay
