#include "flavours/TorchOps.h"

namespace assay::torch {

/// Elements as aten.sort orders them, and where each stood.
static Results sorted(Scope &scope, const Shaped &x, int64_t dim, bool descending) {
  return scope.op("aten.sort", {x, scope.integer(dim), scope.truth(descending)},
                  llvm::ArrayRef<TensorType>{{x.element, x.dims}, {ElementType::I64, x.dims}});
}

static Shaped gather(Scope &scope, const Shaped &x, int64_t dim, const Shaped &index) {
  return scope.op("aten.gather", {x, scope.integer(dim), index, scope.truth(false)},
                  {x.element, index.dims});
}

/// Where each element stood that comes next in a stable order, which aten.sort does not promise: an
/// element's place is the number of those before it.
static Shaped stableOrder(Scope &scope, const Shaped &x, int64_t dim, bool descending) {
  const int64_t other = dim + 1, rank = x.rank() + 1;
  Shaped one = unsqueeze(scope, x, other), another = unsqueeze(scope, x, dim);
  Shaped isBefore = compare(scope, descending ? Predicate::Gt : Predicate::Lt, another, one);
  Shaped ties = compare(scope, Predicate::Eq, another, one);
  const Dim &extent = x.extent(dim);
  Shaped isEarlier = compare(scope, Predicate::Lt, places(scope, extent, other, rank),
                             places(scope, extent, dim, rank));
  Shaped counted =
      join(scope, "aten.logical_or", isBefore, join(scope, "aten.logical_and", ties, isEarlier));
  Shaped place = reduce(scope, convert(scope, counted, ElementType::I64), ReduceKind::Sum, other);
  // The places as a permutation, turned around.
  Shaped own = broadcastTo(scope, places(scope, extent, dim, x.rank()), x.dims);
  return scope.op("aten.scatter.src", {own, scope.integer(dim), place, own},
                  {ElementType::I64, x.dims});
}

Results writeOp(Site &site, const Sort &op) {
  Scope &scope = site.scope;
  const Shaped &key = site.operands[0];
  Shaped order;
  Results made;
  if (op.stable && site.testCase.has(Contract::StableSort)) {
    order = stableOrder(scope, key, op.dim, op.descending);
    made.push_back(gather(scope, key, op.dim, order));
  } else {
    Results both = sorted(scope, key, op.dim, op.descending);
    made.push_back(both[0]);
    order = both[1];
  }
  for (size_t i = 1; i < site.operands.size(); ++i)
    made.push_back(gather(scope, site.operands[i], op.dim, order));
  return made;
}

/// All in order, of which the first k are taken.
static Results sortAndCut(Site &site, const Topk &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  const SliceOf first{op.dim, 0, op.k, 1};
  if (!site.testCase.has(Contract::LowestIndexFirst)) {
    Results both = sorted(scope, x, op.dim, op.largest);
    return {slice(scope, both[0], first),
            convert(scope, slice(scope, both[1], first), op.indexType)};
  }
  Shaped best = slice(scope, stableOrder(scope, x, op.dim, op.largest), first);
  return {gather(scope, x, op.dim, best), convert(scope, best, op.indexType)};
}

Results writeOp(Site &site, const Topk &op) {
  Scope &scope = site.scope;
  if (!site.isSpelled(Spelling::Named) || site.testCase.has(Contract::LowestIndexFirst))
    return sortAndCut(site, op);
  Results both =
      scope.op("aten.topk",
               {site.operands[0], scope.extent(op.k), scope.integer(op.dim),
                scope.truth(op.largest), scope.truth(true)},
               llvm::ArrayRef<TensorType>{site.type(), {ElementType::I64, site.type(1).dims}});
  return {both[0], convert(scope, both[1], op.indexType)};
}

} // namespace assay::torch
