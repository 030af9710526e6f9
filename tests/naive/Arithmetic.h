#pragma once

#include "tests/naive/Array.h"

#include <string_view>
#include <vector>

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
  /// a compiler may do as well.
  Backwards,
  /// As Rounded, and so are all below, with a fused multiply-add; attention keeps a running maximum
  /// and divides last.
  Fused,
  /// Sums are trees of equal halves, or sums of four lanes, each of which takes every fourth term;
  /// softmax multiplies by 1 / sum there.
  Pairwise,
  Lanes,
  /// Sums take the largest magnitudes first, or all that is positive before all that is negative,
  /// each from the largest on: which makes partial sums as large as they may be.
  Descending,
  BySign,
};
inline constexpr std::array allStyles = {Style::Wide,       Style::Rounded,  Style::Backwards,
                                         Style::Fused,      Style::Pairwise, Style::Lanes,
                                         Style::Descending, Style::BySign};
/// "wide", "by_sign"
std::string_view nameOf(Style style);

/// `value` rounded to nearest even in the float type, overflow to infinity, subnormals kept.
long double roundReal(ElementType type, long double value);
/// `value` in two's complement of `type`, sign-extended; i1: its lowest bit.
int64_t wrapInteger(ElementType type, int64_t value);
/// The bits of an integer of `type` read as unsigned.
uint64_t zeroExtended(ElementType type, int64_t value);
/// `element` of type `from` as one of the wider `to` of the same kind.
Element extended(ElementType from, ElementType to, bool isUnsigned, const Element &element);

/// a * b, a term of a sum; what is no product has b = 1.
struct Term {
  long double a = 0, b = 1;
};

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
  /// start and all terms, or all factors, in the style's order.
  long double sum(ElementType type, long double start, std::vector<Term> terms) const;
  long double product(ElementType type, long double start, std::vector<long double> factors) const;

private:
  Style how;
};

} // namespace assay::naive
