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
};
inline constexpr std::array<std::string_view, 3> names(ScoreKind) {
  return {"all", "values", "by_operator"};
}

/// The interval is the middle 95 % of the scores of `resamples` campaigns of as many programs,
/// drawn from these with replacement (Efron: Bootstrap Methods, 1979), always the same ones.
Score scoreOf(std::span<const MutantRecord> records, ScoreKind kind, int resamples = 1000);

} // namespace assay
