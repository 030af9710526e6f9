#pragma once

#include "program/types/Tensor.h"
#include "support/Expected.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

/// How a value may be written in a compiler's input; stored with each node of a Program.
enum class Spelling : uint8_t {
  Named,      // the dialect's own op
  Generic,    // linalg.generic
  Extract,    // linalg.generic whose body reads through tensor.extract at computed places
  Primitives, // split into simpler ops
};
inline constexpr std::array<std::string_view, 4> names(Spelling) {
  return {"named", "generic", "extract", "primitives"};
}

/// What a node's destination operand means.
enum class DestinationRole : uint8_t {
  None,    // the op takes none
  Scratch, // the DPS operand of an op that reads nothing from it: any value of the result's type
  Initial, // the value that the op combines with: the result is destination (+) operation
};

using Spellings = std::span<const Spelling>;
template <Spelling... all> inline constexpr std::array<Spelling, sizeof...(all)> spelled{all...};

/// What an op yields for given operand types, and what must hold for it to be defined.
struct Inference {
  std::vector<TensorType> results;
  /// Each of these must be >= 0 under the bindings of a run.
  std::vector<Dim> nonNegative;
};
using OperandTypes = std::span<const TensorType>;

/// Leaves the enclosing function with an Error unless `condition` holds.
#define ASSAY_REQUIRE(condition, ...)                                                              \
  do {                                                                                             \
    if (!(condition))                                                                              \
      return Error{fmt::format(__VA_ARGS__)};                                                      \
  } while (false)

/// Leaves the enclosing function with the Error of `expression`, if it has one.
#define ASSAY_TRY(expression)                                                                      \
  do {                                                                                             \
    if (auto outcome = (expression); !outcome)                                                     \
      return outcome.error();                                                                      \
  } while (false)

inline Expected<void> requireOperands(OperandTypes operands, size_t count) {
  ASSAY_REQUIRE(operands.size() == count, "takes {} operands, not {}", count, operands.size());
  return {};
}
inline Expected<void> requireDim(int64_t dim, int64_t rank) {
  ASSAY_REQUIRE(dim >= 0 && dim < rank, "dim {} is out of range for rank {}", dim, rank);
  return {};
}
/// `dims` are in range and strictly ascending.
Expected<void> requireDims(std::span<const int64_t> dims, int64_t rank);
/// `permutation` holds each of 0 .. rank-1 once.
Expected<void> requirePermutation(std::span<const int64_t> permutation, int64_t rank);
/// `from` may be extended to `to` without loss: the same number type, or a wider one of its kind.
Expected<void> requireExtends(ElementType from, ElementType to);
Expected<void> requireSame(const TensorType &a, const TensorType &b);

} // namespace assay
