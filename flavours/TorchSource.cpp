#include "compiler/emit/Source.h"
#include "flavours/TorchOps.h"

namespace assay::torch {

Results writeOp(Site &site, const Iota &op) {
  Scope &scope = site.scope;
  Shaped all = places(scope, op.shape[static_cast<size_t>(op.dim)], op.dim,
                      static_cast<int64_t>(op.shape.size()));
  return {broadcastTo(scope, convert(scope, all, op.element), op.shape)};
}

Results writeOp(Site &site, const Fill &op) {
  Scope &scope = site.scope;
  if (site.isSpelled(Spelling::Generic))
    return {broadcastTo(scope, scalar(scope, op.element, op.value), op.shape)};
  return {filled(scope, site.type(), op.value)};
}

Results writeOp(Site &site, const Constant &op) {
  const emission::Subject &subject = site.scope.subject;
  auto type = emission::rankedType(subject, *site.scope.b.getContext(), site.type());
  return {site.scope.literal(emission::elements(type, op.value), site.type())};
}

} // namespace assay::torch
