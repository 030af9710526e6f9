#pragma once

#include "campaign/Pool.h"
#include "campaign/Services.h"
#include "campaign/Store.h"

namespace assay {

struct FuzzOptions {
  CampaignParameters parameters;
  /// Indices below this; without end if nothing is given.
  std::optional<int64_t> count;
  /// Wall time of all sessions together.
  std::optional<double> seconds;
  int jobs = 1;
  bool reduce = true;
  double reduceSeconds = 60;
  /// Bugs that are known are counted apart, and programs that have them mostly passed over.
  bool known = true;
  WorkerCommand worker;
  Limits limits;
};

/// Where a campaign is.
struct Progress {
  int64_t programs = 0;
  int64_t checks = 0;
  /// Of this session.
  double programsPerSecond = 0;
  std::map<std::string, int64_t> verdicts;
  size_t findings = 0;
  double seconds = 0; // of all sessions
  std::optional<double> secondsLeft;
  std::optional<int64_t> programsLeft;
  /// What is going on if it is not fuzzing: "reducing, 120 checks: mismatch:topk:f32".
  std::string activity;
};

/// Whoever watches a campaign.
class CampaignObserver {
public:
  virtual ~CampaignObserver() = default;
  /// Several times a second.
  virtual void onProgress(const Progress &) {}
  /// A raw signature that was not there before; it is in the store already.
  virtual void onFound(const FindingRow &) {}
  /// The same, reduced.
  virtual void onReduced(const FindingRow &) {}
  /// Asked often; true ends the campaign in good order.
  virtual bool stopRequested() { return false; }
};

enum class CampaignEnd : uint8_t { Completed, OutOfTime, Stopped };

/// Runs a campaign, or what is left of it, into the store: checks in parallel, results in the order
/// of their indices, each accusing verdict confirmed in a fresh worker, the first of each raw
/// signature reduced. What is found depends on the parameters alone.
Expected<CampaignEnd> runCampaign(const Services &services, Store &store,
                                  const FuzzOptions &options, CampaignObserver &observer);

} // namespace assay
