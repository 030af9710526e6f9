#pragma once

#include "program/Op.h"
#include "support/Assert.h"

#include <cmath>

namespace assay::oracle {

/// The standard library's value of a function of one real number in T, a floating type wide enough
/// to stand for the true one.
template <class T> T realFunction(UnaryKind kind, T x) {
  switch (kind) {
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
  case UnaryKind::Sqrt:
    return std::sqrt(x);
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
    return x > 0 ? 1 : x < 0 ? -1 : x;
  case UnaryKind::Neg:
  case UnaryKind::Abs:
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    break;
  }
  ASSAY_ASSERT(false, "a function of real numbers");
}

} // namespace assay::oracle
