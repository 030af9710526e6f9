#pragma once

#include "program/types/Tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// How results differ from others, bit by bit; any NaN is like any other.
struct BitDifference {
  bool isOfValues = true; // else of type, shape or number
  std::string text;       // "result 0 has 3 other elements of 12, the first at 4"
};
/// Whether two tensors of one type and shape have the same element there.
bool isSameElement(const Tensor &a, const Tensor &b, int64_t index);
std::optional<BitDifference> bitDifference(const std::vector<Tensor> &results,
                                           const std::vector<Tensor> &others);

} // namespace assay
