#pragma once

#include "naive/Array.h"
#include "naive/Choices.h"

#include <string_view>
#include <vector>

namespace assay::naive {

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
  explicit Arithmetic(Style style) : how(style) { choices.style = style; }
  explicit Arithmetic(const Choices &choices) : choices(choices), how(choices.style) {}

  Style style() const { return how; }
  const Choices &chosen() const { return choices; }
  bool isBackwards() const { return how == Style::Backwards; }

  /// The type in which sums, softmax and attention over `type` are computed.
  static ElementType accumulator(ElementType type);
  /// A value that an op of `type` hands on.
  long double round(ElementType type, long double value) const;
  /// The value at x of a function that rounds more than once, off by as much as was chosen, before
  /// it is rounded to `type`. At 0 every library is exact.
  long double approximate(ElementType type, long double x, long double value) const;

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
  Choices choices;
  Style how;
};

} // namespace assay::naive
