#include "flavours/TorchSteps.h"

#include "compiler/emit/Scalars.h"
#include "support/Assert.h"

#include <mlir/IR/BuiltinAttributes.h>

#include <algorithm>
#include <complex>

using namespace mlir;

namespace assay::torch {

std::vector<Dim> joined(const Shaped &x, const Shaped &y) {
  const Shaped &longer = x.rank() < y.rank() ? y : x, &shorter = x.rank() < y.rank() ? x : y;
  std::vector<Dim> dims = longer.dims;
  const size_t ahead = dims.size() - shorter.dims.size();
  for (size_t i = 0; i < shorter.dims.size(); ++i)
    if (dims[ahead + i] == Dim(1))
      dims[ahead + i] = shorter.dims[i];
  return dims;
}

static Shaped splat(Scope &scope, ElementType element, Attribute value) {
  auto type = RankedTensorType::get({}, emission::elementType(*scope.b.getContext(), element));
  auto parts = dyn_cast<ArrayAttr>(value); // of a complex number
  if (!parts)
    return scope.literal(DenseElementsAttr::get(type, value), {element, {}});
  std::complex<llvm::APFloat> number(cast<FloatAttr>(parts[0]).getValue(),
                                     cast<FloatAttr>(parts[1]).getValue());
  return scope.literal(DenseElementsAttr::get(type, number), {element, {}});
}

Shaped scalar(Scope &scope, ElementType element, double value) {
  mlir::Type type = emission::elementType(*scope.b.getContext(), element);
  return splat(scope, element, emission::number(type, value));
}

Shaped leastInteger(Scope &scope, ElementType element) {
  mlir::Type type = emission::elementType(*scope.b.getContext(), element);
  return splat(scope, element, scope.b.getIntegerAttr(type, minInteger(element)));
}

Shaped filled(Scope &scope, const TensorType &type, double value) {
  if (isBool(type.element) || isComplex(type.element))
    return broadcastTo(scope, scalar(scope, type.element, value), type.dims);
  Value number =
      isFloat(type.element) ? scope.real(value) : scope.integer(static_cast<int64_t>(value));
  return scope.op("aten.full",
                  {scope.list(std::span<const Dim>(type.dims)), number, scope.dtype(type.element),
                   scope.none(), scope.none(), scope.none()},
                  type);
}

Shaped identity(Scope &scope, ElementType element, ReduceKind function) {
  mlir::Type type = emission::elementType(*scope.b.getContext(), element);
  return splat(scope, element, emission::identity(type, function, false));
}

Shaped places(Scope &scope, const Dim &extent, int64_t dim, int64_t rank) {
  Shaped all = scope.op("aten.arange.start_step",
                        {scope.integer(0), scope.extent(extent), scope.integer(1),
                         scope.dtype(ElementType::I64), scope.none(), scope.none(), scope.none()},
                        {ElementType::I64, {extent}});
  for (int64_t i = dim + 1; i < rank; ++i)
    all = unsqueeze(scope, all, all.rank());
  return all;
}

Shaped unsqueeze(Scope &scope, const Shaped &x, int64_t dim) {
  TensorType type{x.element, x.dims};
  type.dims.insert(type.dims.begin() + dim, Dim(1));
  return scope.op("aten.unsqueeze", {x, scope.integer(dim)}, type);
}

Shaped squeeze(Scope &scope, const Shaped &x, int64_t dim) {
  TensorType type{x.element, x.dims};
  type.dims.erase(type.dims.begin() + dim);
  return scope.op("aten.squeeze.dim", {x, scope.integer(dim)}, type);
}

Shaped broadcastTo(Scope &scope, const Shaped &x, std::vector<Dim> dims) {
  if (x.dims == dims)
    return x;
  const TensorType type{x.element, std::move(dims)};
  return scope.op("aten.broadcast_to", {x, scope.list(std::span<const Dim>(type.dims))}, type);
}

Shaped broadcastAlong(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                      llvm::ArrayRef<int64_t> added) {
  // torch adds leading dims itself.
  int64_t leading = 0;
  while (!added.empty() && added.front() == leading) {
    added = added.drop_front();
    ++leading;
  }
  Shaped all = x;
  for (int64_t dim : added)
    all = unsqueeze(scope, all, dim - leading);
  return broadcastTo(scope, all, std::move(dims));
}

Shaped permute(Scope &scope, const Shaped &x, llvm::ArrayRef<int64_t> permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end()))
    return x;
  TensorType type{x.element, {}};
  for (int64_t dim : permutation)
    type.dims.push_back(x.extent(dim));
  return scope.op("aten.permute", {x, scope.list(permutation)}, type);
}

Shaped view(Scope &scope, const Shaped &x, std::vector<Dim> dims) {
  if (x.dims == dims)
    return x;
  const TensorType type{x.element, std::move(dims)};
  return scope.op("aten.view", {x, scope.list(std::span<const Dim>(type.dims))}, type);
}

Shaped flatten(Scope &scope, const Shaped &x, int64_t first, int64_t last) {
  if (first == last)
    return x;
  TensorType type{x.element, x.dims};
  const auto begin = type.dims.begin() + first, end = type.dims.begin() + last + 1;
  const Dim whole = product(std::span<const Dim>(begin, end));
  type.dims.insert(type.dims.erase(begin, end), whole);
  return scope.op("aten.flatten.using_ints", {x, scope.integer(first), scope.integer(last)}, type);
}

Shaped unflatten(Scope &scope, const Shaped &x, int64_t dim, std::span<const Dim> parts) {
  if (parts.size() == 1)
    return x;
  TensorType type{x.element, x.dims};
  const auto at = type.dims.erase(type.dims.begin() + dim);
  type.dims.insert(at, parts.begin(), parts.end());
  return scope.op("aten.unflatten.int", {x, scope.integer(dim), scope.list(parts)}, type);
}

Shaped flip(Scope &scope, const Shaped &x, llvm::ArrayRef<int64_t> dims) {
  return scope.op("aten.flip", {x, scope.list(dims)}, {x.element, x.dims});
}

Shaped concatenate(Scope &scope, llvm::ArrayRef<Shaped> parts, int64_t dim) {
  TensorType type{parts[0].element, parts[0].dims};
  Dim &extent = type.dims[static_cast<size_t>(dim)];
  for (const Shaped &part : parts.drop_front())
    extent = extent + part.extent(dim);
  return scope.op("aten.cat", {scope.list(parts), scope.integer(dim)}, type);
}

Shaped pad(Scope &scope, const Shaped &x, std::span<const Dim> low, std::span<const Dim> high,
           Value value) {
  TensorType type{x.element, x.dims};
  std::vector<Dim> margins; // the last dim first
  for (size_t i = low.size(); i-- > 0;) {
    margins.push_back(low[i]);
    margins.push_back(high[i]);
    type.dims[i] = low[i] + type.dims[i] + high[i];
  }
  return scope.op("aten.constant_pad_nd", {x, scope.list(std::span<const Dim>(margins)), value},
                  type);
}

/// One behind the last element; torch reads negative numbers from the end, which this never is.
static Dim endOf(const SliceOf &slice) {
  if (slice.step == 1 || slice.size == Dim(0))
    return slice.start + slice.size;
  // Less would do, but could fall below the start where there is no element.
  return slice.start + slice.size * Dim(slice.step);
}

static bool isAll(const Shaped &x, const SliceOf &slice) {
  return slice.start == Dim(0) && slice.step == 1 && slice.size == x.extent(slice.dim);
}

Shaped slice(Scope &scope, const Shaped &x, const SliceOf &slice) {
  if (isAll(x, slice))
    return x;
  TensorType type{x.element, x.dims};
  type.dims[static_cast<size_t>(slice.dim)] = slice.size;
  return scope.op("aten.slice.Tensor",
                  {x, scope.integer(slice.dim), scope.extent(slice.start),
                   scope.extent(endOf(slice)), scope.integer(slice.step)},
                  type);
}

Shaped insert(Scope &scope, const Shaped &base, const Shaped &source, const SliceOf &slice) {
  if (isAll(base, slice))
    return source;
  return scope.op("aten.slice_scatter",
                  {base, source, scope.integer(slice.dim), scope.extent(slice.start),
                   scope.extent(endOf(slice)), scope.integer(slice.step)},
                  {base.element, base.dims});
}

Shaped convert(Scope &scope, const Shaped &x, ElementType element) {
  if (x.element == element)
    return x;
  Value no = scope.truth(false);
  return scope.op("aten.to.dtype", {x, scope.dtype(element), no, no, scope.none()},
                  {element, x.dims});
}

Shaped where(Scope &scope, const Shaped &condition, const Shaped &x, const Shaped &y) {
  const Shaped values{{}, x.element, joined(x, y)};
  return scope.op("aten.where.self", {condition, x, y}, {x.element, joined(condition, values)});
}

Shaped join(Scope &scope, llvm::StringRef name, const Shaped &x, const Shaped &y) {
  return scope.op(name, {x, y}, {x.element, joined(x, y)});
}

Shaped add(Scope &scope, const Shaped &x, const Shaped &y) {
  return scope.op("aten.add.Tensor", {x, y, scope.integer(1)}, {x.element, joined(x, y)});
}

Shaped subtract(Scope &scope, const Shaped &x, const Shaped &y) {
  return scope.op("aten.sub.Tensor", {x, y, scope.integer(1)}, {x.element, joined(x, y)});
}

Shaped multiply(Scope &scope, const Shaped &x, const Shaped &y) {
  return join(scope, "aten.mul.Tensor", x, y);
}

Shaped compare(Scope &scope, Predicate predicate, const Shaped &x, const Shaped &y) {
  constexpr const char *ops[] = {"aten.eq.Tensor", "aten.ne.Tensor", "aten.lt.Tensor",
                                 "aten.le.Tensor", "aten.gt.Tensor", "aten.ge.Tensor"};
  return scope.op(ops[static_cast<size_t>(predicate)], {x, y}, {ElementType::I1, joined(x, y)});
}

Shaped combine(Scope &scope, ReduceKind function, const Shaped &x, const Shaped &y) {
  switch (function) {
  case ReduceKind::Sum:
    return add(scope, x, y);
  case ReduceKind::Product:
    return multiply(scope, x, y);
  case ReduceKind::Max:
    return join(scope, "aten.maximum", x, y);
  case ReduceKind::Min:
    return join(scope, "aten.minimum", x, y);
  case ReduceKind::And:
    return join(scope, "aten.bitwise_and.Tensor", x, y);
  case ReduceKind::Or:
    return join(scope, "aten.bitwise_or.Tensor", x, y);
  }
  ASSAY_ASSERT(false, "function out of range");
}

/// The same op over one dim after the other, the last first.
static Shaped dimByDim(llvm::ArrayRef<int64_t> dims, Shaped x,
                       llvm::function_ref<Shaped(const Shaped &, int64_t)> over) {
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim)
    x = over(x, *dim);
  return x;
}

static TensorType without(const Shaped &x, llvm::ArrayRef<int64_t> dims) {
  TensorType type{x.element, {}};
  for (int64_t dim : otherDims(x.rank(), dims))
    type.dims.push_back(x.extent(dim));
  return type;
}

/// Bit by bit: torch has no reduction by bitwise ops.
static Shaped reduceBits(Scope &scope, const Shaped &x, ReduceKind function,
                         llvm::ArrayRef<int64_t> dims) {
  const int64_t width = bitWidth(x.element);
  Shaped bits = convert(scope, places(scope, width, 0, 1), x.element);
  Shaped spread =
      join(scope, "aten.bitwise_right_shift.Tensor", unsqueeze(scope, x, x.rank()), bits);
  Shaped low = join(scope, "aten.bitwise_and.Tensor", spread, scalar(scope, x.element, 1));
  Shaped all = reduce(scope, convert(scope, low, ElementType::I1), function, dims);
  Shaped kept = join(scope, "aten.bitwise_left_shift.Tensor", convert(scope, all, x.element), bits);
  return reduce(scope, kept, ReduceKind::Sum, kept.rank() - 1);
}

Shaped reduce(Scope &scope, const Shaped &x, ReduceKind function, llvm::ArrayRef<int64_t> dims) {
  const TensorType type = without(x, dims);
  Value keep = scope.truth(false);
  switch (function) {
  case ReduceKind::Sum:
    return scope.op("aten.sum.dim_IntList", {x, scope.list(dims), keep, scope.dtype(x.element)},
                    type);
  case ReduceKind::Product:
    return dimByDim(dims, x, [&](const Shaped &of, int64_t dim) {
      return scope.op("aten.prod.dim_int", {of, scope.integer(dim), keep, scope.dtype(x.element)},
                      without(of, dim));
    });
  case ReduceKind::Max:
    return scope.op("aten.amax", {x, scope.list(dims), keep}, type);
  case ReduceKind::Min:
    return scope.op("aten.amin", {x, scope.list(dims), keep}, type);
  case ReduceKind::And:
  case ReduceKind::Or:
    if (!isBool(x.element))
      return reduceBits(scope, x, function, dims);
    return dimByDim(dims, x, [&](const Shaped &of, int64_t dim) {
      return scope.op(function == ReduceKind::And ? "aten.all.dim" : "aten.any.dim",
                      {of, scope.integer(dim), keep}, without(of, dim));
    });
  }
  ASSAY_ASSERT(false, "function out of range");
}

} // namespace assay::torch
