#pragma once

#include "flavours/TorchScope.h"
#include "program/Op.h"

namespace assay::torch {

/// What several ops are made of. Where torch would broadcast operands, so do these: a dim of 1 is
/// stretched, and leading dims are added.

/// The dims that two tensors are broadcast to.
std::vector<Dim> joined(const Shaped &x, const Shaped &y);

/// A literal of rank 0: the number rounded, wrapped, or != 0.
Shaped scalar(Scope &scope, ElementType element, double value);
/// The greatest or least value of an integer type, exactly.
Shaped leastInteger(Scope &scope, ElementType element);
/// aten.full, or a literal that is broadcast where there is none.
Shaped filled(Scope &scope, const TensorType &type, double value);
/// What a reduction starts from when nothing is said, of rank 0.
Shaped identity(Scope &scope, ElementType element, ReduceKind function);
/// 0 .. extent-1 as I64 along `dim` of a tensor of that rank whose other dims are 1.
Shaped places(Scope &scope, const Dim &extent, int64_t dim, int64_t rank);

Shaped unsqueeze(Scope &scope, const Shaped &x, int64_t dim);
Shaped squeeze(Scope &scope, const Shaped &x, int64_t dim);
Shaped broadcastTo(Scope &scope, const Shaped &x, std::vector<Dim> dims);
/// New dims at the places `added` (ascending), then broadcast to `dims`.
Shaped broadcastAlong(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                      llvm::ArrayRef<int64_t> added);
/// `x` itself if nothing moves.
Shaped permute(Scope &scope, const Shaped &x, llvm::ArrayRef<int64_t> permutation);
/// `x` itself if it has those dims.
Shaped view(Scope &scope, const Shaped &x, std::vector<Dim> dims);
/// Joins the dims first .. last.
Shaped flatten(Scope &scope, const Shaped &x, int64_t first, int64_t last);
/// Splits a dim.
Shaped unflatten(Scope &scope, const Shaped &x, int64_t dim, std::span<const Dim> parts);
Shaped flip(Scope &scope, const Shaped &x, llvm::ArrayRef<int64_t> dims);
Shaped concatenate(Scope &scope, llvm::ArrayRef<Shaped> parts, int64_t dim);
/// `low` elements added before and `high` behind along each dim, all of them the number `value`.
/// Floats and integers.
Shaped pad(Scope &scope, const Shaped &x, std::span<const Dim> low, std::span<const Dim> high,
           mlir::Value value);

/// `size` elements along `dim` from `start`, `step` apart.
struct SliceOf {
  int64_t dim = 0;
  Dim start;
  Dim size;
  int64_t step = 1;
};
/// `x` itself if that is all of it.
Shaped slice(Scope &scope, const Shaped &x, const SliceOf &slice);
/// `base` with that slice replaced.
Shaped insert(Scope &scope, const Shaped &base, const Shaped &source, const SliceOf &slice);

Shaped convert(Scope &scope, const Shaped &x, ElementType element);
Shaped where(Scope &scope, const Shaped &condition, const Shaped &x, const Shaped &y);
/// The op torch.<name> of two tensors of one type.
Shaped join(Scope &scope, llvm::StringRef name, const Shaped &x, const Shaped &y);
Shaped add(Scope &scope, const Shaped &x, const Shaped &y);
Shaped subtract(Scope &scope, const Shaped &x, const Shaped &y);
Shaped multiply(Scope &scope, const Shaped &x, const Shaped &y);
/// Integers as signed ones.
Shaped compare(Scope &scope, Predicate predicate, const Shaped &x, const Shaped &y);

/// One step of a reduction.
Shaped combine(Scope &scope, ReduceKind function, const Shaped &x, const Shaped &y);
/// Over `dims`, ascending.
Shaped reduce(Scope &scope, const Shaped &x, ReduceKind function, llvm::ArrayRef<int64_t> dims);

} // namespace assay::torch
