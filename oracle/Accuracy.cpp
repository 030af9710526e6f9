#include "oracle/Accuracy.h"

#include <cmath>

namespace assay {

/// Largest error in ulps, the larger of f32 and f64. glibc: "Known Maximum Errors in Math
/// Functions" in its manual, column x86_64, doubled where the manual says 1, because its figures
/// are maxima over test points and no proofs. tanh and erf: maxima of 4.0 and 4.1 ulp were sampled
/// on IREE's polynomials.
static double ulps(UnaryKind function) {
  switch (function) {
  case UnaryKind::Exp:  // glibc 1; IREE sampled 0.96
  case UnaryKind::Exp2: // glibc 1
  case UnaryKind::Log:  // glibc 1; IREE sampled 0.82
  case UnaryKind::Sin:  // glibc 1
  case UnaryKind::Cos:  // glibc 1
    return 2;
  case UnaryKind::Expm1: // glibc 1; Function.cpp adds what exp(x) - 1 loses
  case UnaryKind::Log1p: // glibc 2; Function.cpp adds what log(1 + x) loses
  case UnaryKind::Rsqrt: // 1 / sqrt(x): two roundings, 2 ulp; IREE sampled 1.5
    return 3;
  case UnaryKind::Tanh: // glibc 2; IREE sampled 4.0
  case UnaryKind::Erf:  // glibc 1; IREE sampled 4.1
    return 5;
  case UnaryKind::Sqrt: // only where it does not round correctly
    return 1;
  case UnaryKind::Neg:
  case UnaryKind::Abs:
  case UnaryKind::Floor:
  case UnaryKind::Ceil:
  case UnaryKind::RoundEven:
  case UnaryKind::Sign:
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    return 0;
  }
  return 0;
}

FunctionError Accuracy::error(UnaryKind function, ElementType type) const {
  const double units = ulps(function);
  if (units == 0)
    return {};
  const bool isPeriodic = function == UnaryKind::Sin || function == UnaryKind::Cos;
  FunctionError error{units * functionScale, functionAbsolute};
  if (isPeriodic)
    error.perOperand = periodReduction;
  // ln 2 and the product are rounded: each errs by u.
  if (function == UnaryKind::Exp2 && exp2ByExp)
    error.relativePerOperand = 2 * 0.6931471805599453 * std::ldexp(1, -precision(type));
  return error;
}

} // namespace assay
