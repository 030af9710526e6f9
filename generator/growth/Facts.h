#pragma once

#include "program/types/ElementType.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace assay {

/// Executions that a generated case has at most.
inline constexpr size_t maxRuns = 4;

/// All numbers from low to high, both included.
struct Interval {
  double low = 0;
  double high = 0;

  double magnitude() const { return std::max(std::fabs(low), std::fabs(high)); }
  bool within(const Interval &outer) const { return low >= outer.low && high <= outer.high; }
  /// The smallest interval that covers both.
  Interval hull(const Interval &other) const {
    return {std::min(low, other.low), std::max(high, other.high)};
  }
};

Interval operator+(const Interval &a, const Interval &b);
Interval operator-(const Interval &a);
Interval operator*(const Interval &a, const Interval &b);
Interval operator*(double factor, const Interval &a);

/// The values that `type` holds; infinite for floats.
Interval valuesOf(ElementType type);

/// What the generator knows about the elements of a value in every run: enough to keep what is
/// undefined out of a program, and numbers away from overflow and from being all rounding error.
struct Facts {
  /// Holds each element, by run; for complex numbers both parts.
  std::array<Interval, maxRuns> ranges{};
  /// Every element is an integer, whatever the order of evaluation, and so free of rounding errors.
  bool integral = true;
  /// An element may be NaN.
  bool nan = false;
  /// Several results are right, as after a tie, so that little can be concluded from what follows.
  bool open = false;
  /// The dim along which no two elements are alike, or -1.
  int64_t distinctAxis = -1;
  /// Typical magnitude of an element, and what a correct implementation may be off by: estimates.
  double scale = 1;
  double noise = 0;

  Interval range() const;
  double magnitude() const { return range().magnitude(); }
  bool finite() const { return std::isfinite(magnitude()); }

  /// The same range in every run.
  static Facts of(Interval range, bool integral);
  /// Covers the elements of both values.
  Facts merged(const Facts &other) const;
};

/// Half a unit in the last place, relative: 2^-precision. Floats and complex only.
double unitRoundoff(ElementType type);

/// Greatest magnitude that the generator lets a value of `type` reach, so that a few more
/// operations do not overflow.
double tameMagnitude(ElementType type);

/// Accounts for storing a computed value as `type`: integers wrap, floats round. Wrong if the
/// result is no value to go on with: near overflow, or mostly rounding error.
bool settle(Facts &facts, ElementType type);

} // namespace assay
