#pragma once

#include "generator/growth/Operands.h"

namespace assay {

/// The steps that motifs are made of. Each adds nodes and yields the last one's first result, or
/// nothing if that did not fit.

/// Elements of any type, of a rank in [least, greatest], finite and with one right value.
Need valuesOfRank(int64_t least, int64_t greatest);

/// The same of numbers alone, and of integers alone.
Need numbersOfRank(int64_t least, int64_t greatest);
Need integersOfRank(int64_t least, int64_t greatest);

/// A new argument, of which the range is known, and which further runs of the case may leave.
Handle freshWithin(Growth &growth, ElementType element, Interval range);

/// Dims of that rank, of which the one of that number and the next are joined; and such dims as
/// they were before.
Collapse joining(size_t rank, size_t first);
Expand parting(const std::vector<Dim> &dims, size_t first);

/// All that lies within these dims.
ExtractSlice wholeOf(const std::vector<Dim> &dims);

/// Puts what has the type into the middle of something that is larger by up to two elements on each
/// side; the type becomes that of the latter.
InsertSlice insertWithin(Growth &growth, TensorType &type);

/// A pad of up to two elements on each side, none of which is an argument.
Pad constantPad(Growth &growth, int64_t rank, double value);

/// x combined with another value of its type by an op that its type has.
std::optional<Handle> combine(Growth &growth, Handle x);

/// x through an elementwise op with one input.
std::optional<Handle> mapped(Growth &growth, Handle x);

/// x in another element type of numbers; nothing where that would cut off what a float holds.
std::optional<Handle> recast(Growth &growth, Handle x);

/// x with neighbouring dims joined, or a unit added; the rank stays within what ops take.
std::optional<Handle> reshaped(Growth &growth, Handle x);

/// A value that an op makes, to stand in front of what a motif adds.
std::optional<Handle> produced(Growth &growth, int64_t leastRank);

/// x through one op of the kinds that matter behind a reshape: elementwise, contraction, reduction.
std::optional<Handle> consumed(Growth &growth, Handle x);

} // namespace assay
