#include "oracle/Real.h"
#include "oracle/RealFunction.h"

namespace assay::oracle {

/// Where the function is not defined, or has a pole: log of 0 or less, and the like.
static bool leavesDomain(UnaryKind kind, const Real &x) {
  switch (kind) {
  case UnaryKind::Log:
  case UnaryKind::Rsqrt:
    return !(x.value - x.error > 0);
  case UnaryKind::Log1p:
    return !(1 + x.value - x.error > 0);
  case UnaryKind::Sqrt:
    return !(x.value - x.error >= 0);
  default:
    return false;
  }
}

/// b^(x + d) - b^x for power(x) = b^x, b <= e: at most b^x (exp(d) - 1), and exp(d) - 1 <= d + d^2
/// for d <= 1 by its series. Beyond, b^x may be 0 where b^(x + d) is much; that
/// x + d rounds moves it by less than 2^-40 of itself up to where it overflows.
template <class Power> static double powerSpread(Power power, double x, double d) {
  return d <= 1 ? power(x) * (d + d * d) : power(x + d) * (1 + 0x1p-40);
}

/// A bound on |f(w) - f(x)| for |w - x.value| <= x.error, from the function's slope; y =
/// f(x.value).
static double spread(UnaryKind kind, const Real &x, double y) {
  const double d = x.error;
  if (d == 0)
    return 0;
  // The point of the interval that is nearest to zero.
  const double inner = std::fmax(0, std::fabs(x.value) - d);
  switch (kind) {
  case UnaryKind::Exp:
  case UnaryKind::Expm1:
    return powerSpread([](double at) { return std::exp(at); }, x.value, d);
  case UnaryKind::Exp2:
    return powerSpread([](double at) { return std::exp2(at); }, x.value, d);
  case UnaryKind::Log: // slope 1 / x, steepest at the lower end
    return d / ((x.value - d) * (1 - 0x1p-50));
  case UnaryKind::Log1p:
    return d / ((1 + x.value - d) * (1 - 0x1p-50));
  case UnaryKind::Sqrt: // sqrt(x) - sqrt(x - d) = d / (sqrt(x) + sqrt(x - d)) <= d / sqrt(x)
    return d / y;
  case UnaryKind::Rsqrt: { // slope x^-1.5 / 2, steepest at the lower end
    const double low = (x.value - d) * (1 - 0x1p-50);
    return d / low / (2 * std::sqrt(low)); // x^1.5 may be beyond double
  }
  case UnaryKind::Sin:
  case UnaryKind::Cos: // slope and range within +-1
    return std::fmin(d, 2);
  case UnaryKind::Tanh: // slope 1 / cosh^2 <= min(1, 4 exp(-2 |x|))
    return inner > 0.7 ? std::fmin(2, d * 4 * std::exp(-2 * inner) * (1 + 0x1p-50))
                       : std::fmin(2, d);
  case UnaryKind::Erf: // slope 2 / sqrt(pi) exp(-x^2)
    return std::fmin(2, d * 1.1283791670955130 * (inner > 1 ? std::exp(-inner * inner) : 1));
  default:
    return infinity;
  }
}

/// Ulps by which glibc's double functions, which the oracle's values come from, err, with their
/// rounding. A sweep of cpu:O0, which calls the same ones, saw on 2^20 operands each 0.503 of exp,
/// exp2 and log at most, 0.516 of sin and cos, 1.85 of tanh and 0.97 of erf (samples.json).
/// Searches for the worst find more (Zimmermann, Accuracy of Mathematical Functions in Single,
/// Double, Extended Double and Quadruple Precision, 2021), hence the margins. 1 / sqrt(x) is two
/// roundings: half an ulp, and u / (1 - u) of the quotient, an ulp at most.
static double ownUlps(UnaryKind kind) {
  switch (kind) {
  case UnaryKind::Exp:
  case UnaryKind::Exp2:
  case UnaryKind::Log:
  case UnaryKind::Sin:
  case UnaryKind::Cos:
    return 0.8;
  case UnaryKind::Expm1:
  case UnaryKind::Log1p:
    return 1.25;
  case UnaryKind::Rsqrt:
    return 1.6;
  case UnaryKind::Erf:
    return 2;
  default: // tanh has the largest
    return 3;
  }
}

/// A function as it is computed in `in`, on operands within the spread of its operand: by how much
/// the result, which is at most `size`, is off before it is rounded to a narrower type.
class Computed {
public:
  Computed(const Format &format, const Accuracy &accuracy, double operand, double size)
      : in(format.isShort() ? Format(ElementType::F32, accuracy) : format), type(format.type),
        accuracy(accuracy), operand(std::fabs(operand)), size(size) {}

  /// Rounded to `in`.
  double loss(UnaryKind kind) const {
    if (const double swept = accuracy.sweptError(kind, in.type); swept > 0)
      return swept * ulp(size);
    return unrounded(kind) + in.halfUlp(size + unrounded(kind));
  }

  /// The same of a function that is written as several steps, each of which rounds to `step`.
  double lossInSteps(UnaryKind kind, double step) const {
    switch (kind) {
    case UnaryKind::Expm1: {
      // exp(x) = y + 1 is off, and rounded to the step; the rounding of the difference is last.
      const Computed exp{in, accuracy, operand, size + 1};
      const double lost =
          exp.loss(UnaryKind::Exp) + (step > in.unit ? step / (1 - step) * (size + 1) : 0);
      return lost + in.halfUlp(size + lost);
    }
    case UnaryKind::Log1p: // log((1 + x)(1 + e)), and |log(1 + e)| <= u / (1 - u)
      return Computed{in, accuracy, operand, size + step}.loss(UnaryKind::Log) + step / (1 - step);
    default:
      return 0;
    }
  }

private:
  double ulp(double magnitude) const { return 2 * in.halfUlp(magnitude * (1 + 0x1p-20)); }
  double unrounded(UnaryKind kind) const {
    // Its steps may be in the operand's type.
    const FunctionError error = accuracy.error(kind, type);
    return error.ulps * ulp(size) + error.absolute + error.relativePerOperand * operand * size;
  }

  const Format in;
  const ElementType type;
  const Accuracy &accuracy;
  double operand, size;
};

/// What a root that does not round correctly is off by: in ulps of its own type, be it short.
static double looseRoot(const Format &format, const Accuracy &accuracy, double root) {
  return accuracy.allows(Allowance::LooseSqrt)
             ? 2 * accuracy.error(UnaryKind::Sqrt, format.type).ulps * format.unit * root
             : 0;
}

/// By how much a function that a target computes in `format`, or in f32 for shorter ones, is off,
/// before it is rounded to a shorter one; `y` is the greatest magnitude that it may have. Of two
/// ways that a target may go the one that loses more.
static double lostInFunction(UnaryKind kind, const Format &format, const Accuracy &accuracy,
                             double operand, double y) {
  const Computed computed(format, accuracy, operand, y);
  const double step = accuracy.stepUnit(format.type), direct = computed.loss(kind);
  switch (kind) {
  case UnaryKind::Expm1:
    return accuracy.allows(Allowance::Expm1ByExp)
               ? std::fmax(direct, computed.lossInSteps(kind, step))
               : direct;
  case UnaryKind::Log1p:
    return accuracy.allows(Allowance::Log1pByLog)
               ? std::fmax(direct, computed.lossInSteps(kind, step))
               : direct;
  case UnaryKind::Sqrt:
    return direct + looseRoot(format, accuracy, y);
  case UnaryKind::Rsqrt: // the root is rounded to the type before it divides
    return direct + (accuracy.allows(Allowance::StepsInType) && format.isShort()
                         ? step / (1 - step) * y
                         : 0);
  default:
    return direct;
  }
}

double lostInExp(const Format &format, const Accuracy &accuracy, double power) {
  return Computed(format, accuracy, 0, power).loss(UnaryKind::Exp);
}

static bool isExactPoint(UnaryKind kind, double x) {
  switch (kind) {
  case UnaryKind::Exp:
  case UnaryKind::Exp2:
  case UnaryKind::Expm1:
  case UnaryKind::Log1p:
  case UnaryKind::Sin:
  case UnaryKind::Cos:
  case UnaryKind::Tanh:
  case UnaryKind::Erf:
    return x == 0;
  case UnaryKind::Log:
    return x == 1;
  default:
    return false;
  }
}

static Real squareRoot(const Format &format, const Accuracy &accuracy, double x) {
  const double root = std::sqrt(x);
  const double rounded = format.round(root);
  const bool exact = format.type == ElementType::F64 ? std::fma(root, root, -x) == 0 && x > 0x1p-900
                                                     : rounded * rounded == x && rounded == root;
  if (accuracy.allows(Allowance::LooseSqrt))
    return bounded(format, root, looseRoot(format, accuracy, root));
  return settle(format, root, exact || x == 0 ? 0 : root * ownUnit);
}

static Real rootsFrom(Interval x) { return hull(std::sqrt(x.low), std::sqrt(x.high)); }

static bool isStep(UnaryKind kind) {
  return kind == UnaryKind::Floor || kind == UnaryKind::Ceil || kind == UnaryKind::RoundEven ||
         kind == UnaryKind::Sign;
}

/// floor, ceil, round, sign: a step wherever the interval crosses one; the integers from one side
/// to the other then.
static Real step(UnaryKind kind, const Format &format, const Real &x) {
  if (x.error == 0)
    return {realFunction(kind, x.value), 0, Plain};
  const Interval operand = ends(format, x);
  return integersFrom(format, realFunction(kind, operand.low), realFunction(kind, operand.high));
}

/// Which signs a function returns where it is defined. Targets whose functions have an absolute
/// error of their own may be below 0 where others are not.
static Signs signsOf(UnaryKind kind, const Accuracy &accuracy) {
  const bool isPositive = kind == UnaryKind::Sqrt || kind == UnaryKind::Rsqrt ||
                          kind == UnaryKind::Exp || kind == UnaryKind::Exp2;
  return {!isPositive || accuracy.functionAbsolute > 0, true};
}

Real function(UnaryKind kind, const Format &format, const Accuracy &accuracy, const Real &x) {
  if (x.isOpen())
    return Real::open();
  if (isStep(kind))
    return step(kind, format, x);
  if (!x.isFinite()) // 1 / sqrt(-Inf) and the like are NaN in double as well
    return {realFunction(kind, x.value), 0, Plain};
  if (leavesDomain(kind, x)) {
    if (x.error > 0 || (kind == UnaryKind::Rsqrt && x.value == 0)) // 1 / 0 has the zero's sign
      return Real::open();
    return {realFunction(kind, x.value), 0, Plain};
  }
  if (x.error == 0 && kind == UnaryKind::Sqrt)
    return squareRoot(format, accuracy, x.value);
  // The slope of the root says nothing near 0.
  const bool isRootNearZero = kind == UnaryKind::Sqrt && x.error > x.value / 2;
  const Real root = isRootNearZero ? rootsFrom(ends(format, x)) : Real{};
  const double y = isRootNearZero ? root.value : realFunction(kind, x.value);
  if (x.error == 0 && !accuracy.allows(Allowance::InexactAtZero) && isExactPoint(kind, x.value))
    return {y, 0, Plain};
  // Where the reduction to a period errs by a quarter or so, a polynomial is evaluated far outside
  // of where it is the function, and may give any number.
  const double lostPeriods =
      accuracy.error(kind, format.type).perOperand * std::fmax(1, std::fabs(x.value));
  if (lostPeriods >= 0.25)
    return Real::open();
  const double moved = isRootNearZero ? root.error : spread(kind, x, y),
               own = 2 * ownUlps(kind) * ownUnit * std::fabs(y);
  const double size = std::fabs(y) + moved + own + lostPeriods;
  const double total =
      moved + own + lostPeriods + lostInFunction(kind, format, accuracy, x.value, size);
  // What is computed in the type has been rounded to it.
  return ofSigns(format.isShort() ? bounded(format, y, total) : enclosed(format, y, total),
                 signsOf(kind, accuracy));
}

} // namespace assay::oracle
