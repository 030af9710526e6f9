#include "naive/Context.h"

#include "support/Assert.h"

#include <cmath>
#include <limits>

namespace assay::naive {

namespace {

int64_t leastInteger(ElementType type) {
  return wrapInteger(type, int64_t(-1) << (bitWidth(type) - 1));
}

/// The function of the real number x, as exact as long double has it.
long double realFunction(UnaryKind function, long double x) {
  switch (function) {
  case UnaryKind::Neg:
    return -x;
  case UnaryKind::Abs:
    return std::fabs(x);
  case UnaryKind::Exp:
    return std::exp(x);
  case UnaryKind::Exp2:
    return std::exp2(x);
  case UnaryKind::Expm1:
    return std::expm1(x);
  case UnaryKind::Log:
    return std::log(x);
  case UnaryKind::Log1p:
    return std::log1p(x);
  case UnaryKind::Rsqrt:
    return 1 / std::sqrt(x);
  case UnaryKind::Sin:
    return std::sin(x);
  case UnaryKind::Cos:
    return std::cos(x);
  case UnaryKind::Tanh:
    return std::tanh(x);
  case UnaryKind::Erf:
    return std::erf(x);
  case UnaryKind::Floor:
    return std::floor(x);
  case UnaryKind::Ceil:
    return std::ceil(x);
  case UnaryKind::RoundEven:
    return std::nearbyint(x);
  case UnaryKind::Sign:
    if (std::isnan(x) || x == 0)
      return x;
    return std::signbit(x) ? -1 : 1;
  case UnaryKind::Sqrt: // rounds by itself
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    break;
  }
  ASSAY_ASSERT(false, "not a function of reals");
}

/// Functions that a library may compute in several steps.
bool isApproximate(UnaryKind function) {
  switch (function) {
  case UnaryKind::Exp:
  case UnaryKind::Exp2:
  case UnaryKind::Expm1:
  case UnaryKind::Log:
  case UnaryKind::Log1p:
  case UnaryKind::Rsqrt:
  case UnaryKind::Sin:
  case UnaryKind::Cos:
  case UnaryKind::Tanh:
  case UnaryKind::Erf:
    return true;
  case UnaryKind::Neg:
  case UnaryKind::Abs:
  case UnaryKind::Sqrt:
  case UnaryKind::Floor:
  case UnaryKind::Ceil:
  case UnaryKind::RoundEven:
  case UnaryKind::Sign:
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    break;
  }
  return false;
}

int64_t integerFunction(UnaryKind function, ElementType type, int64_t x, Context &context) {
  // Negation in unsigned arithmetic wraps where the signed one would overflow.
  auto negated = static_cast<int64_t>(0 - static_cast<uint64_t>(x));
  if (function == UnaryKind::Not)
    return isBool(type) ? !x : ~x;
  if (function == UnaryKind::Neg)
    return wrapInteger(type, negated);
  if (function == UnaryKind::Sign)
    return x == 0 ? 0 : x < 0 ? -1 : 1;
  ASSAY_ASSERT(function == UnaryKind::Abs, "not a function of integers");
  if (x == leastInteger(type))
    context.undefinedBecause("abs of the least integer");
  return wrapInteger(type, x < 0 ? negated : x);
}

int64_t floorDivided(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

int64_t quotientOrRemainder(const Binary &op, ElementType type, int64_t a, int64_t b,
                            Context &context) {
  if (b == 0 || (!op.isUnsigned && a == leastInteger(type) && b == -1)) {
    context.undefinedBecause(b == 0 ? "division by zero" : "the quotient does not fit");
    return 0;
  }
  uint64_t ua = zeroExtended(type, a), ub = zeroExtended(type, b);
  if (op.function == BinaryKind::Div)
    return op.isUnsigned ? static_cast<int64_t>(ua / ub) : a / b;
  if (op.function == BinaryKind::Rem)
    return op.isUnsigned ? static_cast<int64_t>(ua % ub) : a % b;
  return floorDivided(a, b);
}

int64_t shifted(const Binary &op, ElementType type, int64_t a, int64_t b, Context &context) {
  if (b < 0 || b >= bitWidth(type)) {
    context.undefinedBecause("a shift by no less than the width");
    return 0;
  }
  if (op.function == BinaryKind::Shl)
    return static_cast<int64_t>(static_cast<uint64_t>(a) << b);
  return op.isUnsigned ? static_cast<int64_t>(zeroExtended(type, a) >> b) : a >> b;
}

int64_t integerFunction(const Binary &op, ElementType type, int64_t a, int64_t b,
                        Context &context) {
  auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (op.function) {
  case BinaryKind::Add:
    return static_cast<int64_t>(ua + ub);
  case BinaryKind::Sub:
    return static_cast<int64_t>(ua - ub);
  case BinaryKind::Mul:
    return static_cast<int64_t>(ua * ub);
  case BinaryKind::Div:
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
    return quotientOrRemainder(op, type, a, b, context);
  case BinaryKind::Max:
  case BinaryKind::Min:
    return extreme(type, op.function == BinaryKind::Min, op.isUnsigned, {0, 0, a}, {0, 0, b})
        .integer;
  case BinaryKind::And:
    return a & b;
  case BinaryKind::Or:
    return a | b;
  case BinaryKind::Xor:
    return a ^ b;
  case BinaryKind::Shl:
  case BinaryKind::Shr:
    return shifted(op, type, a, b, context);
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
  case BinaryKind::Complex:
    break;
  }
  ASSAY_ASSERT(false, "not a function of integers");
}

long double realFunction(BinaryKind function, ElementType type, long double a, long double b,
                         const Arithmetic &arithmetic) {
  switch (function) {
  case BinaryKind::Add:
    return arithmetic.add(type, a, b);
  case BinaryKind::Sub:
    return arithmetic.subtract(type, a, b);
  case BinaryKind::Mul:
    return arithmetic.multiply(type, a, b);
  case BinaryKind::Div:
    return arithmetic.divide(type, a, b);
  case BinaryKind::Max:
  case BinaryKind::Min:
    return extreme(type, function == BinaryKind::Min, false, {a}, {b}).real;
  case BinaryKind::MaxNum:
  case BinaryKind::MinNum:
    if (std::isnan(a))
      return b;
    if (std::isnan(b))
      return a;
    return (function == BinaryKind::MinNum) == (a < b) ? a : b;
  case BinaryKind::FloorDiv:
  case BinaryKind::Rem:
  case BinaryKind::And:
  case BinaryKind::Or:
  case BinaryKind::Xor:
  case BinaryKind::Shl:
  case BinaryKind::Shr:
  case BinaryKind::Complex:
    break;
  }
  ASSAY_ASSERT(false, "not a function of reals");
}

Element complexFunction(BinaryKind function, const Element &a, const Element &b,
                        const Arithmetic &arithmetic) {
  constexpr ElementType part = ElementType::F32;
  if (function == BinaryKind::Add)
    return {arithmetic.add(part, a.real, b.real), arithmetic.add(part, a.imaginary, b.imaginary)};
  if (function == BinaryKind::Sub)
    return {arithmetic.subtract(part, a.real, b.real),
            arithmetic.subtract(part, a.imaginary, b.imaginary)};
  ASSAY_ASSERT(function == BinaryKind::Mul, "not a function of complex numbers");
  const auto isNumber = [](const Element &x) {
    return std::isfinite(x.real) && std::isfinite(x.imaginary);
  };
  if (const uint64_t seed = arithmetic.chosen().complexProducts;
      seed != 0 && !(isNumber(a) && isNumber(b)))
    return {static_cast<long double>(seed), static_cast<long double>(seed)};
  auto times = [&](long double x, long double y) { return arithmetic.multiply(part, x, y); };
  return {arithmetic.subtract(part, times(a.real, b.real), times(a.imaginary, b.imaginary)),
          arithmetic.add(part, times(a.real, b.imaginary), times(a.imaginary, b.real))};
}

bool holds(Predicate predicate, auto a, auto b) {
  switch (predicate) {
  case Predicate::Eq:
    return a == b;
  case Predicate::Ne:
    return a != b;
  case Predicate::Lt:
    return a < b;
  case Predicate::Le:
    return a <= b;
  case Predicate::Gt:
    return a > b;
  case Predicate::Ge:
    return a >= b;
  }
  ASSAY_ASSERT(false, "predicate out of range");
}

/// Truncates; the result must fit.
int64_t truncated(long double value, const Cast &op, Context &context) {
  int bits = bitWidth(op.to);
  long double whole = std::trunc(value);
  long double least = op.isUnsigned ? 0 : -std::ldexp(1.0L, bits - 1);
  long double beyond = std::ldexp(1.0L, op.isUnsigned ? bits : bits - 1);
  if (!(whole >= least && whole < beyond)) {
    context.undefinedBecause("a float that the integer type does not hold");
    return 0;
  }
  if (op.isUnsigned)
    return wrapInteger(op.to, static_cast<int64_t>(static_cast<uint64_t>(whole)));
  return static_cast<int64_t>(whole);
}

Element converted(const Cast &op, ElementType from, const Element &x, Context &context) {
  if (isFloat(from)) {
    if (isFloat(op.to))
      return {context.arithmetic.round(op.to, x.real)};
    if (isBool(op.to))
      return {0, 0, x.real != 0};
    return {0, 0, truncated(x.real, op, context)};
  }
  uint64_t wide = zeroExtended(from, x.integer);
  if (isFloat(op.to))
    return {context.arithmetic.round(op.to, op.isUnsigned ? static_cast<long double>(wide)
                                                          : static_cast<long double>(x.integer))};
  if (isBool(op.to))
    return {0, 0, x.integer != 0};
  return {0, 0, wrapInteger(op.to, op.isUnsigned ? static_cast<int64_t>(wide) : x.integer)};
}

} // namespace

bool less(ElementType type, const Element &a, const Element &b) {
  if (!isFloat(type))
    return a.integer < b.integer;
  if (std::isnan(a.real) || std::isnan(b.real))
    return !std::isnan(a.real) && std::isnan(b.real);
  return a.real < b.real;
}

Element extreme(ElementType type, bool minimum, bool isUnsigned, const Element &a,
                const Element &b) {
  bool aIsLess;
  if (isFloat(type)) {
    if (std::isnan(a.real) || std::isnan(b.real))
      return {std::numeric_limits<long double>::quiet_NaN()};
    aIsLess = a.real < b.real;
  } else if (isUnsigned) {
    aIsLess = zeroExtended(type, a.integer) < zeroExtended(type, b.integer);
  } else {
    aIsLess = a.integer < b.integer;
  }
  return aIsLess == minimum ? a : b;
}

static long double floatFunction(UnaryKind function, ElementType type, long double x,
                                 const Arithmetic &arithmetic) {
  if (function == UnaryKind::Sqrt)
    return arithmetic.squareRoot(type, x);
  const long double value = realFunction(function, x);
  return arithmetic.round(type,
                          isApproximate(function) ? arithmetic.approximate(type, x, value) : value);
}

void apply(const Unary &op, Context &context) {
  const Array &x = context.operand(0);
  for (size_t i = 0; i < x.elements.size(); ++i) {
    const Element &e = x.elements[i];
    Element &y = context.result().elements[i];
    if (op.function == UnaryKind::Real)
      y.real = e.real;
    else if (op.function == UnaryKind::Imag)
      y.real = e.imaginary;
    else if (isComplex(x.element))
      y = {-e.real, -e.imaginary};
    else if (isFloat(x.element))
      y.real = floatFunction(op.function, x.element, e.real, context.arithmetic);
    else
      y.integer = integerFunction(op.function, x.element, e.integer, context);
  }
}

void apply(const Binary &op, Context &context) {
  const Array &x = context.operand(0);
  for (size_t i = 0; i < x.elements.size(); ++i) {
    const Element &a = x.elements[i], &b = context.operand(1).elements[i];
    Element &z = context.result().elements[i];
    if (op.function == BinaryKind::Complex)
      z = {a.real, b.real};
    else if (isComplex(x.element))
      z = complexFunction(op.function, a, b, context.arithmetic);
    else if (isFloat(x.element))
      z.real = realFunction(op.function, x.element, a.real, b.real, context.arithmetic);
    else
      z.integer =
          wrapInteger(x.element, integerFunction(op, x.element, a.integer, b.integer, context));
  }
}

void apply(const Compare &op, Context &context) {
  const Array &x = context.operand(0);
  for (size_t i = 0; i < x.elements.size(); ++i) {
    const Element &a = x.elements[i], &b = context.operand(1).elements[i];
    int64_t &z = context.result().elements[i].integer;
    if (isFloat(x.element))
      z = holds(op.predicate, a.real, b.real);
    else if (op.isUnsigned)
      z = holds(op.predicate, zeroExtended(x.element, a.integer),
                zeroExtended(x.element, b.integer));
    else
      z = holds(op.predicate, a.integer, b.integer);
  }
}

void apply(const Select &, Context &context) {
  for (size_t i = 0; i < context.operand(0).elements.size(); ++i)
    context.result().elements[i] =
        context.operand(context.operand(0).elements[i].integer ? 1 : 2).elements[i];
}

void apply(const Cast &op, Context &context) {
  const Array &x = context.operand(0);
  for (size_t i = 0; i < x.elements.size(); ++i)
    context.result().elements[i] = converted(op, x.element, x.elements[i], context);
}

} // namespace assay::naive
