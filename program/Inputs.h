#pragma once

#include "program/types/Tensor.h"

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
  Halves,     // reals in [low, high] halfway between integers, or between neighbours of f16 or bf16
  Edges,      // integers, mostly low or high
  Unlike,     // integers in [low, high] without 0, whose signs differ from one to the next
  Cancelling, // reals: high and -high in turn along every dim, plus what lies within +-low
  Special,    // reals with NaN, infinities, zeros and subnormals of both signs among them
  Sparse,     // one integer from [low, high] nearly everywhere, others here and there
  PaddedRows, // mask of sequences that were filled up: of each row the begin or the end is removed
};
inline constexpr std::array<std::string_view, 19> names(Distribution) {
  return {"integers",   "uniform",     "normal",     "log_uniform", "equal",
          "ties",       "ascending",   "descending", "distinct",    "unique_rows",
          "mask_rows",  "finite_mask", "halves",     "edges",       "unlike",
          "cancelling", "special",     "sparse",     "padded_rows"};
}

/// What stands here and there among the elements of an input, or the parts of a complex one, in
/// place of what was drawn; how densely, and which of them, the seed says.
enum class Special : uint8_t {
  None,
  Infinite, // infinities of one or both signs; of floats and complex numbers only
  Nan,      // of these as well
  /// NaN, infinities, zeros of both signs, subnormals, and the largest numbers of the type; of
  /// integers the least and the greatest, and what is next to 0.
  Any,
  AllInfinite, // one infinity in all places, as what a single element is made of may be any of them
  AllNan,
  HalfNan, // in half of the places, so that of any two elements one alone is NaN at times
};
inline constexpr std::array<std::string_view, 7> names(Special) {
  return {"none", "infinite", "nan", "any", "all_infinite", "all_nan", "half_nan"};
}

/// Deterministic instructions for making an input.
struct Recipe {
  Distribution distribution = Distribution::Integers;
  uint64_t seed = 0;
  double low = -4;
  double high = 4;
  int64_t axis = 0;
  Shape extents;                   // UniqueRows only
  Special special = Special::None; // of truth values nothing
  bool operator==(const Recipe &) const = default;
};

/// How many different rows a recipe of UniqueRows can make: 2^38 at most, that many or more.
int64_t differentRows(const Recipe &recipe);

/// A tensor, or the recipe it comes from.
using Input = std::variant<Recipe, Tensor>;

/// The tensor of that type and shape; a Tensor must have them already. The same on every machine.
Tensor materialise(const Input &input, ElementType element, const Shape &shape);

} // namespace assay
