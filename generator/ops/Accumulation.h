#pragma once

#include "generator/ops/Draw.h"

namespace assay {

/// A type that sums of products of `left` and `right` are kept in: wide enough for reals, any legal
/// one for exact values. The two are both floats or both integers.
ElementType drawAccumulator(Growth &growth, ElementType left, ElementType right, bool integral);
/// The same for sums of `element`.
ElementType drawAccumulator(Growth &growth, ElementType element, bool integral);

/// Whether values of `from` may be extended to `to`.
bool extends(ElementType from, ElementType to);

/// The value of `element` seen as unsigned, if `isUnsigned` asks for it and it may be negative.
Facts extended(const Facts &facts, ElementType element, bool isUnsigned);

/// A sum of `count[run]` terms that each lie in `term`, plus `start`.
Facts summed(const Facts &term, const std::array<double, maxRuns> &count, const Facts *start,
             ElementType accumulator);

} // namespace assay
