#include "flavours/StablehloOps.h"

namespace assay::stablehlo {

Results writeOp(Site &site, const Transpose &op) {
  return {site.scope.op("stablehlo.transpose", site.operands, site.type(),
                        site.scope.attribute("permutation", op.permutation))};
}

Results writeOp(Site &site, const Broadcast &op) {
  return {broadcastAlong(site.scope, site.operands[0], site.dims(), op.added)};
}

Results writeOp(Site &site, const Expand &) {
  return {reshape(site.scope, site.operands[0], site.dims())};
}

Results writeOp(Site &site, const Collapse &) {
  return {reshape(site.scope, site.operands[0], site.dims())};
}

Results writeOp(Site &site, const Reverse &op) {
  return {site.scope.op("stablehlo.reverse", site.operands,
                        site.scope.attribute("dimensions", op.dims))};
}

Results writeOp(Site &site, const DimCast &) { return {site.operands[0]}; }

} // namespace assay::stablehlo
