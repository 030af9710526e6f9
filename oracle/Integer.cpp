#include "oracle/Integer.h"

#include <algorithm>

namespace assay::oracle {

static __int128 floorDivide(__int128 a, __int128 b) {
  const __int128 quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

Range fit(ElementType type, __int128 low, __int128 high) {
  const __int128 least = minInteger(type), greatest = maxInteger(type);
  if (low >= least && high <= greatest)
    return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
  // All of them wrap by the same multiple of 2^w, or they meet both ends of the type.
  const __int128 period = greatest - least + 1, wraps = floorDivide(low - least, period);
  if (wraps != floorDivide(high - least, period))
    return everything(type);
  return {static_cast<int64_t>(low - wraps * period), static_cast<int64_t>(high - wraps * period)};
}

static uint64_t widthMask(ElementType type) { return ~uint64_t(0) >> (64 - bitWidth(type)); }

UnsignedRange asUnsigned(ElementType type, Range x) {
  const uint64_t mask = widthMask(type);
  if (x.low < 0 && x.high >= 0)
    return {0, mask};
  return {static_cast<uint64_t>(x.low) & mask, static_cast<uint64_t>(x.high) & mask};
}

Range fromUnsigned(ElementType type, UnsignedRange x) {
  const int64_t low = wrapTo(type, static_cast<int64_t>(x.low));
  const int64_t high = wrapTo(type, static_cast<int64_t>(x.high));
  return low <= high && (low < 0) == (high < 0) ? Range{low, high} : everything(type);
}

Range resize(ElementType from, ElementType to, bool isUnsigned, Range x) {
  if (isUnsigned && bitWidth(from) < bitWidth(to)) {
    const UnsignedRange wide = asUnsigned(from, x);
    return {static_cast<int64_t>(wide.low), static_cast<int64_t>(wide.high)};
  }
  return fit(to, x.low, x.high);
}

Range unary(UnaryKind kind, ElementType type, Range x, const char *&undefined) {
  if (isBool(type))
    return {1 - x.high, 1 - x.low};
  if (kind == UnaryKind::Not)
    return {~x.high, ~x.low};
  if (kind == UnaryKind::Neg)
    return fit(type, -static_cast<__int128>(x.high), -static_cast<__int128>(x.low));
  if (kind == UnaryKind::Sign)
    return {(x.low > 0) - (x.low < 0), (x.high > 0) - (x.high < 0)};
  if (x.low == minInteger(type)) {
    undefined = "abs of the least integer";
    return everything(type);
  }
  if (x.low >= 0)
    return x;
  if (x.high <= 0)
    return {-x.high, -x.low};
  return {0, std::max(-x.low, x.high)};
}

/// f at the four corners: for a function that is monotone in each operand.
template <class Function> static Range corners(ElementType type, Range a, Range b, Function f) {
  const __int128 values[] = {f(a.low, b.low), f(a.low, b.high), f(a.high, b.low),
                             f(a.high, b.high)};
  const auto [low, high] = std::minmax_element(std::begin(values), std::end(values));
  return fit(type, *low, *high);
}

static Range divide(BinaryKind kind, ElementType type, Range a, Range b, const char *&undefined) {
  if (b.low <= 0 && b.high >= 0) {
    undefined = "integer division by zero";
    return everything(type);
  }
  if (a.low == minInteger(type) && b.low <= -1 && b.high >= -1) {
    undefined = "the least integer divided by -1";
    return everything(type);
  }
  if (kind == BinaryKind::Rem) {
    if (a.isExact() && b.isExact()) {
      const int64_t remainder = a.low % b.low;
      return {remainder, remainder};
    }
    // |a rem b| < |b|, no further from zero than a, and of a's sign.
    const __int128 limit =
        std::max(-static_cast<__int128>(b.low), static_cast<__int128>(b.high)) - 1;
    return {static_cast<int64_t>(std::max<__int128>(std::min<int64_t>(a.low, 0), -limit)),
            static_cast<int64_t>(std::min<__int128>(std::max<int64_t>(a.high, 0), limit))};
  }
  return corners(type, a, b, [&](__int128 x, __int128 y) {
    return kind == BinaryKind::FloorDiv ? floorDivide(x, y) : x / y;
  });
}

static Range divideUnsigned(BinaryKind kind, ElementType type, UnsignedRange a, UnsignedRange b,
                            const char *&undefined) {
  if (b.low == 0) {
    undefined = "integer division by zero";
    return everything(type);
  }
  if (kind == BinaryKind::Div)
    return fromUnsigned(type, {a.low / b.high, a.high / b.low});
  if (a.low == a.high && b.low == b.high)
    return fromUnsigned(type, {a.low % b.low, a.low % b.low});
  return fromUnsigned(type, {0, std::min(a.high, b.high - 1)});
}

static Range shift(BinaryKind kind, bool isUnsigned, ElementType type, Range a, Range b,
                   const char *&undefined) {
  if (b.low < 0 || b.high >= bitWidth(type)) {
    undefined = "shift by less than 0 or by the width or more";
    return everything(type);
  }
  if (kind == BinaryKind::Shl)
    return corners(type, a, b, [](__int128 x, __int128 y) { return x * (__int128(1) << y); });
  if (!isUnsigned)
    return corners(type, a, b, [](__int128 x, __int128 y) { return x >> y; });
  const UnsignedRange wide = asUnsigned(type, a);
  return fromUnsigned(type, {wide.low >> b.high, wide.high >> b.low});
}

static Range bitwise(BinaryKind kind, ElementType type, Range a, Range b) {
  auto apply = [&](int64_t x, int64_t y) {
    return kind == BinaryKind::And ? x & y : kind == BinaryKind::Or ? x | y : x ^ y;
  };
  if (a.isExact() && b.isExact()) {
    const int64_t result = apply(a.low, b.low);
    return {result, result};
  }
  if (isBool(type)) // and, or: monotone
    return kind == BinaryKind::Xor ? Range{0, 1}
                                   : Range{apply(a.low, b.low), apply(a.high, b.high)};
  if (kind == BinaryKind::And && (a.low >= 0 || b.low >= 0))
    return {0, a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high)};
  if (a.low < 0 || b.low < 0)
    return everything(type);
  // No bit above the highest one of either.
  const auto top = static_cast<uint64_t>(std::max(a.high, b.high));
  const auto all = static_cast<int64_t>(top == 0 ? 0 : ~uint64_t(0) >> std::countl_zero(top));
  return {kind == BinaryKind::Or ? std::max(a.low, b.low) : 0, all};
}

static Range extreme(BinaryKind kind, bool isUnsigned, ElementType type, Range a, Range b) {
  const bool greatest = kind == BinaryKind::Max;
  if (!isUnsigned)
    return greatest ? Range{std::max(a.low, b.low), std::max(a.high, b.high)}
                    : Range{std::min(a.low, b.low), std::min(a.high, b.high)};
  const UnsignedRange x = asUnsigned(type, a), y = asUnsigned(type, b);
  return fromUnsigned(type, greatest
                                ? UnsignedRange{std::max(x.low, y.low), std::max(x.high, y.high)}
                                : UnsignedRange{std::min(x.low, y.low), std::min(x.high, y.high)});
}

/// The range of a function of ranges from their ends: not the least one for all functions.
static Range ofEnds(BinaryKind kind, bool isUnsigned, ElementType type, Range a, Range b,
                    const char *&undefined) {
  using Wide = __int128;
  switch (kind) {
  case BinaryKind::Add:
    return fit(type, Wide(a.low) + b.low, Wide(a.high) + b.high);
  case BinaryKind::Sub:
    return fit(type, Wide(a.low) - b.high, Wide(a.high) - b.low);
  case BinaryKind::Mul:
    return corners(type, a, b, [](Wide x, Wide y) { return x * y; });
  case BinaryKind::Div:
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
    return isUnsigned
               ? divideUnsigned(kind, type, asUnsigned(type, a), asUnsigned(type, b), undefined)
               : divide(kind, type, a, b, undefined);
  case BinaryKind::Max:
  case BinaryKind::Min:
    return extreme(kind, isUnsigned, type, a, b);
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
    return bitwise(kind, type, a, b);
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    return shift(kind, isUnsigned, type, a, b, undefined);
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
  case BinaryKind::Complex:
    break;
  }
  return everything(type);
}

/// Whether the ends say all that there is to say.
static bool isOfEnds(BinaryKind kind, bool isUnsigned) {
  return kind == BinaryKind::Add || kind == BinaryKind::Sub ||
         (!isUnsigned && (kind == BinaryKind::Max || kind == BinaryKind::Min));
}

/// All numbers of few are tried.
static bool areFewPairs(Range a, Range b) {
  constexpr __int128 most = 64;
  const __int128 ofA = static_cast<__int128>(a.high) - a.low + 1,
                 ofB = static_cast<__int128>(b.high) - b.low + 1;
  return ofA <= most && ofB <= most && ofA * ofB <= most;
}

Range binary(BinaryKind kind, bool isUnsigned, ElementType type, Range a, Range b,
             const char *&undefined) {
  const char *reason = nullptr;
  Range result = ofEnds(kind, isUnsigned, type, a, b, reason);
  if (reason) {
    undefined = reason;
    return result;
  }
  if ((a.isExact() && b.isExact()) || isOfEnds(kind, isUnsigned) || !areFewPairs(a, b))
    return result;
  result = ofEnds(kind, isUnsigned, type, {a.low, a.low}, {b.low, b.low}, undefined);
  for (int64_t i = 0; i <= a.high - a.low; ++i) // the greatest has none behind it
    for (int64_t j = 0; j <= b.high - b.low; ++j) {
      const Range x{a.low + i, a.low + i}, y{b.low + j, b.low + j};
      const Range one = ofEnds(kind, isUnsigned, type, x, y, undefined);
      result = {std::min(result.low, one.low), std::max(result.high, one.high)};
    }
  return result;
}

/// Whether a < b (or a <= b) for all members, for none, or for some.
template <class T> static Range less(T aLow, T aHigh, T bLow, T bHigh, bool orEqual) {
  const bool always = orEqual ? aHigh <= bLow : aHigh < bLow;
  const bool sometimes = orEqual ? aLow <= bHigh : aLow < bHigh;
  return {always, sometimes};
}

template <class T> static Range compareEnds(Predicate predicate, T aLow, T aHigh, T bLow, T bHigh) {
  switch (predicate) {
  case Predicate::Lt:
  case Predicate::Le:
    return less(aLow, aHigh, bLow, bHigh, predicate == Predicate::Le);
  case Predicate::Gt:
  case Predicate::Ge:
    return less(bLow, bHigh, aLow, aHigh, predicate == Predicate::Ge);
  case Predicate::Eq:
  case Predicate::Ne:
    break;
  }
  const bool always = aLow == aHigh && bLow == bHigh && aLow == bLow;
  const bool sometimes = aLow <= bHigh && bLow <= aHigh;
  return predicate == Predicate::Eq ? Range{always, sometimes} : Range{!sometimes, !always};
}

Range compare(Predicate predicate, bool isUnsigned, ElementType type, Range a, Range b) {
  if (!isUnsigned)
    return compareEnds(predicate, a.low, a.high, b.low, b.high);
  const UnsignedRange x = asUnsigned(type, a), y = asUnsigned(type, b);
  return compareEnds(predicate, x.low, x.high, y.low, y.high);
}

} // namespace assay::oracle
