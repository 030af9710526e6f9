#pragma once

#include "campaign/PendingChecks.h"

namespace assay {

/// A stretch of a campaign in which its targets are the same. Those that draw what they are without
/// a seed of their own, as "mlir@22:random" does, are others in each epoch; then each has workers
/// of its own, for one process does not bear two sets of a compiler's flags.
struct Epoch {
  /// The epoch that the program of that index belongs to. All of these must outlive it. Once `stop`
  /// says so, nothing is waited for.
  Epoch(const Services &services, const FuzzOptions &options, Session &session, int64_t index,
        const std::function<bool()> &stop);

  /// Starts the workers, so that a wrong target is an error here, unless `stop` says so before they
  /// are ready.
  Expected<void> start();
  /// Waits for events of all workers and handles them.
  Expected<void> poll();

  /// What the campaign's targets stand for, in their order.
  const std::vector<TargetName> &targets() const { return options.parameters.targets; }

  FuzzOptions options; // with what the targets draw
  int64_t begin, end;  // of its programs' indices
  std::function<bool()> stop;
  Pool pool;
  Surgery surgery;
  Suspects suspects;
  PendingChecks pending;
};

/// What the campaign's targets stand for at the program of that index.
std::vector<TargetName> targetsAt(const CampaignParameters &parameters, int64_t index);

} // namespace assay
