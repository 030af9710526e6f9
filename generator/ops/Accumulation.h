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

/// The result of a node that sums `count[run]` products of what lies in `left` and in `right`,
/// kept in `result`, from its destination.
ResultFacts summedProducts(const Application &application, const Facts &left, const Facts &right,
                           const std::array<double, maxRuns> &count, ElementType result);

/// The result of a node that folds up to `count[run]` elements of `term` with `function`, from its
/// destination or the identity.
ResultFacts folded(const Application &application, ReduceKind function, ElementType result,
                   bool isUnsigned, const Facts &term, const std::array<double, maxRuns> &count);

} // namespace assay
