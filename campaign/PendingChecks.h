#pragma once

#include "campaign/Campaign.h"
#include "campaign/Session.h"

#include <map>

namespace assay {

/// Checks that are done but not yet in the store, which takes them in the order of their places.
/// What is known is no finding; each finding is confirmed in a fresh worker before it leaves.
class PendingChecks {
public:
  struct Check {
    CheckReply reply;
    RangeRequest range; // that it belongs to
    bool confirmed = true;
    int tries = 0; // to confirm it, so far
  };

  /// All of these must outlive it.
  PendingChecks(const Services &services, const FuzzOptions &options, Pool &pool, Session &session)
      : services(services), options(options), pool(pool), session(session) {}

  void add(const CheckReply &reply, const RangeRequest &range);
  /// The check of that place, if it is there and confirmed.
  std::optional<Check> take(Position place);

private:
  void lookUp(Check &check);
  void confirm(Check &check);
  void confirmJointly(Check &check, const Verdict &alone);

  const Services &services;
  const FuzzOptions &options;
  Pool &pool;
  Session &session;
  std::map<Position, Check> checks;
};

/// The campaign's program of that index.
TestCase generateCase(const Services &services, const CampaignParameters &parameters,
                      int64_t index);

} // namespace assay
