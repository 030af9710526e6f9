#pragma once

#include "campaign/store/Store.h"

#include <span>

namespace assay {

/// What a target's rows amount to.
struct CoverageTotals {
  std::string target;
  /// Patterns that were tried, that succeeded, and that did in at least programsToCount programs.
  int64_t tried = 0, fired = 0, firedOften = 0;
  /// Passes that ran where they were looked at, and those that changed something there.
  int64_t passes = 0, passesThatChanged = 0;

  /// "cpu:O2: 212 patterns tried, 96 fired, 80 of them in at least 5 programs; 32 of 38 passes
  /// changed something".
  std::string text() const;
};

/// What is said of a pattern that fires in so many programs does not hang on a single one.
inline constexpr int64_t programsToCount = 5;

/// For each target, in the order of the rows.
std::vector<CoverageTotals> coverageTotals(std::span<const CoverageRow> rows);

} // namespace assay
