#pragma once

#include "campaign/Baseline.h"
#include "campaign/workers/Confirmation.h"
#include "campaign/Session.h"
#include "campaign/Suspects.h"

#include <map>

namespace assay {

/// Checks that are done but not yet in the store, which takes them in the order of their places.
/// What is known is no finding, unless those are asked for as well; each finding is confirmed in a
/// fresh worker before it leaves, then looked for where known bugs do not show, and held against
/// the baseline, if there is one.
class PendingChecks {
public:
  struct Check {
    CheckReply reply;
    RangeRequest range; // that it belongs to
    bool settled = true;
    std::optional<Confirmation> confirmation = std::nullopt;
    /// What it fails as, if that is known.
    std::optional<KnownRow> known = std::nullopt;
  };

  /// All of these must outlive it.
  PendingChecks(const Services &services, const FuzzOptions &options, Pool &pool,
                Suspects &suspects, Baseline &baseline, Session &session)
      : services(services), options(options), pool(pool), suspects(suspects), baseline(baseline),
        session(session) {}

  /// Of a place that is there already the first counts.
  void add(const CheckReply &reply, const RangeRequest &range);
  /// A check that another session has kept.
  void restore(const PendingRow &row);
  /// What of a range is not there; a range may be answered in part.
  RangeRequest missing(RangeRequest range) const;
  /// The check of that place, if it is there and nothing about it is open.
  std::optional<Check> take(Position place);
  /// All that is there, to be kept for another session. What is open is asked again then.
  std::vector<PendingRow> rows() const;

private:
  void settle(Check check);
  void lookUp(Check &check);
  void confirm(Check &check);
  void onConfirmed(Check &check);
  void confirmJointly(Check &check);
  void suspect(Check &check);
  void compare(Check &check);
  static void note(Check &check, const Verdict &known);
  static void standsFor(Check &check, Verdict known);

  const Services &services;
  const FuzzOptions &options;
  Pool &pool;
  Suspects &suspects;
  Baseline &baseline;
  Session &session;
  std::map<Position, Check> checks;
};

/// The campaign's program of that index.
TestCase generateCase(const Services &services, const CampaignParameters &parameters,
                      int64_t index);

} // namespace assay
