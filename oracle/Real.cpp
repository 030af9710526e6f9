#include "oracle/Real.h"

namespace assay::oracle {

/// What rounding `sum` = fl(a + b) lost, exactly. Knuth, TAOCP vol. 2, 4.2.2, theorem B (TwoSum).
static double residualOfSum(double a, double b, double sum) {
  const double bPart = sum - a;
  return (a - (sum - bPart)) + (b - bPart);
}

/// The true result is on the same side as s of what rounding it returns, or is that: rounding to
/// double is monotone, as is rounding to odd, and what is returned is a double. So is what is kept
/// in f32 or wider.
Interval endsOfRounded(const Format &format, const Real &x) {
  const double s = x.value, magnitude = std::fabs(s);
  const Interval returned = roundings(format, s);
  // settle() adds what s is off by itself, an ulp at most, unless that is nothing.
  const double lost = lostByRounding(format, s);
  const double off = x.error == lost && lost < magnitude ? 0 : magnitude * 0x1p-51 + ownLeast;
  Interval kept{s - off, s + off};
  if (format.isShort()) {
    const double inFloat = static_cast<float>(s);
    kept = {std::fmin(kept.low, inFloat), std::fmax(kept.high, inFloat)};
  }
  Interval held{s > returned.low ? returned.low : kept.low,
                s < returned.high ? returned.high : kept.high};
  if (x.error == magnitude) // also of a subnormal number that was given, and may be flushed
    held = {std::fmin(held.low, 0), std::fmax(held.high, 0)};
  return held;
}

Real integersFrom(const Format &format, double low, double high) {
  Real result = hull(low, high);
  if (format.round(low) != low || format.round(high) != high)
    result = ofSigns(bounded(format, result.value, result.error), {low < 0, high > 0});
  if (result.error > 0 && !result.isOpen())
    result.mark = Integral;
  return result;
}

Real add(const Format &format, const Real &a, const Real &b) {
  if (a.isNan() || b.isNan())
    return Real::nan();
  if (a.isOpen() || b.isOpen())
    return Real::open();
  const double sum = a.value + b.value;
  // An infinity or NaN, and something bounded, which is no infinity.
  if (!a.isFinite() || !b.isFinite())
    return {sum, 0, Plain};
  if (a.error == 0 && b.error == 0) {
    if (!std::isfinite(sum))
      return settle(format, sum, 0);
    return settle(format, sum, std::fabs(residualOfSum(a.value, b.value, sum)));
  }
  return ofSigns(bounded(format, sum, a.error + b.error), signsOf(a) | signsOf(b));
}

/// Bound on what rounding `product` = fl(a b) lost. Two numbers of 26 bits at most lose nothing.
static double lostInProduct(const Format &format, double a, double b, double product) {
  if (format.type != ElementType::F64)
    return 0;
  // Below, the residual itself might underflow: half an ulp, of a subnormal as well.
  if (std::fabs(product) < 0x1p-900)
    return a == 0 || b == 0 ? 0 : std::fabs(product) * ownUnit + 0x1p-1074;
  return std::fabs(std::fma(a, b, -product));
}

Real multiply(const Format &format, const Real &a, const Real &b) {
  if (a.isNan() || b.isNan())
    return Real::nan();
  if (a.isOpen() || b.isOpen())
    return Real::open();
  const double product = a.value * b.value;
  if (!a.isFinite() || !b.isFinite()) {
    // The sign of Inf * b is that of b, which must be certain; Inf * 0 is NaN.
    const Real &other = a.isFinite() ? a : b;
    if (!std::isnan(product) && other.isFinite() && std::fabs(other.value) <= other.error)
      return Real::open();
    if (std::isnan(product) && other.error > 0)
      return Real::open();
    return {product, 0, Plain};
  }
  if (a.error == 0 && b.error == 0) {
    if (!std::isfinite(product))
      return settle(format, product, 0);
    return settle(format, product, lostInProduct(format, a.value, b.value, product));
  }
  // (a + da)(b + db) - a b = a db + b da + da db.
  const double error =
      std::fabs(a.value) * b.error + std::fabs(b.value) * a.error + a.error * b.error;
  return ofSigns(bounded(format, product, error), signsOf(a) * signsOf(b));
}

/// The quotient of finite exact numbers, b != 0.
static Real divideExact(const Format &format, double a, double b) {
  const double quotient = a / b;
  if (!std::isfinite(quotient))
    return settle(format, quotient, 0);
  bool exact;
  if (format.type == ElementType::F64)
    exact = a == 0 || (std::fabs(quotient) > 0x1p-900 && std::fma(quotient, b, -a) == 0 &&
                       std::fabs(a) > 0x1p-900);
  else // 24 bits times 24 bits are exact in double.
    exact = format.round(quotient) * b == a && format.round(quotient) == quotient;
  return settle(format, quotient, exact ? 0 : std::fabs(quotient) * ownUnit + 0x1p-1074);
}

Real divide(const Format &format, const Real &a, const Real &b) {
  if (a.isNan() || b.isNan())
    return Real::nan();
  if (a.isOpen() || b.isOpen())
    return Real::open();
  if (!b.isFinite())
    return a.isFinite() ? Real{} : Real::nan();
  const double distance = std::fabs(b.value) - b.error;
  if (b.error == 0 && b.value == 0)
    // 0 / 0 is NaN; x / 0 is an infinity whose sign is that of the zero, which is open.
    return a.error == 0 && a.value == 0 ? Real::nan() : Real::open();
  if (!(distance > 0))
    return Real::open();
  if (!a.isFinite())
    return {std::copysign(1.0, b.value) * a.value, 0, Plain};
  if (a.error == 0 && b.error == 0)
    return divideExact(format, a.value, b.value);
  if (a.error == 0 && a.value == 0)
    return {0, 0, Plain};
  // (a + da)/(b + db) - a/b = (da - (a/b) db) / (b + db).
  const double quotient = a.value / b.value;
  // What b is off by is divided first: multiplied by a small quotient it may be less than a double.
  const double error =
      (a.error / distance + std::fabs(quotient) * (b.error / distance)) * (1 + 0x1p-48);
  return ofSigns(bounded(format, quotient, error), signsOf(a) * signsOf(b));
}

Real absolute(const Real &a) {
  // An interval over zero becomes [0, |value| + error].
  if (a.error > std::fabs(a.value) && !a.isOpen())
    return hull(0, std::fmax(a.high(), -a.low()));
  return {std::fabs(a.value), a.error, a.mark};
}

Real maximum(const Format &format, const Real &a, const Real &b, bool numberWins) {
  // A flushed operand is in its interval, but the mark promises too much: max may flush.
  auto unmarked = [](const Real &x) { return Real{x.value, x.error, Plain}; };
  if (a.isNan() || b.isNan())
    return numberWins ? unmarked(a.isNan() ? b : a) : Real::nan();
  if (a.isOpen() || b.isOpen())
    return Real::open();
  // Both may count as zero, and either comes out as it is.
  auto isTiny = [&](const Real &x) { return std::fabs(x.value) - x.error < format.minNormal; };
  if (format.flushes && isTiny(a) && isTiny(b))
    return hull(unmarked(a), unmarked(b));
  const Interval ofA = ends(format, a), ofB = ends(format, b);
  if (ofA.low >= ofB.high)
    return unmarked(a);
  if (ofB.low >= ofA.high)
    return unmarked(b);
  return hull(std::fmax(ofA.low, ofB.low), std::fmax(ofA.high, ofB.high));
}

Real convert(const Format &format, const Real &a, bool widens) {
  if (a.isOpen() || !a.isFinite())
    return {a.value, a.error, Plain};
  // The operand may have been kept wider than its type all along: no rounding can be relied upon.
  if (widens)
    return {a.value, a.error, Plain};
  if (a.error == 0)
    return settle(format, a.value, 0);
  return ofSigns(bounded(format, a.value, a.error), signsOf(a));
}

/// Bits of `magnitude` beyond the 53 that a double holds.
static int excessBits(uint64_t magnitude) { return 64 - std::countl_zero(magnitude) - 53; }

static bool fitsDouble(uint64_t magnitude) {
  return magnitude == 0 || excessBits(magnitude) <= std::countr_zero(magnitude);
}

/// An integer as a double whose last bit is set if any bit is lost: rounding such a number to 51
/// bits or less is the same as rounding the integer (round to odd; Boldo and Melquiond, Emulation
/// of FMA and correctly rounded sums, 2008).
static double toOddDouble(uint64_t magnitude) {
  if (fitsDouble(magnitude))
    return static_cast<double>(magnitude);
  const int excess = excessBits(magnitude);
  return std::ldexp(static_cast<double>((magnitude >> excess) | 1), excess);
}

Real convertInteger(const Format &format, int64_t low, int64_t high, bool unsignedValue) {
  auto asDouble = [&](int64_t x) {
    return unsignedValue ? static_cast<double>(static_cast<uint64_t>(x)) : static_cast<double>(x);
  };
  if (low != high) {
    const double first = asDouble(low), last = asDouble(high);
    if (std::fmax(std::fabs(first), std::fabs(last)) < 0x1p53)
      return integersFrom(format, first, last);
    // Each end errs by half an ulp of double.
    Real range = hull(first, last);
    return bounded(format, range.value, range.error + std::fabs(range.value) * ownUnit);
  }
  const bool negative = !unsignedValue && low < 0;
  const uint64_t magnitude =
      negative ? ~static_cast<uint64_t>(low) + 1 : static_cast<uint64_t>(low);
  const double sign = negative ? -1 : 1;
  const double odd = toOddDouble(magnitude);
  if (fitsDouble(magnitude))
    return settle(format, sign * odd, 0);
  // To nearest, if the type is double itself, errs by half an ulp, to odd by one.
  const double nearest = static_cast<double>(magnitude);
  return settle(format, sign * (format.type == ElementType::F64 ? nearest : odd),
                odd * 2 * ownUnit);
}

} // namespace assay::oracle
