#include "generator/ops/Smooth.h"

namespace assay {

namespace {

template <double (*f)(double)> Interval rising(Interval x) { return {f(x.low), f(x.high)}; }
template <double (*f)(double)> Interval falling(Interval x) { return {f(x.high), f(x.low)}; }
double reciprocalRoot(double x) { return 1 / std::sqrt(x); }
Interval wave(Interval) { return {-1, 1}; }

} // namespace

std::optional<Smooth> smooth(UnaryKind function) {
  switch (function) {
  case UnaryKind::Exp:
    return Smooth{{-12, 7}, rising<std::exp>, 3, {-8, 6}};
  case UnaryKind::Exp2:
    return Smooth{{-12, 9}, rising<std::exp2>, 3, {-8, 8}};
  case UnaryKind::Expm1:
    return Smooth{{-12, 7}, rising<std::expm1>, 3, {-8, 6}};
  case UnaryKind::Log:
    return Smooth{{0.05, 1e6}, rising<std::log>, 4, {0.125, 64}};
  case UnaryKind::Log1p:
    return Smooth{{-0.75, 1e6}, rising<std::log1p>, 4, {-0.5, 64}};
  case UnaryKind::Sqrt:
    return Smooth{{0, 1e8}, rising<std::sqrt>, 4, {0.0625, 64}};
  case UnaryKind::Rsqrt:
    return Smooth{{0.05, 1e6}, falling<reciprocalRoot>, 12, {0.25, 64}};
  case UnaryKind::Sin:
  case UnaryKind::Cos:
    return Smooth{{-50, 50}, wave, 1, {-32, 32}};
  case UnaryKind::Tanh:
    return Smooth{{-1e4, 1e4}, rising<std::tanh>, 1, {-8, 8}};
  case UnaryKind::Erf:
    return Smooth{{-1e4, 1e4}, rising<std::erf>, 1, {-8, 8}};
  case UnaryKind::Neg:
  case UnaryKind::Abs:
  case UnaryKind::Floor:
  case UnaryKind::Ceil:
  case UnaryKind::RoundEven:
  case UnaryKind::Sign:
  case UnaryKind::Not:
  case UnaryKind::Real:
  case UnaryKind::Imag:
    break;
  }
  return std::nullopt;
}

Interval overflowingExponents(Random &random, ElementType type) {
  // exp(88.8) is beyond f32 and exp(-103.98) below its least subnormal; of f64, 709.8 and -745.2.
  const bool isWide = type == ElementType::F64;
  const double first = random.chance(60) ? (isWide ? 720 : 92) : (isWide ? -764 : -122);
  return {first, first + 16};
}

bool fits(const Smooth &form, const Facts &argument) {
  const Interval range = argument.range();
  const double slack = 8 * argument.noise;
  return Interval{range.low - slack, range.high + slack}.within(form.domain);
}

} // namespace assay
