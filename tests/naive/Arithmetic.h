#pragma once

#include "tests/naive/Array.h"

namespace assay::naive {

/// How real numbers are computed. Integers wrap in their own width in every style.
enum class Style {
  /// long double everywhere, nothing rounded in between: stands for the true value.
  Wide,
  /// Each op's result is rounded into its element type; sums run from the first term to the last,
  /// in
  /// f32 for f16 and bf16: what an ordinary compiler without fast-math does.
  Rounded,
  /// As Rounded, but sums run backwards with a fused multiply-add, f16 and bf16 values stay in f32
  /// between ops, subnormal results are flushed, and attention is computed as flash forms do: what
  /// a
  /// compiler may do as well.
  Backwards,
};
inline constexpr std::array allStyles = {Style::Wide, Style::Rounded, Style::Backwards};

/// `value` rounded to nearest even in the float type, overflow to infinity, subnormals kept.
long double roundReal(ElementType type, long double value);
/// `value` in two's complement of `type`, sign-extended; i1: its lowest bit.
int64_t wrapInteger(ElementType type, int64_t value);
/// The bits of an integer of `type` read as unsigned.
uint64_t zeroExtended(ElementType type, int64_t value);
/// `element` of type `from` as one of the wider `to` of the same kind.
Element extended(ElementType from, ElementType to, bool isUnsigned, const Element &element);

/// Arithmetic of one style. `type` is a float type throughout; for Wide it does not matter.
class Arithmetic {
public:
  explicit Arithmetic(Style style) : how(style) {}

  Style style() const { return how; }
  bool isBackwards() const { return how == Style::Backwards; }

  /// The type in which sums, softmax and attention over `type` are computed.
  static ElementType accumulator(ElementType type);
  /// A value that an op of `type` hands on.
  long double round(ElementType type, long double value) const;

  long double add(ElementType type, long double a, long double b) const;
  long double subtract(ElementType type, long double a, long double b) const;
  long double multiply(ElementType type, long double a, long double b) const;
  long double divide(ElementType type, long double a, long double b) const;
  long double squareRoot(ElementType type, long double x) const;
  /// sum + a * b.
  long double multiplyAdd(ElementType type, long double a, long double b, long double sum) const;

private:
  Style how;
};

/// The position of step `step` of `count` in the order in which the style sums.
inline int64_t inOrder(const Arithmetic &arithmetic, int64_t step, int64_t count) {
  return arithmetic.isBackwards() ? count - 1 - step : step;
}

} // namespace assay::naive
