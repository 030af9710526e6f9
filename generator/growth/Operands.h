#pragma once

#include "generator/growth/Growth.h"

namespace assay {

/// What an operand must be like.
struct Need {
  std::function<bool(ElementType)> element = [](ElementType) { return true; };
  int64_t minRank = 0, maxRank = 5;
  bool finite = false;           // no NaN, no infinity
  bool settled = false;          // one right value only
  std::optional<Interval> range; // in every run
  std::vector<Handle> apart;     // is none of these
};

/// Whether the value meets the need.
bool meets(const GrownValue &value, const Need &need);

/// An operand whose shape is free: a value of the program, or now and then a new argument. Its
/// element type is drawn first, so that each has its share whatever the program is made of.
Handle operand(Growth &growth, const Need &need);

/// The same for an op that counts positions along a dim: now and then a new argument with a dim so
/// long that its last positions do not fit 8 bits, or 16.
Handle countedOperand(Growth &growth, const Need &need);

/// A new argument of a few lines, each of more elements than a tile, a panel or a wave takes at
/// once; nothing where the profile has no room for it.
std::optional<Handle> longLines(Growth &growth, const std::function<bool(ElementType)> &element,
                                const InputWish &wish = {});

/// Whether an op about to be drawn is to read one value twice, where it could.
bool drawsTwins(Growth &growth);

/// An operand of just that type, and none of `need.apart`: a value that has it, one made from
/// another value by a cast, a broadcast, a transpose or a slice, a fill, or a new argument.
/// `need.element` and the ranks do not count.
Handle operandOf(Growth &growth, TensorType type, const Need &need = {});

/// Integers of that type that lie in [0, bound) in every run, for use as indices; nothing if bound
/// is 0 in a run and the type is not empty there.
std::optional<Handle> indices(Growth &growth, TensorType type, const Dim &bound);

/// `value` brought into `range` by max and min with fills, unless it is known to be there. Numbers
/// only; the range's ends must be representable.
std::optional<Handle> clamped(Growth &growth, Handle value, Interval range);

/// Numbers, no two of them alike along one dim (Facts::distinctAxis): what orders them has one
/// answer.
Handle distinctOperand(Growth &growth);

/// Indices below `bound`, no two alike along `axis`, along which the type is no longer than bound.
std::optional<Handle> distinctIndices(Growth &growth, TensorType type, const Dim &bound,
                                      int64_t axis);

/// An integer type for indices: i32 and i64 mostly.
ElementType drawIndexType(Growth &growth);

/// Whether a function may yield another element type than its operand's.
enum class ResultType : uint8_t { Same, Any };

/// x through a function that its element type has. The program brings x to where the function is
/// defined, and an argument stands in for an x that has too many rounding errors for it.
std::optional<Handle> unaryOf(Growth &growth, Handle x, ResultType result);

/// x and another value of its type, on either side, through a function that the element type has.
std::optional<Handle> binaryOf(Growth &growth, Handle x, ResultType result);

/// A contraction with `left` as one of its operands.
std::optional<Handle> contract(Growth &growth, Handle left);

/// A number that a program may write out, which the element type holds: mostly a small one, at
/// times one that a narrower type rounds or does not hold.
double writtenNumber(Growth &growth, ElementType element);

/// A reduction of x, of rank 1 or more and no complex numbers, along some of its dims.
std::optional<Handle> reduce(Growth &growth, Handle x);

/// A reduction of windows of x, of numbers.
std::optional<Handle> reduceWindows(Growth &growth, Handle x);

/// An attention with `given`, of floats and rank 2 or more, as its q (part 0), k (1) or v (2).
std::optional<Handle> attend(Growth &growth, Handle given, int part);

} // namespace assay
