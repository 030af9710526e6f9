#include "oracle/Fold.h"

#include <algorithm>

namespace assay::oracle {

void ProductFold::multiply(const Real &x) {
  if (++soFar.factors == 1)
    soFar.only = x;
  soFar.value *= x.value;
  soFar.isOpen |= x.isOpen();
  soFar.isSpecial |= !x.isFinite();
  soFar.hasNan |= x.isNan();
  if (x.isOpen() || !x.isFinite())
    return;
  soFar.isExact &= x.error == 0;
  soFar.signs = soFar.signs * signsOf(x);
  const double magnitude = std::fabs(x.value), high = magnitude + x.error;
  soFar.size *= magnitude;
  soFar.sizeHigh *= high;
  soFar.large *= std::fmax(high, 1);
  if (x.value == 0 && x.error == 0) {
    soFar.hasZero = true;
    return;
  }
  soFar.small *= std::fmin(std::fmax(magnitude - x.error, 0), 1);
  if (x.value == 0)
    return;
  const double odd = std::ldexp(magnitude, -lowestBit(x.value));
  soFar.odd *= odd;
  soFar.powersOfTwo += odd == 1 && x.error == 0;
}

Real ProductFold::total() const {
  if (soFar.hasNan)
    return Real::nan();
  if (soFar.isOpen)
    return Real::open();
  const double roundings = std::fmax(soFar.factors - soFar.powersOfTwo - 1, 0);
  const bool fits = soFar.large <= format.maxFinite,
             cannotUnderflow = soFar.small >= format.minNormal;
  const double rounded = gamma(roundings, format.unit), own = gamma(2 * soFar.factors, ownUnit);
  // Nor where the partial products are rounded downwards, and `small` was upwards.
  const bool staysNormal =
      soFar.small == 1 || soFar.small * (1 - rounded - own) >= format.minNormal;
  // The finite factors alone must neither overflow nor lose their sign. None of them is bounded and
  // perhaps 0, or `small` would be.
  if (soFar.isSpecial)
    return fits && staysNormal ? Real{soFar.value, 0, Plain} : Real::open();
  if (soFar.factors == 1) // or times 1, which flushes it
    return format.flushes ? oracle::multiply(format, soFar.only, {1, 0, Plain})
                          : Real{soFar.only.value, soFar.only.error, Plain};
  if (!fits)
    return Real::open();
  if (soFar.hasZero)
    return {0, 0, Plain};
  if (soFar.isExact && cannotUnderflow && soFar.odd <= std::ldexp(1.0, format.precision))
    return {soFar.value, 0, Plain};
  if (soFar.isExact && staysNormal && roundings == 1) // exact in double if the type is shorter
    return settle(format, soFar.value,
                  format.type == ElementType::F64 ? std::fabs(soFar.value) * ownUnit : 0);
  double error = (soFar.sizeHigh - soFar.size) + own * soFar.sizeHigh;
  if (roundings > 0) // the last one may be in a wider type first, as in bounded()
    error += gamma(roundings - 1, format.unit) * soFar.sizeHigh +
             format.halfUlp(soFar.sizeHigh * (1 + rounded) * (1 + 2 * own)) * (1 + 0x1p-10);
  if (!staysNormal) // a flushed partial product, times all the others
    error += soFar.factors * format.minNormal * soFar.large;
  return ofSigns(enclosed(format, soFar.value, error * (1 + 0x1p-40)), soFar.signs);
}

Range IntegerFold::identity() const {
  switch (rules.function) {
  case ReduceKind::Sum:
  case ReduceKind::Or:
    return {0, 0};
  case ReduceKind::Product:
    return {1, 1};
  case ReduceKind::And: {
    const int64_t ones = isBool(rules.to) ? 1 : -1;
    return {ones, ones};
  }
  case ReduceKind::Max: {
    const int64_t least = rules.isUnsigned ? 0 : minInteger(rules.to);
    return {least, least};
  }
  case ReduceKind::Min: { // unsigned: all ones
    const int64_t greatest = rules.isUnsigned ? -1 : maxInteger(rules.to);
    return {greatest, greatest};
  }
  }
  return {};
}

void IntegerFold::add(const Elements &x, size_t at) {
  constexpr BinaryKind steps[] = {BinaryKind::Add, BinaryKind::Mul, BinaryKind::Max,
                                  BinaryKind::Min, BinaryKind::And, BinaryKind::Or};
  const Range element =
      isBool(rules.to) ? x.range(at) : resize(rules.from, rules.to, rules.isUnsigned, x.range(at));
  if (rules.function == ReduceKind::Sum)
    return sum.add(element);
  const char *undefined = nullptr; // none of these ever is
  total = binary(steps[static_cast<size_t>(rules.function)], rules.isUnsigned, rules.to, total,
                 element, undefined);
}

void mergeExtreme(const Format &format, Elements &out, size_t at, const Elements &x, size_t i,
                  bool isMinimum) {
  if (out.isReal()) {
    out.set(at, isMinimum ? minimum(format, out.real(at), x.real(i), false)
                          : maximum(format, out.real(at), x.real(i), false));
    return;
  }
  const Range a = out.range(at), b = x.range(i);
  out.set(at, isMinimum ? Range{std::min(a.low, b.low), std::min(a.high, b.high)}
                        : Range{std::max(a.low, b.low), std::max(a.high, b.high)});
}

} // namespace assay::oracle
