#pragma once

#include "program/types/Tensor.h"
#include "support/Expected.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
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

/// A set of an op's operands.
enum class Operands : uint32_t {};
inline constexpr Operands noOperand{0}, allOperands{~uint32_t(0)};
constexpr Operands operand(int index) { return Operands(uint32_t(1) << index); }
constexpr Operands operator|(Operands a, Operands b) {
  return Operands(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
/// Whether the operand of that number is among them.
constexpr bool contains(Operands operands, size_t index) {
  return operands == allOperands || (index < 32 && static_cast<uint32_t>(operands) >> index & 1);
}

/// How long an op takes.
enum class Work : uint8_t {
  Elements, // a step for each element of operands and results
  Own,      // beside that what the op's own steps() says
};

/// What an op is, for those who would otherwise list ops. Each op says all of it.
struct OpTraits {
  /// Makes its result of attributes alone.
  bool isSource;
  /// Each element of the result is made of those at its place.
  bool isPointwise;
  /// The operands whose elements the results are made of, unchanged, with nothing added but
  /// constants; none where something is computed.
  Operands moved;
  /// The operand that the result is another shape of: it may be the same memory.
  Operands viewed;
  /// As viewed, or that the result may be the whole of for some extents.
  Operands perhapsViewed;
  /// Operands whose memory a result may be written over.
  Operands updated;
  /// What several results are called; of more than two, the others as the second.
  std::array<std::string_view, 2> resultNames;
  Work work;
  /// Whether it takes that element type, as the first operand that its function is about; a source
  /// makes it.
  bool (*takes)(ElementType);
};

constexpr bool anyElement(ElementType) { return true; }
constexpr bool isNotComplex(ElementType type) { return !isComplex(type); }

/// What whoever writes a case by hand must know of an op beside its attributes.
struct OpGuide {
  std::string_view operands, meaning;
  /// A use that works: types of the operands, as many as there are, and attributes.
  std::array<std::string_view, 3> types;
  std::string_view attributes;
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
using Shapes = std::span<const Shape>;

/// Leaves the enclosing function with an Error unless `condition` holds.
#define ASSAY_REQUIRE(condition, ...)                                                              \
  do {                                                                                             \
    if (!(condition))                                                                              \
      return Error{fmt::format(__VA_ARGS__)};                                                      \
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

/// "[0,2]".
std::string listed(std::span<const int64_t> numbers);

} // namespace assay
