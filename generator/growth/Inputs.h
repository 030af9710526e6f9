#pragma once

#include "generator/growth/Extents.h"

namespace assay {

/// What is asked of the elements of a new argument.
struct InputWish {
  enum class Kind : uint8_t {
    Any,
    Within,     // `ranges`, by run
    Distinct,   // no two alike along `axis`
    DistinctIn, // the same, within `ranges`
    Ramp,       // rising or falling along the last dim, so that an extreme is at its far end
    UniqueRows, // index tuples below `extents`, pairwise different
    Mask,       // for attention
  };
  Kind kind = Kind::Any;
  std::array<Interval, maxRuns> ranges{};
  int64_t axis = 0;
  std::vector<Dim> extents; // UniqueRows only

  static InputWish distinct(int64_t axis);
  static InputWish distinctIn(int64_t axis, std::array<Interval, maxRuns> ranges);
  static InputWish ramp();
  static InputWish uniqueRows(std::vector<Dim> extents);
  static InputWish mask();
  static InputWish within(std::array<Interval, maxRuns> ranges);
  static InputWish within(Interval range);
};

/// How an argument's elements are drawn in each run, and what is known of them.
struct DrawnInput {
  std::vector<Recipe> recipes;
  Facts facts;
};

/// Draws recipes for an argument of that type. `bounded` allows reals.
DrawnInput drawInput(Random &random, const Extents &extents, const TensorType &type,
                     const InputWish &wish, bool bounded);

} // namespace assay
