#pragma once

#include "oracle/Oracle.h"

#include <string>
#include <vector>

namespace assay {

/// Where in its tensor a result is wrong, dim by dim, as far as that says something: "dim 1: 7, the
/// last of 8; dim 2: every 2nd from 0 to 4 of 6; all 12 elements there". Empty if nothing is known
/// of that.
std::string describePlaces(const Difference &difference);

/// A tensor as a matrix, its last dim from left to right and the others from top to bottom, with
/// how much of each part is wrong.
struct HeatMap {
  std::vector<std::vector<double>> rows; // 0 to 1; as many in each row
  int64_t down = 1, across = 1;          // elements of a part
};
/// At most 32 rows of at most 64 parts; none if nothing is known of places.
HeatMap heatMap(const Difference &difference);

/// A line for each row, a letter for each part: "." where nothing is wrong, "#" where all is, "+"
/// where at least half is, else "-".
std::string text(const HeatMap &map);

} // namespace assay
