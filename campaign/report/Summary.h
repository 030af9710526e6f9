#pragma once

#include "campaign/report/Coverage.h"

#include <map>
#include <span>
#include <string>

namespace assay {

/// What a check found that nobody has checked again yet, or that stands behind such.
struct Unconfirmed {
  std::string signature, verdict;
  int64_t index = 0;
  std::string target;
};

/// What a store amounts to, for everything that shows it.
struct Summary {
  std::vector<CampaignParameters> campaigns;
  Totals totals;
  std::vector<Finding> findings;
  /// Apart from these: where results are right, but code is worse than that of another spelling.
  std::vector<Finding> missedOptimisations;
  std::vector<KnownTally> known;
  std::vector<ThroughputSample> samples;
  std::vector<DeviceRow> devices;
  std::vector<TargetCoverage> coverage;
  std::vector<Unconfirmed> unconfirmed;
  std::filesystem::path store;

  /// What its checks depend on; of several campaigns the first.
  CampaignParameters parameters() const {
    return campaigns.empty() ? CampaignParameters() : campaigns[0];
  }
  /// Worker time that no stage accounts for: start, pipes, waiting.
  double otherSeconds() const;
  /// generate + oracle + compare + other, of all worker time; 0 .. 1.
  double harnessShare() const;
};

/// `known` as in Services; may be empty.
Expected<Summary> summarise(const Store &store,
                            const std::function<std::vector<CoveragePoint>()> &known = {});

/// Of a store's campaigns, of which there is at least one, that with the seed of the finding's
/// first program, or else the first: by key not all can be found, as another version made other
/// ones.
const CampaignParameters &firstCampaignOf(const Finding &finding,
                                          std::span<const CampaignParameters> campaigns);

/// Findings of one kind.
struct FindingGroup {
  /// Of their verdict: "Wrong results".
  std::string_view title;
  std::string_view verdict;
  std::vector<const Finding *> findings;
};

/// The findings by kind: wrong results first, then those that only an allowance would excuse, what
/// is out of bounds or races, crashes, time-outs, failures to run and to compile. In each, one at
/// least, as they are ordered in the summary, which must outlive them, but for what waits, which is
/// last.
std::vector<FindingGroup> worstFirst(const Summary &summary);

/// Findings that come from one bug, as far as their causes tell.
struct FindingsOfCause {
  /// The one whose first program comes first stands for all.
  std::vector<const Finding *> findings;
  int64_t failures() const;
  /// Somebody looked where it comes from.
  bool isExplained() const { return findings.front()->cause.has_value(); }
  /// It is that of a known bug, as far as causes tell.
  bool isKnown() const;
};

/// The findings by cause, each in one group, in the order of the first programs that showed them.
/// Depends on the set of findings alone, which the summary must outlive. What nobody has explained
/// is by itself.
std::vector<FindingsOfCause> byCause(const Summary &summary);

/// Of each finding that another stands for, that one.
std::map<const Finding *, const Finding *> standsFor(std::span<const FindingsOfCause> causes);

/// "12 failures, 3 findings, 2 causes, 1 of known bugs, 1 finding not explained yet": of those
/// findings.
std::string countsText(std::span<const FindingsOfCause> causes);

/// "not reduced: did not come again in 3 checks": why its case is a raw one, as far as that is
/// known; empty for a reduced one.
std::string rawText(const FindingRow &row);

/// "3x on cpu:O0, 1x on cpu:O2".
std::string targetsText(const Finding &finding);

/// "iree-x, iree-y (3 of 5)": the bugs that a finding is known as, with how often where that is not
/// always; empty if it is news.
std::string knownText(const Finding &finding);

/// The summary of `assay fuzz --json`; docs/fuzz-json.md describes it. `end` says what ended the
/// campaign.
std::string summaryJson(const Summary &summary, std::string_view end);

} // namespace assay
