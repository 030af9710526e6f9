#include "flavours/StablehloContraction.h"

#include "flavours/StablehloOps.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::stablehlo {

using Dims = std::vector<int64_t>;

static bool contains(const Dims &dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

static int64_t placeOf(const Dims &dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) - dims.begin();
}

Shaped dotGeneral(Scope &scope, const Shaped &lhs, const Shaped &rhs, const DotDims &dims,
                  mlir::Type element) {
  ResultType type{element, {}};
  for (int64_t dim : dims.lhsBatch)
    type.dims.push_back(lhs.dims[static_cast<size_t>(dim)]);
  auto addFree = [&](const Shaped &side, Dims used, const Dims &contracted) {
    used.insert(used.end(), contracted.begin(), contracted.end());
    for (int64_t dim : otherDims(side.rank(), used))
      type.dims.push_back(side.dims[static_cast<size_t>(dim)]);
  };
  addFree(lhs, dims.lhsBatch, dims.lhsContracted);
  addFree(rhs, dims.rhsBatch, dims.rhsContracted);
  return scope.op(
      "stablehlo.dot_general", {lhs, rhs}, type,
      scope.ownAttribute(
          "dot_dimension_numbers",
          fmt::format("dot<lhs_batching_dimensions = {}, rhs_batching_dimensions = {}, "
                      "lhs_contracting_dimensions = {}, rhs_contracting_dimensions = {}>",
                      text(dims.lhsBatch), text(dims.rhsBatch), text(dims.lhsContracted),
                      text(dims.rhsContracted))));
}

/// An operand of a contraction, with the iteration dims that its dims run over.
struct Side {
  Shaped value;
  Dims map;
};

/// The dims of a side that neither the other one nor the result has.
static Dims loneDims(const Dims &map, const Dims &other, const Dims &out) {
  Dims lone;
  for (size_t i = 0; i < map.size(); ++i)
    if (!contains(other, map[i]) && !contains(out, map[i]))
      lone.push_back(static_cast<int64_t>(i));
  return lone;
}

/// Summed over those dims.
static Side withoutDims(Scope &scope, const Side &side, const Dims &dims) {
  Side rest{dims.empty() ? side.value : reduce(scope, side.value, ReduceKind::Sum, dims), {}};
  for (int64_t kept : otherDims(side.value.rank(), dims))
    rest.map.push_back(side.map[static_cast<size_t>(kept)]);
  return rest;
}

/// As dot_general orders it: what both sides and the result have, then what only one side has.
static Dims productMap(const Side &lhs, const Side &rhs, const Dims &out, DotDims &dims) {
  Dims map, free;
  for (size_t i = 0; i < lhs.map.size(); ++i) {
    const int64_t dim = lhs.map[i];
    if (!contains(rhs.map, dim)) {
      free.push_back(dim);
      continue;
    }
    const bool isBatch = contains(out, dim);
    (isBatch ? dims.lhsBatch : dims.lhsContracted).push_back(static_cast<int64_t>(i));
    (isBatch ? dims.rhsBatch : dims.rhsContracted).push_back(placeOf(rhs.map, dim));
    if (isBatch)
      map.push_back(dim);
  }
  for (int64_t dim : rhs.map)
    if (!contains(lhs.map, dim))
      free.push_back(dim);
  map.insert(map.end(), free.begin(), free.end());
  return map;
}

Results writeOp(Site &site, const Contraction &op) {
  Scope &scope = site.scope;
  Side lhs{site.operands[0], op.lhs}, rhs{site.operands[1], op.rhs};
  const Dims lhsLone = loneDims(op.lhs, op.rhs, op.out), rhsLone = loneDims(op.rhs, op.lhs, op.out);
  // dot_general extends operands to the type of its result, as frameworks' preferred element type
  // has it, but only by sign and only operands of one type.
  const bool extendsByItself = site.node.spelling == Spelling::Named && !op.isUnsigned &&
                               lhs.value.element() == rhs.value.element() && lhsLone.empty() &&
                               rhsLone.empty();
  if (!extendsByItself)
    for (Side *side : {&lhs, &rhs})
      side->value = cast(scope, side->value, op.result, op.isUnsigned);
  lhs = withoutDims(scope, lhs, lhsLone);
  rhs = withoutDims(scope, rhs, rhsLone);
  DotDims dims;
  const Dims map = productMap(lhs, rhs, op.out, dims);
  Shaped product = dotGeneral(scope, lhs.value, rhs.value, dims, site.element());
  if (map != op.out) {
    Dims permutation;
    for (int64_t dim : op.out)
      permutation.push_back(placeOf(map, dim));
    product = scope.op("stablehlo.transpose", product, site.type(),
                       scope.attribute("permutation", permutation));
  }
  if (auto start = site.initial())
    product = combine(scope, ReduceKind::Sum, *start, product);
  return {product};
}

} // namespace assay::stablehlo
