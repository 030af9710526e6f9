#include "compiler/emit/Source.h"
#include "flavours/StablehloOps.h"

namespace assay::stablehlo {

/// The type holds 0 .. n-1 for every n that the dim may be.
static bool holdsPlaces(Scope &scope, ElementType element, const Dim &extent) {
  int64_t most = maxElements;
  if (scope.isStatic({&extent, 1}))
    most = scope.numbers({&extent, 1})[0];
  return most - 1 <= (isFloat(element) ? int64_t(1) << precision(element) : maxInteger(element));
}

Results writeOp(Site &site, const Iota &op) {
  Scope &scope = site.scope;
  if (holdsPlaces(scope, op.element, op.shape[static_cast<size_t>(op.dim)]))
    return {iota(scope, site.type(), op.dim)};
  Shaped wide = iota(scope, {scope.b.getI64Type(), site.dims()}, op.dim);
  return {convert(scope, wide, site.element())};
}

Results writeOp(Site &site, const Fill &op) { return {filled(site.scope, site.type(), op.value)}; }

Results writeOp(Site &site, const Constant &op) {
  return {
      site.scope.constant(emission::elements(site.scope.type(site.type()), op.value), site.dims())};
}

} // namespace assay::stablehlo
