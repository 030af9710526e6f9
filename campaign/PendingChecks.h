#pragma once

#include "campaign/Session.h"
#include "campaign/Surgery.h"
#include "campaign/Suspects.h"
#include "campaign/workers/Confirmation.h"

#include <map>
#include <set>

namespace assay {

/// Checks that are done but not yet in the store, which takes them in the order of their places.
/// A check is in one of these states; what it asks is answered by workers, whom poll() of their
/// pools listens to, and nothing waits meanwhile:
///
///     state       | what it asks                          | answer                   | then
///     ------------+---------------------------------------+--------------------------+----------
///     (new)       |                                       | passed over, or finding  | LookingUp
///                 |                                       | else                     | Settled
///     LookingUp   | the list of known bugs                | one (and not --no-known) | Operating
///                 |                                       | else                     | Confirming
///     Confirming  | a fresh worker: the case again        | more are needed          | Confirming
///                 |                                       | flaky, of a joint module | Rejoining
///                 |                                       | flaky, or no finding     | Settled
///                 |                                       | it comes back            | Suspecting
///     Rejoining   | a fresh worker: the range again       | as before, or not        | Settled
///     Suspecting  | what hides a known bug, one by one    | hidden (not --no-known)  | Operating
///                 |                                       | else                     | Settled
///     Operating   | the program without the known bug     | a finding: of that part  | Confirming
///                 |                                       | else: it is that bug     | Settled
///     Settled     |                                       | taken by the store       | (gone)
///
/// Bugs of our own are not suspected.
class PendingChecks {
public:
  enum class State : uint8_t { LookingUp, Confirming, Rejoining, Suspecting, Operating, Settled };

  struct Check {
    CheckReply reply;
    RangeRequest range; // that it belongs to
    State state = State::Settled;
    /// The program, once something has asked for it; or the part of it that `reply` is about.
    std::optional<TestCase> testCase = std::nullopt;
    /// What the whole program does, if `reply` is about a part of it.
    std::optional<CheckReply> whole = std::nullopt;
    std::optional<Confirmation> confirmation = std::nullopt;
    /// What it fails as, if that is known.
    std::optional<KnownRow> known = std::nullopt;
    /// The verdict on that.
    std::optional<Verdict> bug = std::nullopt;
    /// Other known bugs that parts of the program show.
    std::set<std::string> others = {};
    /// So many known bugs were cut out of it, one after the other. What turns out to be known
    /// without a cut counts as one.
    int cuts = 0;

    Position place() const { return {reply.index, reply.target}; }
    bool isSettled() const { return state == State::Settled; }
  };

  /// All of these must outlive it.
  PendingChecks(const Services &services, const FuzzOptions &options, Pool &pool, Surgery &surgery,
                Suspects &suspects, Session &session)
      : services(services), options(options), pool(pool), surgery(surgery), suspects(suspects),
        session(session) {}

  /// Of a place that is there already the first counts.
  void add(const CheckReply &reply, const RangeRequest &range);
  /// A check that another session has kept.
  void restore(const PendingRow &row);
  /// Whether all of a range's checks are there, from that place on.
  bool hasAll(const RangeRequest &range, Position from) const;
  /// The check of that place, if it is there and nothing about it is open.
  std::optional<Check> take(Position place);
  /// Failures that are not yet confirmed, or are being looked at in another way.
  size_t countOpen() const;
  /// All that is there, to be kept for another session. What is open is asked again then.
  std::vector<PendingRow> rows() const;

private:
  void begin(const Check &given);
  /// Makes it the check's state, and asks what is asked in it.
  void enter(Check &check, State state);
  void lookUp(Check &check);
  void confirm(Check &check);
  void onConfirmed(Check &check);
  void rejoin(Check &check);
  void suspect(Check &check);
  void operate(Check &check);
  void onRest(Check &check, const Surgery::Answer &answer);
  const TestCase &caseOf(Check &check) const;
  const TargetName &nameOf(const Check &check) const {
    return options.parameters.targets[static_cast<size_t>(check.reply.target)];
  }
  static void note(Check &check, const Verdict &known);

  const Services &services;
  const FuzzOptions &options;
  Pool &pool;
  Surgery &surgery;
  Suspects &suspects;
  Session &session;
  std::map<Position, Check> checks;
};

/// The campaign's program of that index.
TestCase generateCase(const Services &services, const CampaignParameters &parameters,
                      int64_t index);

} // namespace assay
