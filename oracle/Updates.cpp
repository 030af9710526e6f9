#include "oracle/Updates.h"

#include <algorithm>

namespace assay::oracle {

static const char *const outOfRange = "an index out of range";

bool restrict(Range &index, int64_t extent, const IndexRules &rules, bool &mayMiss) {
  if (index.low >= 0 && index.high < extent)
    return true;
  if (rules.clamps && extent > 0) {
    index = {std::clamp<int64_t>(index.low, 0, extent - 1),
             std::clamp<int64_t>(index.high, 0, extent - 1)};
    return true;
  }
  if (!rules.skips)
    return false;
  mayMiss = true;
  index = {std::max<int64_t>(index.low, 0), std::min(index.high, extent - 1)};
  return true;
}

std::optional<std::string> forEachUpdate(const TestCase &testCase, const Scatter &op,
                                         const Elements &base, const Elements &indices,
                                         const VisitUpdate &visit) {
  const auto dim = static_cast<size_t>(op.dim);
  Places places = allOf(base.shape);
  const int64_t stride = places.strides[dim], extent = base.shape[dim];
  places.strides[dim] = 0;
  const std::vector<int64_t> starts = offsets(indices.shape, places);
  const IndexRules rules{false, testCase.has(Contract::SkippedScatter)};
  std::vector<int64_t> reached;
  for (size_t update = 0; update < starts.size(); ++update) {
    Range index = indices.range(update);
    bool mayMiss = false;
    if (!restrict(index, extent, rules, mayMiss))
      return outOfRange;
    reached.clear();
    for (int64_t i = index.low; i <= index.high; ++i)
      reached.push_back(starts[update] + i * stride);
    visit(update, {reached, reached.size() == 1 && !mayMiss});
  }
  return std::nullopt;
}

std::optional<std::string> forEachUpdate(const TestCase &testCase, const ScatterNd &op,
                                         const Elements &base, const Elements &indices,
                                         const VisitUpdate &visit) {
  const Places whole = allOf(base.shape);
  const auto depth = static_cast<size_t>(op.depth);
  int64_t window = 1;
  for (size_t i = depth; i < base.shape.size(); ++i)
    window *= base.shape[i];
  if (window == 0)
    return std::nullopt;
  const IndexRules rules{false, testCase.has(Contract::SkippedScatter)};
  std::vector<int64_t> starts, next, reached;
  for (size_t row = 0; row < static_cast<size_t>(indices.count) / depth; ++row) {
    bool mayMiss = false;
    starts = {0};
    for (size_t i = 0; i < depth; ++i) {
      Range index = indices.range(row * depth + i);
      if (!restrict(index, base.shape[i], rules, mayMiss))
        return outOfRange;
      next.clear();
      for (int64_t start : starts)
        for (int64_t j = index.low; j <= index.high; ++j)
          next.push_back(start + j * whole.strides[i]);
      starts.swap(next);
    }
    // The window is dense: its dims are the last ones.
    for (int64_t w = 0; w < window; ++w) {
      reached = starts;
      for (int64_t &place : reached)
        place += w;
      visit(row * static_cast<size_t>(window) + static_cast<size_t>(w),
            {reached, reached.size() == 1 && !mayMiss});
    }
  }
  return std::nullopt;
}

} // namespace assay::oracle
