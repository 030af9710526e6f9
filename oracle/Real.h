#pragma once

#include "oracle/Format.h"
#include "program/Op.h"

namespace assay::oracle {

/// What else is known of an element.
enum Mark : uint8_t {
  Plain = 0,
  /// The result of one correctly rounded operation on exact operands: if it is returned, it is
  /// `value` rounded to nearest even, at most by way of f32.
  Rounded = 1,
  /// Of an attention row without keys: NaN or 0.
  MaskedRow = 2,
  /// One of several right answers; oracle/Choice.h knows which go together.
  Chosen = 4,
  /// Of floor and the like: an integer, whichever of those in the interval.
  Integral = 8,
};

struct Interval {
  double low, high;
};

/// A float element. Every correct implementation holds a number w with |w - value| <= error,
/// whether it has rounded it to its type or kept it in a wider one. error == 0: all hold `value`,
/// which is in the type (or is an infinity or NaN); the sign of a zero is open. error == inf:
/// nothing is known.
struct Real {
  double value = 0;
  double error = 0;
  uint8_t mark = Plain;

  static Real open() { return {0, infinity, Plain}; }
  static Real nan() { return {std::numeric_limits<double>::quiet_NaN(), 0, Plain}; }
  bool isOpen() const { return !(error < infinity); }
  bool isExact() const { return error == 0; }
  bool isFinite() const { return std::isfinite(value); }
  /// NaN for certain, and not only perhaps.
  bool isNan() const { return error == 0 && std::isnan(value); }
  /// The ends of the interval, rounded outwards, as the subtraction errs by half an ulp of its
  /// result, but not across zero, where it errs by nothing.
  double low() const {
    if (error == 0)
      return value;
    const double end = value - error - (std::fabs(value) + error) * 0x1p-52;
    return value >= error ? std::fmax(end, 0) : end;
  }
  double high() const {
    if (error == 0)
      return value;
    const double end = value + error + (std::fabs(value) + error) * 0x1p-52;
    return -value >= error ? std::fmin(end, 0) : end;
  }
};

/// Covers the interval [low, high]; open unless it is finite or a point. Keeps the sign: if low >=
/// 0 then value - error >= 0.
inline Real hull(double low, double high) {
  if (low == high)
    return {low, 0, Plain};
  if (!std::isfinite(low) || !std::isfinite(high))
    return Real::open();
  const double middle = low / 2 + high / 2;
  double error = std::fmax(high - middle, middle - low) * (1 + 0x1p-50);
  // middle >= high / 2 for low >= 0, as rounding is monotone: so `middle` covers both ends. Halves
  // of subnormal numbers of the oracle's own may be too small.
  if (low >= 0 && middle >= high - middle)
    error = std::fmin(error, middle);
  if (high <= 0 && -middle >= middle - low)
    error = std::fmin(error, -middle);
  return {middle, error, Plain};
}

/// Covers both. What rounds is so still if both are the same.
inline Real hull(const Real &a, const Real &b) {
  const bool areEqual = a.value == b.value || (std::isnan(a.value) && std::isnan(b.value));
  if (areEqual && a.error == b.error && (a.error == 0 || (a.mark == Rounded && b.mark == Rounded)))
    return a;
  if (a.isOpen() || b.isOpen() || !a.isFinite() || !b.isFinite())
    return Real::open();
  return hull(std::fmin(a.low(), b.low()), std::fmax(a.high(), b.high()));
}

/// Which signs the numbers that may be held have, but for zeros.
struct Signs {
  bool negative = false, positive = false;

  Signs operator|(Signs other) const {
    return {static_cast<bool>(negative | other.negative),
            static_cast<bool>(positive | other.positive)};
  }
  /// Of products, and of quotients.
  Signs operator*(Signs other) const {
    return {static_cast<bool>((negative & other.positive) | (positive & other.negative)),
            static_cast<bool>((negative & other.negative) | (positive & other.positive))};
  }
};
inline Signs signsOf(const Real &x) { return {x.value < x.error, -x.value < x.error}; }

/// What is known of `x`, of these signs: no rounding, flushing or underflow gives a number another
/// one, though the interval may reach across zero.
inline Real ofSigns(const Real &x, Signs signs) {
  if (x.error <= std::fabs(x.value) || x.isOpen())
    return x;
  if (!signs.negative)
    return hull(0, x.high());
  return signs.positive ? x : hull(x.low(), 0);
}

/// What rounding `s` to the type returns, at once and by way of f32, which may differ for types
/// that are shorter.
inline Interval roundings(const Format &format, double s) {
  const double once = format.round(s);
  if (!format.isShort())
    return {once, once};
  const double twice = format.round(static_cast<float>(s));
  return {std::fmin(once, twice), std::fmax(once, twice)};
}

/// How far what rounding `s` returns may be from it, exactly: by Sterbenz's lemma (Higham, theorem
/// 2.5), as each differs from s by a factor of 2 at most or is 0.
inline double lostByRounding(const Format &format, double s) {
  const Interval returned = roundings(format, s);
  return std::fmax(std::fabs(returned.low - s), std::fabs(returned.high - s));
}

/// The result of one correctly rounded operation on finite exact operands. `s` is the true result
/// rounded to double, `residual` a bound on what that rounding lost (0: nothing). Rounding s once
/// more to a type of at most 25 bits gives what rounding the true sum, product, quotient or root
/// gives, since 53 >= 2p + 2 (Figueroa, When is double rounding innocuous?, 1995).
inline Real settle(const Format &format, double s, double residual) {
  const double rounded = format.round(s);
  const double magnitude = std::fabs(s);
  const bool flushable = format.flushes && magnitude < format.minNormal && s != 0;
  if (rounded == s && residual == 0 && !flushable && magnitude <= format.maxFinite)
    return {s, 0, Plain};
  // {finite, Inf}: a kept value may still be finite, but a returned one is Inf.
  if (!std::isfinite(rounded))
    return {s, infinity, Rounded};
  double error = lostByRounding(format, s);
  // Kept in a wider format than double, which rounds as well: to nearest, so that it errs by no
  // more than `s` does, nor than half an ulp of 64 bits, those of the narrowest such format.
  if (residual > 0)
    error = (error + residual + std::fmin(residual, magnitude * 0x1p-64)) * (1 + 0x1p-50);
  // Nothing that is held has another sign, or exceeds 2 |s|: rounding up to the least subnormal at
  // most doubles a number.
  if (s != 0)
    error = std::fmin(error, magnitude);
  if (flushable)
    return {s, magnitude, Plain};
  return {s, error, Rounded};
}

/// The ends of what is held of an element that is Rounded.
Interval endsOfRounded(const Format &format, const Real &x);

/// The least and the greatest number that may be held of an element of the type that is not open.
inline Interval ends(const Format &format, const Real &x) {
  if (x.error == 0)
    return {x.value, x.value};
  if (x.mark & Integral)
    return {std::ceil(x.low()), std::floor(x.high())};
  if (x.mark & Rounded && !x.isOpen())
    return endsOfRounded(format, x);
  return {x.low(), x.high()};
}

/// The result of one correctly rounded operation in a type that nothing is kept wider than: where
/// its operands are exact, that one number.
inline Real computedOnce(const Format &format, const Real &x) {
  return x.mark == Rounded ? Real{format.round(x.value), 0, Plain} : x;
}

/// `value` within `error`, of numbers that have been rounded to the type already. Adds
/// - the oracle's own last rounding, of `value`, and those of `error` itself;
/// - below minNormal, half a subnormal, minNormal u (Higham, section 2.1), and where the oracle's
///   own numbers are subnormal, half of one for each of the few that `value` and `error` came of;
/// - flushing: 0 instead of w where |w| < minNormal, which is |value| away from `value`.
inline Real enclosed(const Format &format, double value, double error) {
  if (value == 0 && error == 0)
    return {0, 0, Plain};
  const double magnitude = std::fabs(value);
  error = (error + ownUnit * magnitude) * (1 + 0x1p-40);
  if (magnitude - error < format.minNormal) {
    error += format.minNormal * format.unit;
    if (magnitude - error < ownMinNormal)
      error += 4 * ownLeast;
    if (format.flushes)
      error = std::fmax(error, magnitude);
  }
  if (!(magnitude + error <= format.maxFinite))
    return Real::open();
  return {value, error, Plain};
}

/// The result of an operation whose unrounded value is within `error` of `value`: rounding it to
/// the type loses half an ulp of |value| + error at most, Higham (2.4), and rounding it to a type
/// that is wider by 11 bits or more before that a 2^-10th of it.
inline Real bounded(const Format &format, double value, double error) {
  if (value == 0 && error == 0)
    return {0, 0, Plain};
  const double size = (std::fabs(value) + error) * (1 + 0x1p-40);
  return enclosed(format, value, error + format.halfUlp(size) * (1 + 0x1p-10));
}

/// One of the integers from `low` to `high`. One that the type does not hold comes of a kept value
/// only, and is an integer still where it is rounded.
Real integersFrom(const Format &format, double low, double high);

/// One operation in the type `format`, on operands of that type. NaN makes NaN of whatever else is
/// not known.
Real add(const Format &format, const Real &a, const Real &b);
Real multiply(const Format &format, const Real &a, const Real &b);
Real divide(const Format &format, const Real &a, const Real &b);
inline Real negate(Real a) {
  a.value = -a.value;
  return a;
}
Real absolute(const Real &a);
/// NaN wins, or a number wins over it if `numberWins`.
Real maximum(const Format &format, const Real &a, const Real &b, bool numberWins);
inline Real minimum(const Format &format, const Real &a, const Real &b, bool numberWins) {
  return negate(maximum(format, negate(a), negate(b), numberWins));
}
/// Conversion of a float into the type `format`, narrower or wider than its own.
Real convert(const Format &format, const Real &a, bool widens);
/// Conversion of an integer range; `unsignedValue` reads low and high as unsigned 64 bit numbers.
Real convertInteger(const Format &format, int64_t low, int64_t high, bool unsignedValue);

/// A float function of one operand.
Real function(UnaryKind kind, const Format &format, const Accuracy &accuracy, const Real &x);
/// By how much exp as it is computed in `format` is off, with its rounding, where it is `power`.
double lostInExp(const Format &format, const Accuracy &accuracy, double power);

} // namespace assay::oracle
