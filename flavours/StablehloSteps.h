#pragma once

#include "flavours/StablehloScope.h"
#include "program/Op.h"

namespace assay::stablehlo {

/// What several ops are made of.

/// A number as a scalar: rounded, wrapped, or != 0.
Shaped scalar(Scope &scope, mlir::Type element, double value);
/// A tensor with one value everywhere; the attribute is of the element type.
Shaped filled(Scope &scope, const ResultType &type, mlir::Attribute value);
Shaped filled(Scope &scope, const ResultType &type, double value);
/// What a reduction starts from when nothing is said, everywhere; unsigned for unsigned types.
Shaped identity(Scope &scope, const ResultType &type, ReduceKind function);
/// Every element its own place along `dim`. The type must hold the places.
Shaped iota(Scope &scope, const ResultType &type, int64_t dim);

/// To `dims`; dim i of x becomes dim places[i], the others are new. Nothing is stretched. `x`
/// itself if that changes nothing.
Shaped broadcast(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                 llvm::ArrayRef<int64_t> places);
/// The same where only the dims `added` (ascending) are new.
Shaped broadcastAlong(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                      llvm::ArrayRef<int64_t> added);
/// `x` itself if it has those dims.
Shaped reshape(Scope &scope, const Shaped &x, std::vector<Dim> dims);
Shaped concatenate(Scope &scope, llvm::ArrayRef<Shaped> parts, int64_t dim);
/// `low` elements added before and `high` behind along each dim, all of them `value`.
Shaped pad(Scope &scope, const Shaped &x, std::span<const Dim> low, std::span<const Dim> high,
           mlir::Attribute value);
Shaped select(Scope &scope, const Shaped &condition, const Shaped &x, const Shaped &y);

/// A slice: for each dim where it starts, how many elements, how far apart.
struct SliceOf {
  std::vector<Dim> offsets;
  std::vector<Dim> sizes;
  std::vector<int64_t> strides;
};
Shaped slice(Scope &scope, const Shaped &x, const SliceOf &slice);

/// 0 .. rank-1.
std::vector<int64_t> allDims(int64_t rank);
/// "[0, 2]".
std::string text(llvm::ArrayRef<int64_t> numbers);

} // namespace assay::stablehlo
