#pragma once

#include "campaign/Baseline.h"
#include "campaign/Session.h"
#include "campaign/Suspects.h"

#include <map>

namespace assay {

/// Checks that are done but not yet in the store, which takes them in the order of their places.
/// What is known is no finding; each finding is confirmed in a fresh worker before it leaves, then
/// looked for where known bugs do not show, and held against the baseline, if there is one.
class PendingChecks {
public:
  struct Check {
    CheckReply reply;
    RangeRequest range; // that it belongs to
    bool settled = true;
    int tries = 0; // to confirm it, so far
  };

  /// All of these must outlive it.
  PendingChecks(const Services &services, const FuzzOptions &options, Pool &pool,
                Suspects &suspects, Baseline &baseline, Session &session)
      : services(services), options(options), pool(pool), suspects(suspects), baseline(baseline),
        session(session) {}

  void add(const CheckReply &reply, const RangeRequest &range);
  /// The check of that place, if it is there and nothing about it is open.
  std::optional<Check> take(Position place);

private:
  void lookUp(Check &check);
  void confirm(Check &check);
  void confirmJointly(Check &check, const Verdict &alone);
  void suspect(Check &check);
  void compare(Check &check);
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
