#include "reducer/StridedCopy.h"

#include <cstring>

namespace assay {

Tensor stridedCopy(const Tensor &from, int64_t offset, const std::vector<int64_t> &strides,
                   const Shape &shape) {
  const std::vector<int64_t> to = rowMajorStrides(shape);
  const size_t width = storageBytes(from.element());
  Tensor result(from.element(), shape);
  for (int64_t i = 0; i < result.size(); ++i) {
    int64_t source = offset;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      source += i / to[dim] % shape[dim] * strides[dim];
    std::memcpy(result.data() + static_cast<size_t>(i) * width,
                from.data() + static_cast<size_t>(source) * width, width);
  }
  return result;
}

} // namespace assay
