#include "oracle/Accuracy.h"

#include "support/NameOf.h"

#include <cmath>

namespace assay {

std::vector<Allowance> Allowances::list() const {
  std::vector<Allowance> out;
  for (size_t i = 0; i < names(Allowance()).size(); ++i)
    if (has(static_cast<Allowance>(i)))
      out.push_back(static_cast<Allowance>(i));
  return out;
}

std::string Allowances::text() const {
  std::string out;
  for (Allowance one : list()) {
    out += out.empty() ? "" : ", ";
    out += nameOf(one);
  }
  return out;
}

Allowances leastExcuse(Allowances granted,
                       const std::function<bool(Allowances more)> &isExcusedBy) {
  Allowances needed;
  for (Allowance one : Allowances::all().list())
    if (!granted.has(one))
      needed = needed.with(one);
  for (Allowance one : needed.list())
    if (isExcusedBy(Allowances().with(one)))
      return Allowances().with(one);
  for (Allowance one : needed.list())
    if (isExcusedBy(needed.without(one)))
      needed = needed.without(one);
  return needed;
}

/// Largest error in ulps, the larger of f32 and f64. glibc: "Known Maximum Errors in Math
/// Functions" in its manual, column x86_64, doubled where the manual says 1, because its figures
/// are maxima over test points and no proofs.
static double ulps(UnaryKind function, const Accuracy &accuracy) {
  switch (function) {
  case UnaryKind::Exp:   // glibc 1; IREE sampled 0.96
  case UnaryKind::Exp2:  // glibc 1
  case UnaryKind::Expm1: // glibc 1
  case UnaryKind::Log:   // glibc 1; IREE sampled 0.82
  case UnaryKind::Sin:   // glibc 1
  case UnaryKind::Cos:   // glibc 1
    return 2;
  case UnaryKind::Log1p: // glibc 2
  case UnaryKind::Rsqrt: // 1 / sqrt(x): two roundings, 2 ulp; IREE sampled 1.5
    return 3;
  case UnaryKind::Tanh: // glibc 2
    return accuracy.allows(Allowance::LooseTanh) ? 5 : 3;
  case UnaryKind::Erf: // glibc 1
    return accuracy.allows(Allowance::LooseErf) ? 5 : 2;
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

double Accuracy::stepUnit(ElementType type) const {
  const double own = std::ldexp(1, -precision(type));
  return allows(Allowance::StepsInType) ? own : std::fmin(own, 0x1p-24);
}

FunctionError Accuracy::error(UnaryKind function, ElementType type) const {
  const double units = ulps(function, *this);
  if (units == 0)
    return {};
  const bool isPeriodic = function == UnaryKind::Sin || function == UnaryKind::Cos;
  FunctionError error{units * functionScale, functionAbsolute};
  // pi / 2 and its product with n are rounded to f32, in which 1.3e-7 was sampled near 0.
  const bool isInOneStep = allows(Allowance::PeriodInOneStep) && type != ElementType::F64;
  if (isPeriodic)
    error.perOperand = std::fmax(periodReduction, isInOneStep ? 0x1p-22 : 0);
  // ln 2 and the product are rounded: each errs by u.
  if (function == UnaryKind::Exp2 && allows(Allowance::Exp2ByExp))
    error.relativePerOperand = 2 * 0.6931471805599453 * stepUnit(type);
  return error;
}

} // namespace assay
