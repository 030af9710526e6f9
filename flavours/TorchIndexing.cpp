#include "flavours/TorchOps.h"
#include "support/Assert.h"

#include <algorithm>

namespace assay::torch {

static Shaped numbers(Scope &scope, const Shaped &indices) {
  return convert(scope, indices, ElementType::I64);
}

/// As aten.scatter_reduce names it.
static llvm::StringRef reductionName(Combine combine) {
  switch (combine) {
  case Combine::Add:
    return "sum";
  case Combine::Min:
    return "amin";
  case Combine::Max:
    return "amax";
  case Combine::Overwrite:
    break;
  }
  ASSAY_ASSERT(false, "nothing is combined");
}

static Shaped part(Scope &scope, const char *name, const Shaped &x) {
  return scope.op(name, {x}, {ElementType::F32, x.dims});
}

/// The same with real and imaginary parts, as long as it does not matter which of two updates wins.
static Shaped byParts(Scope &scope, const Shaped &base, const Shaped &updates,
                      llvm::function_ref<Shaped(const Shaped &, const Shaped &)> update) {
  if (!isComplex(base.element))
    return update(base, updates);
  Shaped real = update(part(scope, "aten.real", base), part(scope, "aten.real", updates));
  Shaped imaginary = update(part(scope, "aten.imag", base), part(scope, "aten.imag", updates));
  return scope.op("aten.complex", {real, imaginary}, {base.element, base.dims});
}

static Shaped scatter(Scope &scope, const Shaped &base, int64_t dim, const Shaped &indices,
                      const Shaped &updates, Combine combine, Spelling spelling) {
  const TensorType type{base.element, base.dims};
  mlir::Value along = scope.integer(dim);
  if (combine == Combine::Overwrite)
    return scope.op("aten.scatter.src", {base, along, indices, updates}, type);
  if (combine == Combine::Add && spelling == Spelling::Named)
    return scope.op("aten.scatter_add", {base, along, indices, updates}, type);
  return scope.op(
      "aten.scatter_reduce.two",
      {base, along, indices, updates, scope.text(reductionName(combine)), scope.truth(true)}, type);
}

/// There is nothing that an update could go to.
static bool isSeenEmpty(const Scope &scope, const Shaped &base) {
  return std::any_of(base.dims.begin(), base.dims.end(),
                     [&](const Dim &dim) { return scope.isStatic(dim) && scope.number(dim) == 0; });
}

Results writeOp(Site &site, const Scatter &op) {
  Scope &scope = site.scope;
  const Shaped &base = site.operands[0];
  if (isSeenEmpty(scope, base))
    return {base};
  Shaped index = numbers(scope, site.operands[1]);
  return {byParts(scope, base, site.operands[2], [&](const Shaped &to, const Shaped &updates) {
    return scatter(scope, to, op.dim, index, updates, op.combine, site.node.spelling);
  })};
}

/// Each number of the vectors along the last dim.
static Results columns(Scope &scope, const Shaped &indices, int64_t depth) {
  Results all;
  const int64_t last = indices.rank() - 1;
  Shaped whole = numbers(scope, indices);
  for (int64_t i = 0; i < depth; ++i)
    all.push_back(squeeze(scope, slice(scope, whole, {last, i, 1, 1}), last));
  return all;
}

/// The first `depth` dims of x as one.
static Shaped joinedDims(Scope &scope, const Shaped &x, int64_t depth) {
  return flatten(scope, x, 0, depth - 1);
}

/// Places in the first `depth` dims of x, counted in row-major order.
static Shaped rowMajor(Scope &scope, const Shaped &x, llvm::ArrayRef<Shaped> coordinates) {
  Shaped place = coordinates[0];
  for (size_t i = 1; i < coordinates.size(); ++i) {
    const TensorType type{place.element, place.dims};
    Shaped ahead = scope.op("aten.mul.Scalar", {place, scope.extent(x.dims[i])}, type);
    place = add(scope, ahead, coordinates[i]);
  }
  return place;
}

/// index_put says nothing of two updates of one place, and combines by adding only: an
/// element by element scatter into one long dim does.
static Shaped scatterFlat(Site &site, const ScatterNd &op, const Shaped &base,
                          const Shaped &updates) {
  Scope &scope = site.scope;
  const int64_t batch = site.operands[1].rank() - 1;
  Shaped rows = joinedDims(scope, base, op.depth);
  Shaped place = rowMajor(scope, base, columns(scope, site.operands[1], op.depth));
  if (batch == 0)
    place = unsqueeze(scope, place, 0);
  auto flat = [&](const Shaped &x) {
    return batch == 0 ? unsqueeze(scope, x, 0) : flatten(scope, x, 0, batch - 1);
  };
  Shaped values = flat(updates);
  Shaped index = batch == 0 ? place : flat(place);
  for (int64_t i = 1; i < values.rank(); ++i)
    index = unsqueeze(scope, index, index.rank());
  index = broadcastTo(scope, index, values.dims);
  Shaped made = scatter(scope, rows, 0, index, values, op.combine, Spelling::Named);
  return unflatten(scope, made, 0, std::span(base.dims).first(static_cast<size_t>(op.depth)));
}

static Shaped put(Site &site, const ScatterNd &op, const Shaped &base, Shaped updates) {
  Scope &scope = site.scope;
  Results places = columns(scope, site.operands[1], op.depth);
  if (places[0].rank() == 0) { // which torch takes, and torch-mlir does not lower
    for (Shaped &place : places)
      place = unsqueeze(scope, place, 0);
    updates = unsqueeze(scope, updates, 0);
  }
  return scope.op("aten.index_put.hacked_twin",
                  {base, scope.list(llvm::ArrayRef<Shaped>(places)), updates,
                   scope.truth(op.combine == Combine::Add)},
                  {base.element, base.dims});
}

Results writeOp(Site &site, const ScatterNd &op) {
  Scope &scope = site.scope;
  const Shaped &base = site.operands[0];
  if (isSeenEmpty(scope, base))
    return {base};
  const bool isPut = op.combine == Combine::Add || (op.combine == Combine::Overwrite && op.unique);
  return {byParts(scope, base, site.operands[2], [&](const Shaped &to, const Shaped &updates) {
    return isPut ? put(site, op, to, updates) : scatterFlat(site, op, to, updates);
  })};
}

static Shaped indexed(Scope &scope, const Shaped &x, llvm::ArrayRef<Shaped> places,
                      const TensorType &type) {
  return scope.op("aten.index.Tensor_hacked_twin", {x, scope.list(places)}, type);
}

/// Indices in range, where the case says what becomes of others.
static Shaped clamped(Site &site, const Shaped &indices, const Dim &extent) {
  Scope &scope = site.scope;
  if (!site.testCase.has(Contract::ClampedGather))
    return indices;
  return scope.op("aten.clamp", {indices, scope.integer(0), scope.extent(extent - Dim(1))},
                  {indices.element, indices.dims});
}

Results writeOp(Site &site, const Gather &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  Shaped index = clamped(site, numbers(scope, site.operands[1]), x.extent(op.dim));
  if (site.isSpelled(Spelling::Named) || !scope.isStatic(index.dims))
    return {scope.op("aten.gather", {x, scope.integer(op.dim), index, scope.truth(false)},
                     site.type())};
  Results all;
  for (int64_t dim = 0; dim < index.rank(); ++dim)
    all.push_back(dim == op.dim ? index : places(scope, index.extent(dim), dim, index.rank()));
  return {indexed(scope, x, all, site.type())};
}

Results writeOp(Site &site, const GatherNd &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  Results places = columns(scope, site.operands[1], op.depth);
  for (size_t i = 0; i < places.size(); ++i)
    places[i] = clamped(site, places[i], x.dims[i]);
  // Indices that may have to be broadcast to each other are not lowered.
  if (places.size() == 1 || scope.isStatic(places[0].dims))
    return {indexed(scope, x, places, site.type())};
  return {indexed(scope, joinedDims(scope, x, op.depth), rowMajor(scope, x, places), site.type())};
}

/// torch's own: of I64, the new dim last.
static bool isOneHot(Site &site, const OneHot &op) {
  return site.isSpelled(Spelling::Named) && op.on == 1 && op.off == 0 &&
         op.dim == site.operands[0].rank() && site.scope.isStatic(op.depth) &&
         site.scope.number(op.depth) > 0;
}

Results writeOp(Site &site, const OneHot &op) {
  Scope &scope = site.scope;
  Shaped wanted = numbers(scope, site.operands[0]);
  if (isOneHot(site, op)) {
    Shaped made = scope.op("aten.one_hot", {wanted, scope.extent(op.depth)},
                           {ElementType::I64, site.type().dims});
    return {convert(scope, made, op.element)};
  }
  if (op.on == op.off) // torch-mlir folds a choice of one literal to that, of rank 0
    return {filled(scope, site.type(), op.on)};
  Shaped hit = compare(scope, Predicate::Eq, unsqueeze(scope, wanted, op.dim),
                       places(scope, op.depth, op.dim, wanted.rank() + 1));
  return {where(scope, hit, scalar(scope, op.element, op.on), scalar(scope, op.element, op.off))};
}

} // namespace assay::torch
