#pragma once

#include "campaign/store/Store.h"

#include <functional>
#include <string>
#include <vector>

namespace assay {

/// How findings came on a target, night after night.
struct TargetCurve {
  /// A campaign on it.
  struct Night {
    std::string campaign; // "seed 7, default"
    std::string day;      // "2026-11-26"; empty if nothing tells
    int64_t programs = 0;
    /// Of what no earlier night had found, the programs that showed it first, by index; in order.
    std::vector<int64_t> found = {};
    /// Findings per 1,000 programs.
    double rate() const { return programs ? 1000.0 * double(found.size()) / double(programs) : 0; }
    bool operator==(const Night &) const = default;
  };
  std::string target;
  std::vector<Night> nights;

  int64_t programs() const;
  /// Of all nights, the places of the programs in their order.
  std::vector<int64_t> found() const;
  /// A tenth of the programs each.
  struct Step {
    int64_t programs = 0; // until then
    int64_t found = 0;    // so too
    double rate = 0;      // findings per 1,000 programs since the step before
  };
  std::vector<Step> steps() const;
  /// The findings over the programs, as an SVG element, with a mark between nights.
  std::string svg() const;
};

/// The day on which the case of a campaign's finding was written, as "2026-11-26"; empty if nothing
/// tells.
using DayOf = std::function<std::string(int64_t campaign, const FindingRow &)>;

/// One for each target that has checked a program, by name. A campaign's day is that of its first
/// finding, and campaigns without one come last.
Expected<std::vector<TargetCurve>> curvesOf(const Store &store, const DayOf &dayOf);

} // namespace assay
