#pragma once

#include "campaign/CaseReduction.h"
#include "campaign/Similarity.h"
#include "campaign/store/Paths.h"
#include "campaign/store/Store.h"

#include <set>

namespace assay {

/// The findings of one campaign with their cases: known by raw signature, and by target what is
/// about one.
class FindingStore {
public:
  FindingStore(const Services &services, Store &store, const CampaignParameters &parameters);

  /// What earlier sessions found, or several shards: then what is deferred is settled anew, for
  /// that depends on all findings.
  Expected<void> load();
  /// Whether there is a row for what the check shows.
  bool knows(const CheckReply &reply) const { return knows(nameOf(reply)); }
  bool knows(const FindingName &name) const { return byName.contains(name); }
  /// The raw signature, and the target that it is about.
  FindingName nameOf(const CheckReply &reply) const;
  /// Findings so far; see namesOf().
  size_t size() const;
  std::vector<FindingRow> rows() const;

  /// Writes down the case and a row for its raw signature on the target of that name.
  Expected<FindingRow> add(const TestCase &testCase, const CheckReply &reply,
                           const TargetName &target);
  /// The same of what stays on another target, on which the finding of its raw signature is hidden.
  Expected<FindingRow> addApart(const TestCase &testCase, const CheckReply &reply,
                                const TargetName &target, const TargetName &staysOn);
  /// The same of a program that fails only with others in its module, which are kept in the lit
  /// case.
  Expected<FindingRow> addJoint(const std::vector<TestCase> &cases, size_t accused,
                                const CheckReply &reply, const TargetName &target);
  /// Writes down the reduced case with its target, its lit case in place of the raw one, and the
  /// final signature; changes `row`.
  Expected<void> reduce(FindingRow &row, const ReducedCase &reduced);

  /// Writes down why it could not be reduced.
  Expected<void> leaveRaw(FindingRow row, const std::string &why);

  /// Writes down where the finding comes from, and beside its case the IR that shows it.
  Expected<void> addCause(const FindingRow &row, Cause cause);
  /// What is reduced and has no cause yet, of each name the first; the worst kinds first. Valid
  /// until something is added.
  std::vector<const FindingRow *> unexplained() const;
  /// The row's case as JSON.
  Expected<std::string> caseText(const FindingRow &row) const;

  std::filesystem::path reductionFolder(const FindingRow &row) const;
  void dropReductionFolder(const FindingRow &row) const;

  /// The row's case.
  Expected<TestCase> testCase(const FindingRow &row) const;
  /// What was seen first.
  static Verdict rawVerdict(const FindingRow &row);

private:
  Expected<FindingRow> add(const TestCase &testCase, const CheckReply &reply,
                           const TargetName &target, const std::string &about,
                           const Expected<std::string> &litText);
  /// Which of the campaign's targets the row is on.
  int placeOf(const FindingRow &row) const;
  /// Names the row's case by its target and signature, and writes it.
  Expected<void> writeCase(const TestCase &testCase, FindingRow &row) const;
  /// False if there is no lit form of the case for the target: a finding is worth keeping all the
  /// same.
  Expected<bool> writeLit(const Expected<std::string> &text, const FindingRow &row) const;
  Expected<void> put(const FindingRow &row);

  const Services &services;
  Store &store;
  const CampaignParameters &parameters;
  Paths paths;
  std::map<FindingName, FindingRow> byName;
  Similarities similarities;
  std::set<FindingName> explained; // by final signature
};

} // namespace assay
