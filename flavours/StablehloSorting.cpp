#include "flavours/StablehloOps.h"

using namespace mlir;

namespace assay::stablehlo {

static Results sort(Scope &scope, llvm::ArrayRef<Shaped> operands, const Sort &op) {
  std::vector<ResultType> results;
  std::vector<mlir::Type> elements; // of both sides of a comparison, operand by operand
  for (const Shaped &operand : operands) {
    results.push_back({operand.element(), operand.dims});
    elements.insert(elements.end(), 2, operand.element());
  }
  return scope.op(
      "stablehlo.sort", operands, results,
      {scope.attribute("dimension", op.dim), scope.attribute("is_stable", op.stable)}, elements,
      [&](llvm::ArrayRef<Shaped> of) {
        return Results{compare(scope, op.descending ? Predicate::Gt : Predicate::Lt, of[0], of[1])};
      });
}

/// chlo.top_k takes the largest along the last dim, and does not say which of equal ones.
static bool isTopK(Site &site, const Topk &op) {
  return site.node.spelling == Spelling::Named && op.largest &&
         op.dim == site.operands[0].rank() - 1 && site.scope.isStatic({&op.k, 1}) &&
         !site.testCase.has(Contract::LowestIndexFirst);
}

/// Elements and their places sorted together, of which the first k are taken.
static Results sortAndCut(Site &site, const Topk &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  // As frameworks have them: of i32, whatever comes of it.
  Shaped places = iota(scope, {scope.b.getI32Type(), x.dims}, op.dim);
  // Stable, so that the lowest index comes first where the case asks for it.
  Results both = sort(scope, {x, places}, Sort{op.dim, op.largest, true});
  const SliceOf first{std::vector<Dim>(x.dims.size()), site.dims(),
                      std::vector<int64_t>(x.dims.size(), 1)};
  return {slice(scope, both[0], first),
          convert(scope, slice(scope, both[1], first), site.element(1))};
}

Results writeOp(Site &site, const Topk &op) {
  if (!isTopK(site, op))
    return sortAndCut(site, op);
  Scope &scope = site.scope;
  const int64_t k = scope.numbers({&op.k, 1})[0];
  Results made =
      scope.op("chlo.top_k", site.operands, {site.type(0), {scope.b.getI32Type(), site.dims(1)}},
               scope.attribute("k", k));
  return {made[0], convert(scope, made[1], site.element(1))};
}

Results writeOp(Site &site, const Sort &op) { return sort(site.scope, site.operands, op); }

} // namespace assay::stablehlo
