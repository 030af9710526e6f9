#pragma once

#include "oracle/Step.h"

#include <functional>

namespace assay::oracle {

/// Which places of a tensor an index operand reaches: one, if the index is exact, else all in its
/// range.
struct Reached {
  std::span<const int64_t> places;
  bool isCertain = true; // the one place is reached for sure
};

/// Calls visit(update element, reached places of the result) for each update of a scatter, in
/// row-major order. Returns why that is undefined, if an index may be out of range. Under
/// SkippedScatter such an update is left out.
using VisitUpdate = std::function<void(size_t update, const Reached &)>;
std::optional<std::string> forEachUpdate(const TestCase &testCase, const Scatter &op,
                                         const Elements &base, const Elements &indices,
                                         const VisitUpdate &visit);
std::optional<std::string> forEachUpdate(const TestCase &testCase, const ScatterNd &op,
                                         const Elements &base, const Elements &indices,
                                         const VisitUpdate &visit);

/// Range of an index into `extent` places; empty (low > high) if it is skipped.
struct IndexRules {
  bool clamps = false; // ClampedGather
  bool skips = false;  // SkippedScatter
};
/// Narrows `index` to [0, extent) as the rules allow. False: it may be out of range, which is
/// undefined. `mayMiss`: some of the range is out of range and skipped.
bool restrict(Range &index, int64_t extent, const IndexRules &rules, bool &mayMiss);

} // namespace assay::oracle
