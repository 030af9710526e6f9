#include "flavours/StablehloSteps.h"

#include "compiler/emit/Scalars.h"
#include "flavours/StablehloPlaces.h"

#include <fmt/ranges.h>

#include <algorithm>

using namespace mlir;

namespace assay::stablehlo {

static DenseElementsAttr splat(RankedTensorType type, Attribute value) {
  auto parts = dyn_cast<ArrayAttr>(value); // of a complex number
  if (!parts)
    return DenseElementsAttr::get(type, value);
  std::complex<llvm::APFloat> number(llvm::cast<FloatAttr>(parts[0]).getValue(),
                                     llvm::cast<FloatAttr>(parts[1]).getValue());
  return DenseElementsAttr::get(type, number);
}

Shaped scalar(Scope &scope, mlir::Type element, double value) {
  return filled(scope, {element, {}}, value);
}

Shaped filled(Scope &scope, const ResultType &type, Attribute value) {
  if (scope.isStatic(type.dims))
    return scope.constant(splat(scope.type(type), value), type.dims);
  return broadcast(scope, filled(scope, {type.element, {}}, value), type.dims, {});
}

Shaped filled(Scope &scope, const ResultType &type, double value) {
  return filled(scope, type, emission::number(type.element, value));
}

Shaped identity(Scope &scope, const ResultType &type, ReduceKind function) {
  const bool isUnsigned = type.element.isUnsignedInteger();
  return filled(scope, type, emission::identity(type.element, function, isUnsigned));
}

Shaped iota(Scope &scope, const ResultType &type, int64_t dim) {
  NamedAttribute along = scope.attribute("iota_dimension", dim);
  if (scope.isStatic(type.dims))
    return scope.op("stablehlo.iota", {}, type, along);
  return scope.op("stablehlo.dynamic_iota", scope.extents(type.dims), type, along);
}

/// With its dims in the order in which `places`, which it sorts, say.
static Shaped inOrder(Scope &scope, const Shaped &x, std::vector<int64_t> &places) {
  std::vector<int64_t> permutation = allDims(x.rank());
  std::sort(permutation.begin(), permutation.end(), [&](int64_t a, int64_t b) {
    return places[static_cast<size_t>(a)] < places[static_cast<size_t>(b)];
  });
  ResultType type{x.element(), {}};
  for (int64_t dim : permutation)
    type.dims.push_back(x.dims[static_cast<size_t>(dim)]);
  std::sort(places.begin(), places.end());
  return scope.op("stablehlo.transpose", x, type, scope.attribute("permutation", permutation));
}

static Shaped broadcastToUnknown(Scope &scope, const Shaped &x, const ResultType &type,
                                 std::vector<int64_t> places) {
  // IREE 3.13 forgets the order of dims where none is new.
  const bool isSorted = std::is_sorted(places.begin(), places.end());
  const Shaped sorted = isSorted ? x : inOrder(scope, x, places);
  return scope.op("stablehlo.dynamic_broadcast_in_dim", {sorted, scope.extents(type.dims)}, type,
                  {scope.attribute("broadcast_dimensions", places),
                   scope.attribute("known_nonexpanding_dimensions", allDims(x.rank()))});
}

Shaped broadcast(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                 llvm::ArrayRef<int64_t> places) {
  if (x.dims == dims && places == llvm::ArrayRef<int64_t>(allDims(x.rank())))
    return x;
  const ResultType type{x.element(), std::move(dims)};
  if (!scope.isStatic(type.dims))
    return broadcastToUnknown(scope, x, type, places.vec());
  return scope.op("stablehlo.broadcast_in_dim", x, type,
                  scope.attribute("broadcast_dimensions", places));
}

Shaped broadcastAlong(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                      llvm::ArrayRef<int64_t> added) {
  const auto rank = static_cast<int64_t>(dims.size());
  return broadcast(scope, x, std::move(dims), otherDims(rank, added));
}

/// Where the dims of x stand in `dims`, if all others there are 1.
static std::optional<std::vector<int64_t>> placesAmongUnits(const Shaped &x,
                                                            const std::vector<Dim> &dims) {
  std::vector<int64_t> places;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (places.size() < x.dims.size() && x.dims[places.size()] == dims[i])
      places.push_back(static_cast<int64_t>(i));
    else if (dims[i] != Dim(1))
      return std::nullopt;
  }
  return places.size() == x.dims.size() ? std::optional(places) : std::nullopt;
}

/// The elements one by one: each place is counted in row-major order, and found by that number in
/// x.
static Shaped reshapeByGather(Scope &scope, const Shaped &x, const std::vector<Dim> &dims) {
  const ResultType type = coordinateType(scope, dims);
  auto everywhere = [&](const Dim &extent) {
    return broadcast(scope, scope.extent(extent), type.dims, {});
  };
  Shaped number = filled(scope, type, 0);
  for (size_t i = 0; i < dims.size(); ++i) {
    Shaped step = everywhere(product(std::span(dims).subspan(i + 1)));
    Shaped along = iota(scope, type, static_cast<int64_t>(i));
    number = scope.op("stablehlo.add", {number, scope.op("stablehlo.multiply", {along, step})});
  }
  std::vector<Shaped> coordinates;
  for (size_t i = 0; i < x.dims.size(); ++i) {
    Shaped step = everywhere(product(std::span(x.dims).subspan(i + 1)));
    Shaped along = scope.op("stablehlo.divide", {number, step});
    coordinates.push_back(scope.op("stablehlo.remainder", {along, everywhere(x.dims[i])}));
  }
  return elementsAt(scope, x, places(scope, coordinates));
}

Shaped reshape(Scope &scope, const Shaped &x, std::vector<Dim> dims) {
  if (dims == x.dims)
    return x;
  if (scope.isStatic(dims))
    return scope.op("stablehlo.reshape", x, ResultType{x.element(), std::move(dims)});
  // IREE has no dynamic_reshape.
  if (auto places = placesAmongUnits(x, dims))
    return broadcast(scope, x, std::move(dims), *places);
  return reshapeByGather(scope, x, dims);
}

Shaped concatenate(Scope &scope, llvm::ArrayRef<Shaped> parts, int64_t dim) {
  ResultType type{parts[0].element(), parts[0].dims};
  Dim &extent = type.dims[static_cast<size_t>(dim)];
  for (const Shaped &part : parts.drop_front())
    extent = extent + part.dims[static_cast<size_t>(dim)];
  return scope.op("stablehlo.concatenate", parts, type, scope.attribute("dimension", dim));
}

/// What is added is joined to x, dim by dim: IREE lacks dynamic_pad.
static Shaped padByConcatenation(Scope &scope, Shaped x, std::span<const Dim> low,
                                 std::span<const Dim> high, Attribute value) {
  for (size_t dim = 0; dim < low.size(); ++dim) {
    auto margin = [&](const Dim &extent) {
      ResultType type{x.element(), x.dims};
      type.dims[dim] = extent;
      return filled(scope, type, value);
    };
    std::vector<Shaped> parts;
    if (low[dim] != Dim(0))
      parts.push_back(margin(low[dim]));
    parts.push_back(x);
    if (high[dim] != Dim(0))
      parts.push_back(margin(high[dim]));
    if (parts.size() > 1)
      x = concatenate(scope, parts, static_cast<int64_t>(dim));
  }
  return x;
}

Shaped pad(Scope &scope, const Shaped &x, std::span<const Dim> low, std::span<const Dim> high,
           Attribute value) {
  if (!scope.isStatic(low) || !scope.isStatic(high))
    return padByConcatenation(scope, x, low, high, value);
  ResultType type{x.element(), x.dims};
  for (size_t dim = 0; dim < low.size(); ++dim)
    type.dims[dim] = low[dim] + type.dims[dim] + high[dim];
  const std::vector<int64_t> before = scope.numbers(low), behind = scope.numbers(high);
  const std::vector<int64_t> none(low.size(), 0);
  return scope.op("stablehlo.pad", {x, filled(scope, {x.element(), {}}, value)}, type,
                  {scope.attribute("edge_padding_low", before),
                   scope.attribute("edge_padding_high", behind),
                   scope.attribute("interior_padding", none)});
}

Shaped select(Scope &scope, const Shaped &condition, const Shaped &x, const Shaped &y) {
  return scope.op("stablehlo.select", {condition, x, y}, {x.element(), x.dims});
}

/// slice and real_dynamic_slice are told where to end: at most one step behind the last element.
static Shaped limits(Scope &scope, const Shaped &x, const SliceOf &slice) {
  std::vector<Dim> ends;
  bool hasSteps = false;
  for (size_t i = 0; i < slice.offsets.size(); ++i) {
    ends.push_back(slice.offsets[i] + slice.sizes[i] * Dim(slice.strides[i]));
    hasSteps = hasSteps || slice.strides[i] != 1;
  }
  Shaped all = scope.extents(ends);
  return hasSteps ? scope.op("stablehlo.minimum", {all, scope.extents(x.dims)}) : all;
}

static Shaped numbers(Scope &scope, llvm::ArrayRef<int64_t> values) {
  std::vector<Dim> dims(values.begin(), values.end());
  return scope.extents(dims);
}

Shaped slice(Scope &scope, const Shaped &x, const SliceOf &slice) {
  ResultType type{x.element(), slice.sizes};
  const bool isSized = scope.isStatic(slice.sizes);
  const bool hasSteps = std::any_of(slice.strides.begin(), slice.strides.end(),
                                    [](int64_t stride) { return stride != 1; });
  if (isSized && scope.isStatic(slice.offsets)) {
    std::vector<int64_t> starts = scope.numbers(slice.offsets), ends = starts;
    const std::vector<int64_t> sizes = scope.numbers(slice.sizes);
    for (size_t i = 0; i < ends.size(); ++i)
      ends[i] += sizes[i] == 0 ? 0 : (sizes[i] - 1) * slice.strides[i] + 1;
    return scope.op("stablehlo.slice", x, type,
                    {scope.attribute("start_indices", starts),
                     scope.attribute("limit_indices", ends),
                     scope.attribute("strides", slice.strides)});
  }
  if (isSized && !hasSteps) {
    std::vector<Shaped> operands{x};
    for (const Dim &offset : slice.offsets)
      operands.push_back(scope.extent(offset));
    return scope.op("stablehlo.dynamic_slice", operands, type,
                    scope.attribute("slice_sizes", scope.numbers(slice.sizes)));
  }
  return scope.op(
      "stablehlo.real_dynamic_slice",
      {x, scope.extents(slice.offsets), limits(scope, x, slice), numbers(scope, slice.strides)},
      type);
}

std::vector<int64_t> allDims(int64_t rank) { return otherDims(rank, {}); }

std::string text(llvm::ArrayRef<int64_t> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

} // namespace assay::stablehlo
