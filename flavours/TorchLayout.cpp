#include "flavours/TorchOps.h"

namespace assay::torch {

Results writeOp(Site &site, const Transpose &op) {
  return {permute(site.scope, site.operands[0], op.permutation)};
}

Results writeOp(Site &site, const Broadcast &op) {
  return {broadcastAlong(site.scope, site.operands[0], op.shape, op.added)};
}

Results writeOp(Site &site, const Expand &op) {
  Scope &scope = site.scope;
  Shaped x = site.operands[0];
  if (site.isSpelled(Spelling::Primitives) || op.groups.empty())
    return {view(scope, x, site.type().dims)};
  for (size_t i = op.groups.size(); i-- > 0;)
    x = unflatten(scope, x, static_cast<int64_t>(i), op.groups[i]);
  return {x};
}

Results writeOp(Site &site, const Collapse &op) {
  Scope &scope = site.scope;
  Shaped x = site.operands[0];
  if (site.isSpelled(Spelling::Primitives) || op.groups.empty())
    return {view(scope, x, site.type().dims)};
  for (auto group = op.groups.rbegin(); group != op.groups.rend(); ++group)
    x = flatten(scope, x, group->front(), group->back());
  return {x};
}

Results writeOp(Site &site, const Reverse &op) {
  return {flip(site.scope, site.operands[0], op.dims)};
}

Results writeOp(Site &site, const DimCast &op) {
  return {site.scope.forgetting(site.operands[0], op.dims)};
}

} // namespace assay::torch
