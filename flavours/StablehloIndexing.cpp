#include "flavours/StablehloOps.h"

#include <fmt/format.h>

using namespace mlir;

namespace assay::stablehlo {

/// Where each index leads: the place it stands at, but for `dim`, where it is the index itself.
static Shaped placesAlong(Scope &scope, const Shaped &indices, int64_t dim) {
  const ResultType type = coordinateType(scope, indices.dims);
  std::vector<Shaped> coordinates;
  for (int64_t i = 0; i < indices.rank(); ++i)
    coordinates.push_back(i == dim
                              ? reshape(scope, convert(scope, indices, type.element), type.dims)
                              : iota(scope, type, i));
  return places(scope, coordinates);
}

Results writeOp(Site &site, const Scatter &op) {
  return {scatter(site.scope, site.operands[0], placesAlong(site.scope, site.operands[1], op.dim),
                  site.operands[2], op.combine, op.unique)};
}

Results writeOp(Site &site, const ScatterNd &op) {
  return {scatter(site.scope, site.operands[0], site.operands[1], site.operands[2], op.combine,
                  op.unique)};
}

Results writeOp(Site &site, const Gather &op) {
  Shaped places = placesAlong(site.scope, site.operands[1], op.dim);
  return {elementsAt(site.scope, site.operands[0], places)};
}

/// The elements of each slice one by one: stablehlo.gather must know the sizes of slices, and IREE
/// lacks dynamic_gather and what it makes of gathers along the first dim alone.
static Shaped gatherElements(Site &site, const GatherNd &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0], &indices = site.operands[1];
  const ResultType type = coordinateType(scope, site.dims());
  const int64_t batch = indices.rank() - 1;
  // A column of the indices has the dims of the batch, then 1.
  std::vector<int64_t> columnDims = allDims(batch);
  columnDims.push_back(static_cast<int64_t>(type.dims.size()) - 1);
  std::vector<Shaped> coordinates;
  for (int64_t i = 0; i < op.depth; ++i) {
    SliceOf column{std::vector<Dim>(indices.dims.size()), indices.dims,
                   std::vector<int64_t>(indices.dims.size(), 1)};
    column.offsets.back() = i;
    column.sizes.back() = 1;
    Shaped numbers = convert(scope, slice(scope, indices, column), type.element);
    coordinates.push_back(broadcast(scope, numbers, type.dims, columnDims));
  }
  for (int64_t i = op.depth; i < x.rank(); ++i)
    coordinates.push_back(iota(scope, type, batch + i - op.depth));
  return elementsAt(scope, x, places(scope, coordinates));
}

Results writeOp(Site &site, const GatherNd &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0], &indices = site.operands[1];
  const std::vector<Dim> window(x.dims.begin() + op.depth, x.dims.end());
  if (isSeenEmpty(scope, std::span(x.dims).first(static_cast<size_t>(op.depth))))
    return {filled(scope, site.type(), 0)};
  if (!scope.isStatic(window) || (op.depth == 1 && !scope.isStatic(site.dims())))
    return {gatherElements(site, op)};
  const int64_t batch = indices.rank() - 1;
  const std::string collapsed = text(allDims(op.depth));
  std::vector<int64_t> offsets, sizes(static_cast<size_t>(op.depth), 1);
  for (int64_t extent : scope.numbers(window)) {
    offsets.push_back(batch + static_cast<int64_t>(offsets.size()));
    sizes.push_back(extent);
  }
  return {scope.op(
      "stablehlo.gather", {x, indices}, site.type(),
      {scope.ownAttribute("dimension_numbers",
                          fmt::format("gather<offset_dims = {}, collapsed_slice_dims = {}, "
                                      "start_index_map = {}, index_vector_dim = {}>",
                                      text(offsets), collapsed, collapsed, batch)),
       scope.attribute("slice_sizes", sizes), scope.attribute("indices_are_sorted", false)})};
}

Results writeOp(Site &site, const OneHot &op) {
  Scope &scope = site.scope;
  const ResultType numbers{scope.b.getI64Type(), site.dims()};
  Shaped wanted = broadcastAlong(scope, convert(scope, site.operands[0], numbers.element),
                                 numbers.dims, op.dim);
  Shaped hit = compare(scope, Predicate::Eq, iota(scope, numbers, op.dim), wanted);
  return {
      select(scope, hit, filled(scope, site.type(), op.on), filled(scope, site.type(), op.off))};
}

} // namespace assay::stablehlo
