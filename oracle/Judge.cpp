#include "oracle/Judge.h"

#include <fmt/format.h>

namespace assay::oracle {

static bool admitsReal(ElementType type, const Real &expected, double actual) {
  if (expected.mark & MaskedRow)
    return std::isnan(actual) || actual == 0;
  if (expected.mark & Rounded) {
    const Format format(type, {});
    return actual == format.round(expected.value) ||
           (format.isShort() && actual == format.round(static_cast<float>(expected.value)));
  }
  if (expected.isOpen())
    return true;
  if (std::isnan(expected.value))
    return std::isnan(actual);
  // The sign of what equals 0 is that itself, which keeps zeros and NaN: so may be a subnormal
  // number that is flushed for the comparison alone.
  const bool isLikeZero = std::fabs(actual) < minNormal(type);
  if (expected.mark & Integral && actual != std::trunc(actual) && !isLikeZero)
    return false;
  // Infinities are equal or not: their difference would be NaN.
  return actual == expected.value || std::fabs(actual - expected.value) <= expected.error;
}

bool admits(const Elements &expected, size_t i, const Tensor &actual, size_t j) {
  const auto at = static_cast<int64_t>(j);
  if (!expected.isReal()) {
    const int64_t integer = actual.integer(at);
    return integer >= expected.low[i] && integer <= expected.high[i];
  }
  if (!admitsReal(expected.type, expected.real(i), actual.real(at)))
    return false;
  return !isComplex(expected.type) ||
         admitsReal(expected.type, expected.real(i + static_cast<size_t>(expected.count)),
                    actual.imaginary(at));
}

static std::string number(ElementType type, double x) {
  if (type == ElementType::F64)
    return fmt::format("{}", x);
  return fmt::format("{}", static_cast<float>(x));
}

static std::string describe(const Format &format, const Real &x) {
  if (x.mark & MaskedRow)
    return "nan or 0";
  if (x.mark & Rounded)
    return number(format.type, format.round(x.value));
  if (x.isOpen())
    return "anything";
  if (x.error == 0)
    return number(format.type, x.value);
  if (x.mark & Integral) {
    const auto [low, high] = ends(format, x);
    return fmt::format("an integer from {} to {}", low, high);
  }
  return fmt::format("{} +- {:.2g}", number(format.type, x.value), x.error);
}

std::string describe(const Elements &expected, size_t i) {
  if (!expected.isReal()) {
    if (expected.isExact(i))
      return fmt::format("{}", expected.low[i]);
    return fmt::format("{} to {}", expected.low[i], expected.high[i]);
  }
  const Format format(expected.type, {});
  if (!isComplex(expected.type))
    return describe(format, expected.real(i));
  return fmt::format("({}, {})", describe(format, expected.real(i)),
                     describe(format, expected.real(i + static_cast<size_t>(expected.count))));
}

std::string describe(const Tensor &actual, size_t i) {
  const auto at = static_cast<int64_t>(i);
  if (isComplex(actual.element()))
    return fmt::format("({}, {})", number(ElementType::F32, actual.real(at)),
                       number(ElementType::F32, actual.imaginary(at)));
  if (isFloat(actual.element()))
    return number(actual.element(), actual.real(at));
  return fmt::format("{}", actual.integer(at));
}

} // namespace assay::oracle
