#pragma once

#include "generator/growth/ResultFacts.h"

namespace assay {

/// Each op has a function that adds one such node, with whatever it needs, to a growing program;
/// false if none fitted.
#define ASSAY_OP(Enumerator, tag, Family) bool draw##Enumerator(Growth &growth);
#include "program/Ops.def"

/// Adds a node of that kind.
bool draw(Growth &growth, OpKind kind);
/// The same, of that value in place of an operand whose type is free, if it fits there.
bool drawOf(Growth &growth, OpKind kind, std::optional<Handle> value);

struct WeightedOp {
  OpKind op;
  double weight;
};
OpKind pickOp(Random &random, std::span<const WeightedOp> ops);

} // namespace assay
