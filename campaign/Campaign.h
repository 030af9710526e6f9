#pragma once

#include "campaign/store/Store.h"
#include "campaign/workers/Pool.h"
#include "campaign/workers/Services.h"

#include <chrono>

namespace assay {

struct FuzzOptions {
  CampaignParameters parameters;
  /// Whose programs are drawn; if nobody's, what the store holds is reduced and explained.
  std::optional<Shard> shard = Shard();
  /// Indices below this; without end if nothing is given.
  std::optional<int64_t> count;
  /// Wall time of all sessions together.
  std::optional<double> seconds;
  /// When this session began.
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  /// The campaign ends when it has so many findings.
  std::optional<size_t> maxFindings;
  int jobs = 1;
  bool reduce = true;
  /// Of each finding at most, as reduce() counts them: not seconds, so that what comes out is the
  /// same on any machine.
  size_t reduceChecks = 1000;
  /// For the cause of each reduced finding; 0 for none.
  double explainSeconds = 60;
  /// Of the processors that `jobs` have, for causes while programs go on; 0 to 1.
  double explainShare = 0.25;
  /// As in TargetOptions, of the programs that are drawn.
  std::string dumpFolder;
  /// Bugs that are known are counted apart, and programs that have them mostly passed over.
  bool known = true;
  WorkerCommand worker;
  Limits limits;
};

/// Of workers for a target that is asked beside the campaign's: one, with the injected fault, which
/// no setting hides.
Pool::Options workerOn(const FuzzOptions &options, const TargetName &target);

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
  size_t toExplain = 0; // findings whose cause is not known yet
  size_t toConfirm = 0; // failures that may be findings
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

/// What is reached first.
enum class CampaignEnd : uint8_t {
  Completed, // all programs are checked and all findings reduced
  OutOfTime,
  FoundEnough, // maxFindings
  Stopped,     // by the observer
};

/// Seconds that a campaign may take longer than it was given, for what is under way. Its end and
/// its report take a few more.
inline constexpr double graceSeconds = 9;

/// Runs a campaign, or what is left of it, into the store: checks in parallel, results in the order
/// of their indices, each accusing verdict confirmed in fresh workers, the first of each raw
/// signature reduced, those that are more of the same last. What is found depends on the parameters
/// alone, but for what stays where what hides another finding of its signature does so, which
/// depends on what causes are found in their time. What the time does not suffice for is kept, and
/// taken up when the campaign goes on.
Expected<CampaignEnd> runCampaign(const Services &services, Store &store,
                                  const FuzzOptions &options, CampaignObserver &observer);

} // namespace assay
