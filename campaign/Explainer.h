#pragma once

#include "campaign/Counterfactuals.h"

namespace assay {

/// Has a worker of its own look for the causes of findings, one after the other, while programs go
/// on; and then for what the names of these findings hide. One thread, as Pool.
class Explainer {
public:
  /// All of these must outlive it.
  Explainer(const Services &services, Store &store, const FuzzOptions &options,
            FindingStore &findings, std::function<bool()> stop);
  Expected<void> load();

  /// Takes the answer if there is one, and begins with the next finding if causes have had no more
  /// than their share of the processors in these seconds of the session, which are infinite when
  /// nothing else is to be done.
  Expected<void> poll(int milliseconds, double seconds);

  /// Findings that wait for it, with the one that it is at.
  size_t waiting() const;
  /// Whether nothing is left to be looked for.
  bool isDone() const { return waiting() == 0 && !isAsking(); }

  /// Another failure of that name is in the store.
  void addFailure(const FindingName &name) { counterfactuals.addFailure(name); }
  /// What the name of a finding hid, until keepApart(); null for nothing.
  const ApartFailure *apart() const { return counterfactuals.found(); }
  /// It is a finding of its own, or a known bug of that signature.
  Expected<void> keepApart(std::string signature) {
    return counterfactuals.keepFound(std::move(signature));
  }

private:
  bool isAsking() const {
    return options.explainSeconds > 0 &&
           (counterfactuals.isWaiting() || counterfactuals.isUnderWay());
  }
  Expected<void> begin();
  void spend();

  const FuzzOptions &options;
  FindingStore &findings;
  Counterfactuals counterfactuals;
  std::optional<Pool> pool; // once there is something to do
  std::optional<FindingRow> current;
  std::optional<Cause> answer;
  std::chrono::steady_clock::time_point begun;
  double spent = 0; // seconds of one processor
};

} // namespace assay
