#pragma once

#include "oracle/Elements.h"

namespace assay::oracle {

/// Arithmetic on ranges of two's complement integers. A range that is one number stays one number,
/// and wraps; one of several of which some may wrap and others not becomes everything. A function
/// that may be undefined for a member of its operands says why in `undefined` and leaves it alone
/// otherwise.

/// Everything that the type holds.
inline Range everything(ElementType type) { return {minInteger(type), maxInteger(type)}; }
/// [low, high], wrapped; everything if that is no range.
Range fit(ElementType type, __int128 low, __int128 high);

/// A sum of ranges that wraps once at its end: in the middle some of its members would wrap and
/// others not.
struct RangeSum {
  __int128 low = 0, high = 0;

  void add(Range x) {
    low += x.low;
    high += x.high;
  }
  Range total(ElementType type) const { return fit(type, low, high); }
};

/// The members read as unsigned numbers of the type's width.
struct UnsignedRange {
  uint64_t low = 0;
  uint64_t high = 0;
};
UnsignedRange asUnsigned(ElementType type, Range x);
/// The way back: the signed ranges of one sign keep their ends.
Range fromUnsigned(ElementType type, UnsignedRange x);
/// Converted to another integer type: by sign or by zeros if wider, wrapped if narrower.
Range resize(ElementType from, ElementType to, bool isUnsigned, Range x);

Range unary(UnaryKind kind, ElementType type, Range x, const char *&undefined);
Range binary(BinaryKind kind, bool isUnsigned, ElementType type, Range a, Range b,
             const char *&undefined);
/// [0, 1] where the answer is open.
Range compare(Predicate predicate, bool isUnsigned, ElementType type, Range a, Range b);

} // namespace assay::oracle
