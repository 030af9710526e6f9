#include "check/WrongPlaces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace assay {

namespace {

constexpr int64_t mostRows = 32, mostColumns = 64;

int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// "7, the last of 8", "0 to 3 of 8", "every 2nd from 1 to 5 of 8", "0, 3, 4 of 8".
std::string indicesText(const std::set<int64_t> &set, int64_t extent) {
  const std::vector<int64_t> indices(set.begin(), set.end());
  const int64_t first = indices.front(), last = indices.back();
  if (indices.size() == 1)
    return fmt::format("{}, {}{}", first, first == extent - 1 ? "the last of " : "of ", extent);
  const int64_t step = indices[1] - first;
  bool isEven = true;
  for (size_t i = 1; i < indices.size(); ++i)
    isEven &= indices[i] - indices[i - 1] == step;
  if (isEven && step == 1)
    return fmt::format("{} to {} of {}", first, last, extent);
  if (isEven && indices.size() > 2)
    return fmt::format("every {}{} from {} to {} of {}", step,
                       step == 2   ? "nd"
                       : step == 3 ? "rd"
                                   : "th",
                       first, last, extent);
  constexpr size_t mostListed = 8;
  if (indices.size() > mostListed)
    return fmt::format("{} of {} from {} to {}", indices.size(), extent, first, last);
  return fmt::format("{} of {}", fmt::join(indices, ", "), extent);
}

} // namespace

std::string describePlaces(const Difference &difference) {
  if (difference.places.empty())
    return {};
  const Shape &shape = difference.shape;
  std::vector<std::set<int64_t>> wrong(shape.size());
  for (int64_t place : difference.places) {
    int64_t rest = place;
    for (size_t dim = shape.size(); dim-- > 0;) {
      wrong[dim].insert(rest % shape[dim]);
      rest /= shape[dim];
    }
  }
  std::string text;
  int64_t there = 1;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    there *= static_cast<int64_t>(wrong[dim].size());
    if (static_cast<int64_t>(wrong[dim].size()) < shape[dim])
      text += fmt::format("dim {}: {}; ", dim, indicesText(wrong[dim], shape[dim]));
  }
  const auto known = static_cast<int64_t>(difference.places.size());
  if (known < difference.wrong)
    return fmt::format("{}as far as the first {} wrong elements tell", text, known);
  if (known < there)
    return fmt::format("{}{} of {} elements there", text, known, there);
  return fmt::format("{}all {} elements{}", text, there, text.empty() ? "" : " there");
}

HeatMap heatMap(const Difference &difference) {
  HeatMap map;
  if (difference.places.empty())
    return map;
  const int64_t columns = difference.shape.empty() ? 1 : difference.shape.back();
  const int64_t rows = difference.elements / columns; // something is wrong: no extent is 0
  map.down = divideUp(rows, mostRows);
  map.across = divideUp(columns, mostColumns);
  map.rows.assign(static_cast<size_t>(divideUp(rows, map.down)),
                  std::vector<double>(static_cast<size_t>(divideUp(columns, map.across))));
  for (int64_t place : difference.places) {
    const int64_t row = place / columns / map.down, column = place % columns / map.across;
    const int64_t size = std::min(map.down, rows - row * map.down) *
                         std::min(map.across, columns - column * map.across);
    map.rows[static_cast<size_t>(row)][static_cast<size_t>(column)] +=
        1 / static_cast<double>(size);
  }
  return map;
}

std::string text(const HeatMap &map) {
  constexpr double nearlyAll = 1 - 1e-9; // shares are sums
  std::string out;
  for (const std::vector<double> &row : map.rows) {
    for (double share : row)
      out += share == 0 ? '.' : share >= nearlyAll ? '#' : share >= 0.5 ? '+' : '-';
    out += '\n';
  }
  return out;
}

} // namespace assay
