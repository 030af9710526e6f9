#pragma once

#include "program/Tensor.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

namespace assay {

/// How the elements of an input are drawn. `low` and `high` are both included.
enum class Distribution : uint8_t {
  Integers,   // uniform integers in [low, high], also in float types; i1: fair bits; complex: both
              // parts
  Uniform,    // reals, uniform in [low, high]
  Normal,     // reals, normal with mean low and deviation high
  LogUniform, // reals of either sign, magnitude 2^e with e uniform in [low, high]
  Equal,      // one integer from [low, high], everywhere
  Ties,       // few distinct integers: two or three from [low, high]
  Ascending,  // integers low, low+1, ... along the last dim, stopping at high
  Descending, // integers high, high-1, ... along the last dim, stopping at low
  Distinct,   // integers in [low, high], no two alike in a line along `axis` while there are enough
  UniqueRows, // [..., depth]: integer rows, pairwise different, row[i] in [0, extents[i])
  MaskRows,   // mask: additive 0 or -inf, or i1 true or false; at times a whole row is removed
  FiniteMask, // additive mask: a real in [low, high] or -inf; at times a whole row is removed
  Special,    // reals with NaN, infinities, zeros of both signs and subnormals among them
};
inline constexpr std::array<std::string_view, 13> names(Distribution) {
  return {"integers",  "uniform",     "normal",     "log_uniform", "equal",
          "ties",      "ascending",   "descending", "distinct",    "unique_rows",
          "mask_rows", "finite_mask", "special"};
}

/// Deterministic instructions for making an input.
struct Recipe {
  Distribution distribution = Distribution::Integers;
  uint64_t seed = 0;
  double low = -4;
  double high = 4;
  int64_t axis = 0;
  Shape extents; // UniqueRows only
  bool operator==(const Recipe &) const = default;
};

/// A tensor, or the recipe it comes from.
using Input = std::variant<Recipe, Tensor>;

/// The tensor of that type and shape; a Tensor must have them already. The same on every machine.
Tensor materialise(const Input &input, ElementType element, const Shape &shape);

} // namespace assay
