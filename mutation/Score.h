#pragma once

#include "mutation/MutantResult.h"

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// A pair of a program of a campaign and one of its mutants, and what came of it.
struct MutantRecord {
  int64_t program = 0; // its index
  int64_t number = 0;  // of the mutant
  MutantResult result;
};

/// How many pairs have each outcome.
using OutcomeCounts = std::array<int64_t, names(MutantOutcome()).size()>;
OutcomeCounts countOutcomes(std::span<const MutantRecord> records);
/// By the name of what `keyOf` gives, such as the mutator's or the phase's; what was not changed
/// is left out.
std::map<std::string, OutcomeCounts> countBy(std::span<const MutantRecord> records,
                                             std::string (*keyOf)(const Change &change));

/// The share of scored pairs that the check reports, with the interval that holds it in 95 of 100
/// campaigns.
struct Score {
  int64_t reported = 0, scored = 0;
  double value = 0, low = 0, high = 0; // 0 to 1; all 0 if nothing is scored
};

/// Which pairs a score counts, and how.
enum class ScoreKind : uint8_t {
  All,
  ValuesOnly, // without crashes, time-outs, other shapes and the like
  ByMutator,  // the mean of the scores of mutators
  ByFamily,   // the mean of the scores of familyOf()
};
inline constexpr std::array<std::string_view, 4> names(ScoreKind) {
  return {"all", "values", "by_operator", "by_family"};
}

/// The family of Ops.def of the op of the program that was changed, as its location says: in small
/// letters, "several" of what ops of several families were fused to, "unknown" of what has no
/// location.
std::string familyOf(const Change &change);

/// The interval is the middle 95 % of the scores of `resamples` campaigns of as many programs,
/// drawn from these with replacement (Efron: Bootstrap Methods, 1979), always the same ones.
Score scoreOf(std::span<const MutantRecord> records, ScoreKind kind, int resamples = 1000);

/// By how many pairs each line of docs/semantics.md is needed: one may need several.
std::map<SemanticsLine, int64_t> countLines(std::span<const MutantRecord> records);

/// What more probes show of pairs that were equal on those of the campaign.
struct EqualSample {
  int64_t wanted = 0;                // pairs
  int64_t probes = 0;                // of each pair, at least
  std::vector<MutantRecord> records; // of those that were looked at, in the order drawn

  /// Pairs that are weak now; what is legal does not count.
  int64_t differing() const;
};

/// A share of a sample, with the interval that holds it with 95 %: Wilson, Probable Inference, the
/// Law of Succession, and Statistical Inference (1927). All 0 of nothing.
struct Share {
  double value = 0, low = 0, high = 0; // 0 to 1
};
Share shareOf(int64_t part, int64_t whole);

/// The equal pairs of which more probes are made, in the order in which to: at most `count`, each
/// as likely, the same for equal records and seeds.
std::vector<MutantRecord> drawEqual(std::span<const MutantRecord> records, int64_t count,
                                    uint64_t seed);

} // namespace assay
