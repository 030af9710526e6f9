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

/// To `dims`; dim i of x becomes dim places[i], the others are new. Nothing is stretched.
Shaped broadcast(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                 llvm::ArrayRef<int64_t> places);
/// The same where only the dims `added` (ascending) are new.
Shaped broadcastAlong(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                      llvm::ArrayRef<int64_t> added);
/// `x` itself if it has those dims.
Shaped reshape(Scope &scope, const Shaped &x, std::vector<Dim> dims);
Shaped concatenate(Scope &scope, llvm::ArrayRef<Shaped> parts, int64_t dim);
Shaped select(Scope &scope, const Shaped &condition, const Shaped &x, const Shaped &y);

/// A slice: for each dim where it starts, how many elements, how far apart.
struct SliceOf {
  std::vector<Dim> offsets;
  std::vector<Dim> sizes;
  std::vector<int64_t> strides;
};
Shaped slice(Scope &scope, const Shaped &x, const SliceOf &slice);

/// Integers as unsigned ones of the same bits, and back; `x` itself if it is so already.
Shaped asUnsigned(Scope &scope, const Shaped &x);
Shaped asSignless(Scope &scope, const Shaped &x);
/// stablehlo.convert to an element type; `x` itself if it has that.
Shaped convert(Scope &scope, const Shaped &x, mlir::Type element);
/// As Cast says; the result is signless.
Shaped cast(Scope &scope, const Shaped &x, ElementType to, bool isUnsigned);
/// Floats and unsigned and signed integers each in their own order.
Shaped compare(Scope &scope, Predicate predicate, const Shaped &x, const Shaped &y);

/// One step of a reduction of values of their element type.
Shaped combine(Scope &scope, ReduceKind function, const Shaped &x, const Shaped &y);
/// stablehlo.reduce over `dims` (ascending) from the identity, in the element type of `x`.
Shaped reduce(Scope &scope, const Shaped &x, ReduceKind function, llvm::ArrayRef<int64_t> dims);
/// Along `dim`, in the element type of `x`.
Shaped softmax(Scope &scope, const Shaped &x, int64_t dim);

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

/// 0 .. rank-1 but for `dims`.
std::vector<int64_t> otherDims(int64_t rank, llvm::ArrayRef<int64_t> dims);
/// 0 .. rank-1.
std::vector<int64_t> allDims(int64_t rank);
/// "[0, 2]".
std::string text(llvm::ArrayRef<int64_t> numbers);

} // namespace assay::stablehlo
