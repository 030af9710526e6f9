#pragma once

#include "campaign/Campaign.h"
#include "reducer/Excision.h"

namespace assay {

/// Looks for what else is wrong with programs that show a known bug, so that these are not lost to
/// the search. Two tests must both hold for a failure to be that bug and no more:
/// 1. The nodes that are to blame fail so alone, with arguments that hold the reference's values in
///    place of what they read; if need be together with their neighbours. Else it takes more than
///    what is known for the program to fail: that is news, unless the list has another bug that it
///    may be. So it is if they fail so without what is known to make them fail. Not asked where it
///    is sure otherwise.
/// 2. The rest of the program is right, with such arguments in place of what these nodes make. Else
///    it is judged in turn, as a program of its own; that is news if no known bug explains it.
/// Where nothing says which nodes are to blame, the shortest beginning of the program that fails so
/// ends with the one that is. One thread, as Pool.
class Surgery {
public:
  struct Answer {
    /// As in Known.
    std::string rest;
    /// Of the rest, or of `news`.
    Verdict verdict;
    /// What of the program shows `verdict`, a finding that is not known.
    std::optional<TestCase> news;
    /// Known bugs that were cut out, one after the other.
    int cuts = 0;
    /// The bug that it is, if what was asked about is not enough for it.
    std::optional<Verdict> known = {};
    /// All known bugs that were met.
    std::set<std::string> met = {};
  };
  using OnAnswer = std::function<void(const Answer &)>;
  /// How often a program is cut, where nothing else limits it.
  static constexpr int fewCuts = 3;

  /// `onCheck` is told of each check, for keeping account of time. All must outlive it.
  Surgery(const Services &services, const FuzzOptions &options, Pool &pool, OnCheck onCheck)
      : services(services), options(options), pool(pool), onCheck(std::move(onCheck)) {}

  /// Of a case that gave `verdict`, which is that known bug, with so many cuts at most. Answered by
  /// the pool's poll(), or at once.
  void ask(const TestCase &testCase, int target, const Verdict &verdict, const std::string &bug,
           int mostCuts, const OnAnswer &onAnswer);
  /// What ask() answers of a case that shows that bug, which is waited for; nothing if `stop` says
  /// that nobody waits any longer.
  Expected<std::optional<Answer>> lookBehind(const TestCase &testCase, int target,
                                             const Verdict &verdict, const std::string &bug,
                                             const std::function<bool()> &stop);
  /// The same as ask() of one that was not checked, since a known bug is expected of it.
  void askUnchecked(const TestCase &testCase, int target, int mostCuts, const OnAnswer &onAnswer);

private:
  /// A program that is being cut.
  struct Patient;
  using PatientPointer = std::shared_ptr<Patient>;
  /// Finds out which nodes are to blame for what is known of it.
  void operate(const PatientPointer &patient);
  /// The beginning of the program is right up to so many nodes, and wrong with so many.
  void halve(const PatientPointer &patient, int right, int wrong);
  /// One of the parts after the other, until one fails so.
  void tryAlone(const PatientPointer &patient, const std::set<NodeId> &nodes,
                std::vector<std::set<NodeId>> parts);
  /// The bug is not enough for the failure.
  void refute(const PatientPointer &patient);
  void cutOut(const PatientPointer &patient, const std::set<NodeId> &nodes);
  void onRest(const PatientPointer &patient, const TestCase &rest, const Verdict &verdict);
  /// Of what was not checked: a known bug is expected of these nodes, and need not come.
  void tryExpected(const PatientPointer &patient, const std::set<NodeId> &nodes,
                   const Answer &answer);
  /// Nobody looks further.
  static void leave(const PatientPointer &patient);
  void check(const TestCase &testCase, const PatientPointer &patient,
             const std::function<void(const Verdict &)> &onVerdict);
  /// Whether a part of the patient fails as it does itself.
  bool failsSo(const TestCase &part, const PatientPointer &patient, const Verdict &verdict) const;
  /// The known bug that a verdict on a part of the patient is, by the list; empty for none.
  std::string knownBug(const TestCase &testCase, const PatientPointer &patient,
                       const Verdict &verdict) const;
  const TargetName &nameOf(int target) const {
    return options.parameters.targets[static_cast<size_t>(target)];
  }

  const Services &services;
  const FuzzOptions &options;
  Pool &pool;
  OnCheck onCheck;
};

} // namespace assay
