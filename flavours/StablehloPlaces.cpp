#include "flavours/StablehloPlaces.h"

#include "flavours/StablehloElements.h"
#include "flavours/StablehloSteps.h"
#include "support/Assert.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace assay::stablehlo {

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

} // namespace assay::stablehlo
