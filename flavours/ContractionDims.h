#pragma once

#include "program/ops/Contraction.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/Sequence.h>

#include <cstdint>
#include <vector>

// The iteration dims of a contraction, as the flavours write it that have no op for all of them.

namespace assay {

using Dims = std::vector<int64_t>;

inline bool contains(const Dims &dims, int64_t dim) { return llvm::is_contained(dims, dim); }

/// The number of dims before it: that of all if it is not there.
inline int64_t placeOf(const Dims &dims, int64_t dim) {
  return llvm::find(dims, dim) - dims.begin();
}

/// Whether one operand alone has a dim that is summed over.
inline bool hasLoneDims(const Contraction &op) {
  return llvm::any_of(llvm::seq(op.iterationRank()), [&](int64_t dim) {
    return !contains(op.out, dim) && contains(op.lhs, dim) != contains(op.rhs, dim);
  });
}

} // namespace assay
