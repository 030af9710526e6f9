#include "compiler/emit/Scalars.h"
#include "flavours/StablehloOps.h"

#include <algorithm>

using namespace mlir;

namespace assay::stablehlo {

Results writeOp(Site &site, const ExtractSlice &op) {
  Shaped all = slice(site.scope, site.operands[0], {op.offsets, op.sizes, op.strides});
  return {reshape(site.scope, all, site.dims())};
}

/// Where each element of the source goes.
static Shaped destinations(Scope &scope, const Shaped &source, const InsertSlice &op) {
  const ResultType type = coordinateType(scope, source.dims);
  std::vector<Shaped> coordinates;
  int64_t dim = 0; // of the source
  for (size_t i = 0; i < op.offsets.size(); ++i) {
    Shaped place = broadcast(scope, scope.extent(op.offsets[i]), type.dims, {});
    if (std::find(op.dropped.begin(), op.dropped.end(), i) == op.dropped.end()) {
      Shaped steps = iota(scope, type, dim++);
      if (op.strides[i] != 1)
        steps = scope.op("stablehlo.multiply",
                         {steps, filled(scope, type, static_cast<double>(op.strides[i]))});
      place = scope.op("stablehlo.add", {place, steps});
    }
    coordinates.push_back(place);
  }
  return places(scope, coordinates);
}

Results writeOp(Site &site, const InsertSlice &op) {
  Scope &scope = site.scope;
  const Shaped &source = site.operands[0], &base = site.operands[1];
  if (base.rank() == 0)
    return {source};
  // IREE has dynamic_update_slice for types without unknown dims only.
  const bool isUpdate =
      scope.isStatic(source.dims) && scope.isStatic(base.dims) &&
      std::all_of(op.strides.begin(), op.strides.end(), [](int64_t step) { return step == 1; });
  if (!isUpdate)
    return {
        scatter(scope, base, destinations(scope, source, op), source, Combine::Overwrite, true)};
  std::vector<Dim> sizes = source.dims;
  for (int64_t dim : op.dropped)
    sizes.insert(sizes.begin() + dim, Dim(1));
  std::vector<Shaped> operands{base, reshape(scope, source, sizes)};
  for (const Dim &offset : op.offsets)
    operands.push_back(scope.extent(offset));
  return {scope.op("stablehlo.dynamic_update_slice", operands)};
}

Results writeOp(Site &site, const Concat &op) {
  return {concatenate(site.scope, site.operands, op.dim)};
}

Results writeOp(Site &site, const Pad &op) {
  const Shaped &x = site.operands[0];
  return {pad(site.scope, x, op.low, op.high, emission::number(x.element(), op.value))};
}

} // namespace assay::stablehlo
