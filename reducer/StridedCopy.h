#pragma once

#include "program/types/Tensor.h"

#include <vector>

namespace assay {

/// A tensor of that shape with the elements of `from` that lie at `offset` plus, for each dim,
/// index times stride; counted in elements, in row-major order. All of them must be there.
Tensor stridedCopy(const Tensor &from, int64_t offset, const std::vector<int64_t> &strides,
                   const Shape &shape);

} // namespace assay
