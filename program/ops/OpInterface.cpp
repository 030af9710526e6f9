#include "program/ops/OpInterface.h"

#include <fmt/ranges.h>

namespace assay {

Expected<void> requireDims(std::span<const int64_t> dims, int64_t rank) {
  int64_t previous = -1;
  for (int64_t dim : dims) {
    ASSAY_TRY(requireDim(dim, rank));
    ASSAY_REQUIRE(dim > previous, "dims [{}] must ascend", fmt::join(dims, ","));
    previous = dim;
  }
  return {};
}

Expected<void> requirePermutation(std::span<const int64_t> permutation, int64_t rank) {
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  bool complete = static_cast<int64_t>(permutation.size()) == rank;
  for (int64_t dim : permutation) {
    complete = complete && dim >= 0 && dim < rank && !seen[static_cast<size_t>(dim)];
    if (complete)
      seen[static_cast<size_t>(dim)] = true;
  }
  ASSAY_REQUIRE(complete, "[{}] is no permutation of {} dims", fmt::join(permutation, ","), rank);
  return {};
}

Expected<void> requireExtends(ElementType from, ElementType to) {
  bool sameKind = (isFloat(from) && isFloat(to)) || (isInteger(from) && isInteger(to));
  ASSAY_REQUIRE((from == to && isNumber(from)) || (sameKind && bitWidth(from) < bitWidth(to)),
                "{} does not extend to {}", name(from), name(to));
  return {};
}

Expected<void> requireSame(const TensorType &a, const TensorType &b) {
  ASSAY_REQUIRE(a == b, "types {} and {} must be the same", a.text(), b.text());
  return {};
}

std::string listed(std::span<const int64_t> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

} // namespace assay
