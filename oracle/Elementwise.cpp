#include "oracle/Integer.h"
#include "oracle/Step.h"
#include "oracle/Sum.h"

#include "support/Assert.h"

namespace assay::oracle {

static void undefinedFor(Step &step, const char *reason) {
  if (reason)
    step.undefined = reason;
}

/// What only changes the sign of a number may flush it.
static Real signChanged(const Format &format, Real x) {
  if (format.flushes && std::fabs(x.value) < format.minNormal)
    x.mark &= static_cast<uint8_t>(~Rounded);
  return x;
}

void evaluateOp(Step &step, const Unary &op) {
  Elements &y = step.results[0];
  const Elements &x = *step.operands[0];
  if (!y.isReal()) {
    const char *undefined = nullptr;
    for (size_t i = 0; i < y.stored(); ++i)
      y.set(i, unary(op.function, y.type, x.range(i), undefined));
    return undefinedFor(step, undefined);
  }
  const Format format = step.format(y.type);
  auto each = [&](auto f) {
    for (size_t i = 0; i < y.stored(); ++i)
      y.set(i, f(i));
  };
  switch (op.function) {
  case UnaryKind::Neg:
    return each([&](size_t i) { return signChanged(format, negate(x.real(i))); });
  case UnaryKind::Abs:
    return each([&](size_t i) { return signChanged(format, absolute(x.real(i))); });
  case UnaryKind::Real:
    return each([&](size_t i) { return x.real(i); });
  case UnaryKind::Imag:
    return each([&](size_t i) { return x.real(i + static_cast<size_t>(x.count)); });
  default:
    return each([&](size_t i) { return function(op.function, format, step.accuracy, x.real(i)); });
  }
}

/// (a + bi)(c + di): two sums of two products, with any of them fused. complex.mul may also mend
/// infinities, and NaN may stay in its part where 1 + 0i is folded away: nothing is said about
/// those.
static void multiplyComplex(Step &step) {
  Elements &z = step.results[0];
  const Elements &x = *step.operands[0], &y = *step.operands[1];
  const Format format = step.format(z.type);
  const auto count = static_cast<size_t>(z.count);
  Sum real(format), imaginary(format);
  for (size_t i = 0; i < count; ++i) {
    const Real a = x.real(i), b = x.real(i + count), c = y.real(i), d = y.real(i + count);
    const bool finite = a.isFinite() && b.isFinite() && c.isFinite() && d.isFinite();
    real.reset();
    imaginary.reset();
    real.addProduct(a, c);
    real.addProduct(negate(b), d);
    imaginary.addProduct(a, d);
    imaginary.addProduct(b, c);
    z.set(i, finite ? real.total() : Real::open());
    z.set(i + count, finite ? imaginary.total() : Real::open());
  }
}

static void evaluateFloats(Step &step, const Binary &op) {
  Elements &z = step.results[0];
  const Elements &x = *step.operands[0], &y = *step.operands[1];
  const Format format = step.format(z.type);
  auto each = [&](auto f) {
    for (size_t i = 0; i < x.stored(); ++i)
      z.set(i, f(x.real(i), y.real(i)));
  };
  switch (op.function) {
  case BinaryKind::Add:
    return each([&](const Real &a, const Real &b) { return add(format, a, b); });
  case BinaryKind::Sub:
    return each([&](const Real &a, const Real &b) { return add(format, a, negate(b)); });
  case BinaryKind::Mul:
    if (isComplex(z.type))
      return multiplyComplex(step);
    return each([&](const Real &a, const Real &b) { return multiply(format, a, b); });
  case BinaryKind::Div:
    return each([&](const Real &a, const Real &b) { return divide(format, a, b); });
  case BinaryKind::Max:
  case BinaryKind::MaxNum:
    return each([&](const Real &a, const Real &b) {
      return maximum(format, a, b, op.function == BinaryKind::MaxNum);
    });
  case BinaryKind::Min:
  case BinaryKind::MinNum:
    return each([&](const Real &a, const Real &b) {
      return minimum(format, a, b, op.function == BinaryKind::MinNum);
    });
  case BinaryKind::Complex:
    for (size_t i = 0; i < x.stored(); ++i) {
      z.set(i, x.real(i));
      z.set(i + x.stored(), y.real(i));
    }
    return;
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    break;
  }
  ASSAY_ASSERT(false, "not a function of floats");
}

void evaluateOp(Step &step, const Binary &op) {
  Elements &z = step.results[0];
  if (z.isReal())
    return evaluateFloats(step, op);
  const Elements &x = *step.operands[0], &y = *step.operands[1];
  const char *undefined = nullptr;
  for (size_t i = 0; i < z.stored(); ++i)
    z.set(i, binary(op.function, op.isUnsigned, z.type, x.range(i), y.range(i), undefined));
  undefinedFor(step, undefined);
}

/// Of floats of the type `format`.
static Range compareReals(Predicate predicate, const Format &format, const Real &a, const Real &b) {
  if (a.isNan() || b.isNan()) {
    const bool result = predicate == Predicate::Ne;
    return {result, result};
  }
  if (a.isOpen() || b.isOpen())
    return {0, 1};
  const auto [aLow, aHigh] = ends(format, a);
  const auto [bLow, bHigh] = ends(format, b);
  switch (predicate) {
  case Predicate::Lt:
    return {aHigh < bLow, aLow < bHigh};
  case Predicate::Le:
    return {aHigh <= bLow, aLow <= bHigh};
  case Predicate::Gt:
    return {aLow > bHigh, aHigh > bLow};
  case Predicate::Ge:
    return {aLow >= bHigh, aHigh >= bLow};
  case Predicate::Eq:
    return {aLow == aHigh && bLow == bHigh && aLow == bLow, aLow <= bHigh && bLow <= aHigh};
  case Predicate::Ne:
    return {!(aLow <= bHigh && bLow <= aHigh), !(aLow == aHigh && bLow == bHigh && aLow == bLow)};
  }
  return {0, 1};
}

void evaluateOp(Step &step, const Compare &op) {
  Elements &z = step.results[0];
  const Elements &x = *step.operands[0], &y = *step.operands[1];
  if (!x.isReal()) {
    for (size_t i = 0; i < z.stored(); ++i)
      z.set(i, compare(op.predicate, op.isUnsigned, x.type, x.range(i), y.range(i)));
    return;
  }
  const Format format = step.format(x.type);
  for (size_t i = 0; i < z.stored(); ++i)
    z.set(i, compareReals(op.predicate, format, x.real(i), y.real(i)));
}

void evaluateOp(Step &step, const Select &) {
  Elements &z = step.results[0];
  const Elements &condition = *step.operands[0], &x = *step.operands[1], &y = *step.operands[2];
  for (size_t i = 0; i < static_cast<size_t>(z.count); ++i) {
    z.copy(i, condition.high[i] ? x : y, i);
    if (!condition.isExact(i))
      z.merge(i, y, i);
  }
  z.letFlush(step.format(z.type));
}

/// Truncates towards zero; the whole interval must fit.
static Range toInteger(ElementType to, bool isUnsigned, const Format &format, const Real &x,
                       const char *&undefined) {
  const double scale = std::ldexp(1.0, bitWidth(to) - (isUnsigned ? 0 : 1));
  const Interval held = ends(format, x);
  const double low = std::trunc(held.low), high = std::trunc(held.high);
  // Comparisons with NaN fail. -0.5 truncates to 0, which an unsigned type holds.
  if (x.isOpen() || !(low >= (isUnsigned ? 0 : -scale)) || !(high < scale)) {
    undefined = "a float that the integer type cannot hold";
    return everything(to);
  }
  if (!isUnsigned)
    return {static_cast<int64_t>(low), static_cast<int64_t>(high)};
  return fromUnsigned(to, {static_cast<uint64_t>(low), static_cast<uint64_t>(high)});
}

/// != 0; NaN is true.
static Range toBool(const Format &format, const Real &x) {
  if (x.isOpen())
    return {0, 1};
  if (std::isnan(x.value))
    return {1, 1};
  const auto [low, high] = ends(format, x);
  return {!(low <= 0 && high >= 0), !(low == 0 && high == 0)};
}

static Range toBool(Range x) {
  return {!(x.low <= 0 && x.high >= 0), !(x.low == 0 && x.high == 0)};
}

static Real integerToFloat(const Format &format, ElementType from, bool isUnsigned, Range x) {
  if (!isUnsigned || isBool(from))
    return convertInteger(format, x.low, x.high, false);
  const UnsignedRange wide = asUnsigned(from, x);
  return convertInteger(format, static_cast<int64_t>(wide.low), static_cast<int64_t>(wide.high),
                        true);
}

/// Casts from or to floats.
static void castFloats(Step &step, const Cast &op) {
  Elements &y = step.results[0];
  const Elements &x = *step.operands[0];
  const Format format = step.format(y.isReal() ? y.type : x.type);
  const char *undefined = nullptr;
  const bool widens = x.isReal() && y.isReal() && bitWidth(x.type) < bitWidth(y.type);
  for (size_t i = 0; i < y.stored(); ++i) {
    if (x.isReal() && y.isReal())
      y.set(i, convert(format, x.real(i), widens));
    else if (y.isReal())
      y.set(i, integerToFloat(format, x.type, op.isUnsigned, x.range(i)));
    else if (isBool(y.type))
      y.set(i, toBool(format, x.real(i)));
    else
      y.set(i, toInteger(y.type, op.isUnsigned, format, x.real(i), undefined));
  }
  undefinedFor(step, undefined);
}

void evaluateOp(Step &step, const Cast &op) {
  Elements &y = step.results[0];
  const Elements &x = *step.operands[0];
  if (x.isReal() || y.isReal())
    return castFloats(step, op);
  for (size_t i = 0; i < y.stored(); ++i) {
    if (isBool(y.type))
      y.set(i, toBool(x.range(i)));
    else // i1 holds 0 or 1: extended by zeros
      y.set(i, isBool(x.type) ? x.range(i) : resize(x.type, y.type, op.isUnsigned, x.range(i)));
  }
}

} // namespace assay::oracle
