#pragma once

#include "generator/growth/Facts.h"
#include "program/ops/Elementwise.h"
#include "support/Random.h"

#include <optional>

namespace assay {

/// What a smooth function asks of its argument, and does to it.
struct Smooth {
  Interval domain; // the range that the argument must lie in
  Interval (*image)(Interval);
  double slope;   // greatest, or typical where there is none
  Interval usual; // well within the domain, with ends that every float type holds
};

/// Nothing for functions that are not smooth.
std::optional<Smooth> smooth(UnaryKind function);

/// Where exp is infinite for all numbers, or 0 for all, in the type that compilers compute it in;
/// their differences stay small.
Interval overflowingExponents(Random &random, ElementType type);

/// Whether an argument lies in the domain, whatever its rounding errors.
bool fits(const Smooth &form, const Facts &argument);

} // namespace assay
