#pragma once

#include "flavours/StablehloScope.h"
#include "program/ops/Indexing.h"

namespace assay::stablehlo {

/// Of one coordinate of each of many places: i64, with a last dim of 1 behind the dims of the
/// places.
ResultType coordinateType(Scope &scope, std::vector<Dim> dims);
/// Places as vectors along their last dim, made of their coordinates.
Shaped places(Scope &scope, llvm::ArrayRef<Shaped> coordinates);
/// Types show that a tensor with such dims, or others among them, has no elements.
bool isSeenEmpty(const Scope &scope, std::span<const Dim> dims);
/// x at each of the places, which cover all its dims.
Shaped elementsAt(Scope &scope, const Shaped &x, const Shaped &places);
/// Scatters `updates` into `base`; `places` are vectors along their last dim, of coordinates along
/// the first dims of `base`. `updates` has the dims of the places, then those of `base` that
/// remain.
Shaped scatter(Scope &scope, const Shaped &base, const Shaped &places, const Shaped &updates,
               Combine combine, bool unique);

} // namespace assay::stablehlo
