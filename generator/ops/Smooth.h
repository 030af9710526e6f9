#pragma once

#include "generator/Facts.h"
#include "program/ops/Elementwise.h"

#include <optional>

namespace assay {

/// What a smooth function asks of its argument, and does to it.
struct Smooth {
  Interval domain; // the range that the argument must lie in
  Interval (*image)(Interval);
  double slope = 1; // greatest, or typical where there is none
};

/// Nothing for functions that are not smooth.
std::optional<Smooth> smooth(UnaryKind function);

/// Whether an argument lies in the domain, whatever its rounding errors.
bool fits(const Smooth &form, const Facts &argument);

} // namespace assay
