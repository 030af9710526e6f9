#pragma once

#include "campaign/store/Store.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <span>

namespace assay {

/// What does not hang on a single program has fired in so many.
inline constexpr int64_t programsToCount = 5;

/// What parts of a target's compiler did in the campaigns of a store.
struct TargetCoverage {
  std::string target;
  /// That were tried, and those of the passes that ran where passes are counted; what changed
  /// something in most programs first.
  std::vector<CoverageRow> patterns, passes;
  /// What upstream has beside these, as far as it is known: canonicalization patterns, and
  /// registered passes.
  std::vector<CoveragePoint> unreached;

  int64_t patternsThatFired(int64_t programs = 1) const;
  int64_t passesThatChanged() const;
  int64_t unreachedOf(CoveragePoint::Kind kind) const;
  /// "cpu:O2: 321 patterns tried, 200 fired, 175 of them in at least 5 programs; 26 of 28 passes
  /// changed something".
  std::string text() const;
};

/// In the order of the rows, of any stores. `known` is asked for all that there is if there are
/// rows; it may be empty.
std::vector<TargetCoverage>
coverageByTarget(std::span<const CoverageRow> rows,
                 const std::function<std::vector<CoveragePoint>()> &known);

/// As docs/fuzz-json.md describes it.
nlohmann::ordered_json coverageJson(std::span<const TargetCoverage> coverage);

} // namespace assay
