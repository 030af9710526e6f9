#pragma once

#include "campaign/Campaign.h"
#include "campaign/FindingStore.h"

namespace assay {

/// Has a worker of its own look for the causes of findings, one after the other, while programs go
/// on. One thread, as Pool.
class Explainer {
public:
  /// All of these must outlive it.
  Explainer(const FuzzOptions &options, FindingStore &findings);

  /// Takes the answer if there is one, and begins with the next finding if causes have had no more
  /// than their share of the processors in these seconds of the session, which are infinite when
  /// nothing else is to be done.
  Expected<void> poll(int milliseconds, double seconds);

  /// Findings that wait for it, with the one that it is at.
  size_t waiting() const;

private:
  Expected<void> begin();

  const FuzzOptions &options;
  FindingStore &findings;
  std::optional<Pool> pool; // once there is something to do
  std::optional<FindingRow> current;
  std::optional<Cause> answer;
  std::chrono::steady_clock::time_point begun;
  double spent = 0; // seconds of one processor
};

} // namespace assay
