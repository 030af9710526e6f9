#include "mutation/SameBits.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace assay {

bool isSameElement(const Tensor &a, const Tensor &b, int64_t index) {
  const ElementType type = a.element();
  const size_t bytes = storageBytes(type), at = static_cast<size_t>(index) * bytes;
  if (std::memcmp(a.data() + at, b.data() + at, bytes) == 0)
    return true;
  if (isFloat(type))
    return std::isnan(a.real(index)) && std::isnan(b.real(index));
  if (!isComplex(type))
    return false;
  // By parts: -0 differs from 0, and NaN does not from NaN.
  const auto isSame = [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
  };
  return isSame(a.real(index), b.real(index)) && isSame(a.imaginary(index), b.imaginary(index));
}

std::optional<BitDifference> bitDifference(const std::vector<Tensor> &results,
                                           const std::vector<Tensor> &others) {
  if (results.size() != others.size())
    return BitDifference{false,
                         fmt::format("{} results, {} before", results.size(), others.size())};
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor &a = results[i], &b = others[i];
    if (a.element() != b.element() || a.shape() != b.shape())
      return BitDifference{false, fmt::format("result {} has another type or shape", i)};
    // The imaginary parts where the real ones are alike.
    const auto part = [&](const Tensor &tensor, int64_t index) {
      const bool isAlike = isComplex(a.element()) && a.real(index) == b.real(index);
      return isAlike ? tensor.imaginary(index) : tensor.real(index);
    };
    int64_t count = 0, first = 0;
    for (int64_t index = 0; index < a.size(); ++index)
      if (!isSameElement(a, b, index) && count++ == 0)
        first = index;
    if (count > 0)
      return BitDifference{true, fmt::format("result {} has {} other element{} of {}, the first at "
                                             "{}: {:.9g}, before {:.9g}",
                                             i, count, count == 1 ? "" : "s", a.size(), first,
                                             part(a, first), part(b, first))};
  }
  return std::nullopt;
}

} // namespace assay
