#pragma once

#include "compiler/emit/Scope.h"

namespace assay::emission {

/// A slice: for each dim of the larger tensor where it starts, how many elements, how far apart.
struct SliceOf {
  std::vector<Dim> offsets;
  std::vector<Dim> sizes;
  std::vector<int64_t> strides;
};

/// tensor.insert_slice.
mlir::Value inserted(Scope &scope, mlir::Value source, mlir::Value base, const SliceOf &slice);
/// tensor.extract_slice of the type `to`, in which dims of size 1 may be missing.
mlir::Value extracted(Scope &scope, mlir::Value source, const TensorType &to, const SliceOf &slice);

} // namespace assay::emission
