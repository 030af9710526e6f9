#pragma once

#include "campaign/Campaign.h"
#include "campaign/FindingStore.h"

#include <set>

namespace assay {

/// A failure that is another bug's than the finding of its name: it stays where what hides the
/// finding's case does so.
struct ApartFailure {
  FindingRow finding; // whose name it has
  TestCase program;
  TargetName hidingTarget;
  CheckReply reply; // of the check there, with the place of the failure
};

/// Whether a finding is one bug: a name says how a program fails and not why, so that another bug
/// may hide behind it. Failures of the name of an explained finding are checked again on its target
/// with what hides it, by a worker of its own, one after the other. One thread, as Pool.
class Counterfactuals {
public:
  /// All of these must outlive it; once `stop` says so, nothing is waited for.
  Counterfactuals(const Services &services, Store &store, const FuzzOptions &options,
                  FindingStore &findings, std::function<bool()> stop);

  /// What is known of the findings that earlier sessions explained.
  Expected<void> load();
  /// The finding has been explained.
  void add(const FindingRow &finding, const Cause &cause);
  /// Another failure of that name is in the store.
  void addFailure(const FindingName &name);

  /// There may be something to ask.
  bool isWaiting() const { return !open.empty(); }
  /// A check has not come to its end.
  bool isAsked() const { return asked.has_value(); }
  /// The same, or what came of it is not taken yet.
  bool isUnderWay() const { return asked || apart; }
  /// Asks for the next failure, if any is left.
  Expected<void> begin();
  Expected<void> poll(int milliseconds);
  /// What is another bug's, until keepFound(); null if nothing is.
  const ApartFailure *found() const { return apart ? &*apart : nullptr; }
  /// Writes down what it is: its raw signature, or that of the known bug that it turned out to be.
  Expected<void> keepFound(std::string signature);

private:
  /// What is asked of the failures of one name.
  struct Question {
    FindingRow finding;
    TargetName hidingTarget;
    bool isHidden = false; // the finding's own case was right there
  };
  Expected<std::optional<Position>> nextOf(const Question &question) const;
  Expected<void> ask(const FindingName &name, const Question &question,
                     std::optional<Position> failure);
  Expected<void> take(const CheckReply &reply);
  Expected<void> keep(Position failure, const TargetName &hidingTarget, std::string signature);

  const Services &services;
  Store &store;
  const FuzzOptions &options;
  FindingStore &findings;
  std::function<bool()> stop;
  std::map<FindingName, Question> questions;
  std::set<FindingName> open; // of these, those with failures that may not have been asked for
  std::set<std::tuple<int64_t, int, std::string>> answered; // index, target, hiding target
  std::unique_ptr<Pool> pool;
  struct Asked {
    FindingName name; // of the question
    TestCase testCase;
    std::optional<Position> failure; // nothing for the finding's own case
  };
  std::optional<Asked> asked;
  std::optional<CheckReply> answer;
  std::optional<ApartFailure> apart;
};

/// On which a finding that fails on the target for that cause is hidden, and all that fails for
/// another stays: without the pass that is to blame; of a wrong result, else with a flag or at a
/// level that hides it. Nothing if no such thing is known.
std::optional<TargetName> hidingTargetOf(const TargetName &target, const Cause &cause);

} // namespace assay
