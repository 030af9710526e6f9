#include "flavours/StablehloSteps.h"

#include "compiler/emit/Scalars.h"
#include "support/Assert.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

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

Shaped broadcast(Scope &scope, const Shaped &x, std::vector<Dim> dims,
                 llvm::ArrayRef<int64_t> places) {
  NamedAttribute where = scope.attribute("broadcast_dimensions", places);
  ResultType type{x.element(), std::move(dims)};
  if (scope.isStatic(type.dims))
    return scope.op("stablehlo.broadcast_in_dim", x, type, where);
  NamedAttribute kept = scope.attribute("known_nonexpanding_dimensions", allDims(x.rank()));
  return scope.op("stablehlo.dynamic_broadcast_in_dim", {x, scope.extents(type.dims)}, type,
                  {where, kept});
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

static Shaped withBitsAs(Scope &scope, const Shaped &x, IntegerType::SignednessSemantics sign) {
  auto integer = dyn_cast<IntegerType>(x.element());
  if (!integer || integer.getWidth() == 1 || integer.getSignedness() == sign)
    return x;
  auto element = IntegerType::get(&scope.context(), integer.getWidth(), sign);
  return scope.op("stablehlo.bitcast_convert", x, {element, x.dims});
}

Shaped asUnsigned(Scope &scope, const Shaped &x) {
  return withBitsAs(scope, x, IntegerType::Unsigned);
}

Shaped asSignless(Scope &scope, const Shaped &x) {
  return withBitsAs(scope, x, IntegerType::Signless);
}

Shaped convert(Scope &scope, const Shaped &x, mlir::Type element) {
  return x.element() == element ? x : scope.op("stablehlo.convert", x, {element, x.dims});
}

Shaped cast(Scope &scope, const Shaped &x, ElementType to, bool isUnsigned) {
  mlir::Type element = scope.element(to);
  if (x.element() == element)
    return x;
  if (!isUnsigned || isBool(to) || x.element().isInteger(1))
    return convert(scope, x, element);
  if (isInteger(to))
    element = IntegerType::get(&scope.context(), static_cast<unsigned>(bitWidth(to)),
                               IntegerType::Unsigned);
  return asSignless(scope, convert(scope, asUnsigned(scope, x), element));
}

Shaped compare(Scope &scope, Predicate predicate, const Shaped &x, const Shaped &y) {
  constexpr std::string_view directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  std::string_view order = "SIGNED";
  if (isa<FloatType>(x.element()))
    order = "FLOAT";
  else if (x.element().isUnsignedInteger() || x.element().isInteger(1))
    order = "UNSIGNED";
  return scope.op("stablehlo.compare", {x, y}, {scope.b.getI1Type(), x.dims},
                  {scope.ownAttribute("compare_type", fmt::format("comparison_type {}", order)),
                   scope.ownAttribute("comparison_direction",
                                      fmt::format("comparison_direction {}",
                                                  directions[static_cast<size_t>(predicate)]))});
}

Shaped combine(Scope &scope, ReduceKind function, const Shaped &x, const Shaped &y) {
  constexpr const char *steps[] = {"stablehlo.add",     "stablehlo.multiply", "stablehlo.maximum",
                                   "stablehlo.minimum", "stablehlo.and",      "stablehlo.or"};
  return scope.op(steps[static_cast<size_t>(function)], {x, y});
}

Shaped reduce(Scope &scope, const Shaped &x, ReduceKind function, llvm::ArrayRef<int64_t> dims) {
  mlir::Type element = x.element();
  ResultType type{element, {}};
  for (int64_t dim : otherDims(x.rank(), dims))
    type.dims.push_back(x.dims[static_cast<size_t>(dim)]);
  return scope.op("stablehlo.reduce", {x, identity(scope, {element, {}}, function)}, type,
                  scope.attribute("dimensions", dims), {element, element},
                  [&](llvm::ArrayRef<Shaped> of) {
                    return Results{combine(scope, function, of[0], of[1])};
                  })[0];
}

Shaped softmax(Scope &scope, const Shaped &x, int64_t dim) {
  const llvm::ArrayRef<int64_t> along(dim);
  auto overDim = [&](const Shaped &of, ReduceKind function) {
    return broadcastAlong(scope, reduce(scope, of, function, along), x.dims, along);
  };
  Shaped shifted = scope.op("stablehlo.subtract", {x, overDim(x, ReduceKind::Max)});
  Shaped power = scope.op("stablehlo.exponential", shifted);
  return scope.op("stablehlo.divide", {power, overDim(power, ReduceKind::Sum)});
}

ResultType coordinateType(Scope &scope, std::vector<Dim> dims) {
  dims.emplace_back(1);
  return {scope.b.getI64Type(), std::move(dims)};
}

Shaped places(Scope &scope, llvm::ArrayRef<Shaped> coordinates) {
  return coordinates.size() == 1 ? coordinates[0]
                                 : concatenate(scope, coordinates, coordinates[0].rank() - 1);
}

bool isSeenEmpty(const Scope &scope, std::span<const Dim> dims) {
  return std::any_of(dims.begin(), dims.end(), [&](const Dim &dim) {
    return scope.isStatic({&dim, 1}) && scope.numbers({&dim, 1})[0] == 0;
  });
}

Shaped elementsAt(Scope &scope, const Shaped &x, const Shaped &places) {
  ResultType type{x.element(), {places.dims.begin(), places.dims.end() - 1}};
  // There is nothing to read, and the op would be ill-formed.
  if (isSeenEmpty(scope, x.dims))
    return filled(scope, type, 0);
  // IREE sees a torch_index_select in this, and makes an ill-formed reshape of it.
  if (x.rank() == 1 && !scope.isStatic(type.dims)) {
    Shaped zeros = filled(scope, {places.element(), places.dims}, 0);
    return elementsAt(scope, broadcast(scope, x, {Dim(1), x.dims[0]}, {1}),
                      stablehlo::places(scope, {zeros, places}));
  }
  const std::string all = text(allDims(x.rank()));
  const std::vector<int64_t> ones(x.dims.size(), 1);
  return scope.op(
      "stablehlo.gather", {x, places}, type,
      {scope.ownAttribute("dimension_numbers",
                          fmt::format("gather<collapsed_slice_dims = {}, start_index_map = {}, "
                                      "index_vector_dim = {}>",
                                      all, all, places.rank() - 1)),
       scope.attribute("slice_sizes", ones), scope.attribute("indices_are_sorted", false)});
}

Shaped scatter(Scope &scope, const Shaped &base, const Shaped &places, const Shaped &updates,
               Combine combine, bool unique) {
  mlir::Type element = base.element();
  const int64_t window = updates.rank() - (places.rank() - 1);
  const std::string inserted = text(allDims(base.rank() - window));
  std::vector<int64_t> windowDims(static_cast<size_t>(window));
  std::iota(windowDims.begin(), windowDims.end(), places.rank() - 1);
  return scope.op(
      "stablehlo.scatter", {base, places, updates}, ResultType{element, base.dims},
      {scope.ownAttribute("scatter_dimension_numbers",
                          fmt::format("scatter<update_window_dims = {}, inserted_window_dims = {}, "
                                      "scatter_dims_to_operand_dims = {}, index_vector_dim = {}>",
                                      text(windowDims), inserted, inserted, places.rank() - 1)),
       scope.attribute("indices_are_sorted", false), scope.attribute("unique_indices", unique)},
      {element, element}, [&](llvm::ArrayRef<Shaped> of) -> Results {
        switch (combine) {
        case Combine::Overwrite:
          return {of[1]};
        case Combine::Add:
          return {stablehlo::combine(scope, ReduceKind::Sum, of[0], of[1])};
        case Combine::Min:
          return {stablehlo::combine(scope, ReduceKind::Min, of[0], of[1])};
        case Combine::Max:
          return {stablehlo::combine(scope, ReduceKind::Max, of[0], of[1])};
        }
        ASSAY_ASSERT(false, "combine out of range");
      })[0];
}

std::vector<int64_t> otherDims(int64_t rank, llvm::ArrayRef<int64_t> dims) {
  std::vector<int64_t> others;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (std::find(dims.begin(), dims.end(), dim) == dims.end())
      others.push_back(dim);
  return others;
}

std::vector<int64_t> allDims(int64_t rank) { return otherDims(rank, {}); }

std::string text(llvm::ArrayRef<int64_t> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

} // namespace assay::stablehlo
