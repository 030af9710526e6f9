#include "flavours/StablehloContraction.h"

#include "flavours/ContractionDims.h"
#include "flavours/StablehloOps.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::stablehlo {

/// A tensor with the iteration dims that its dims run over.
struct Side {
  Shaped value;
  Dims map;

  const Dim &extent(int64_t dim) const {
    return value.dims[static_cast<size_t>(placeOf(map, dim))];
  }
};

/// What dot_general is told, and its result: the iteration dims of batches, then what only lhs has,
/// then what only rhs has. Each list but the last numbers dims of an operand.
struct DotDims {
  Dims lhsBatch, rhsBatch, lhsContracted, rhsContracted;
  Dims result;
};

static DotDims dotDims(const Side &lhs, const Side &rhs, const Dims &out) {
  DotDims dims;
  Dims free;
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
      dims.result.push_back(dim);
  }
  for (int64_t dim : rhs.map)
    if (!contains(lhs.map, dim))
      free.push_back(dim);
  dims.result.insert(dims.result.end(), free.begin(), free.end());
  return dims;
}

/// Sums over the dims that neither the other side nor the result has.
static Side withoutLoneDims(Scope &scope, const Contraction &op, size_t operand, const Shaped &x) {
  const Dims &map = operand == 0 ? op.lhs : op.rhs, &other = operand == 0 ? op.rhs : op.lhs;
  Side side{x, {}};
  Dims lone;
  for (size_t i = 0; i < map.size(); ++i)
    if (contains(other, map[i]) || contains(op.out, map[i]))
      side.map.push_back(map[i]);
    else
      lone.push_back(static_cast<int64_t>(i));
  if (!lone.empty())
    side.value =
        reduce(scope, cast(scope, x, op.result, op.extendsByZero(operand)), ReduceKind::Sum, lone);
  return side;
}

/// Types show a dim of 1.
static bool hasUnitDim(Scope &scope, const Shaped &x) {
  return std::any_of(x.dims.begin(), x.dims.end(), [&](const Dim &dim) {
    return scope.isStatic({&dim, 1}) && scope.numbers({&dim, 1})[0] == 1;
  });
}

/// Where a dim is not known, IREE takes products of matrices and of batches of matrices; others and
/// vectors it brings into that form by reshapes that it does not take then.
static bool isTaken(Scope &scope, const Side &lhs, const Side &rhs, const DotDims &dims) {
  if (scope.isStatic(lhs.value.dims) && scope.isStatic(rhs.value.dims))
    return true;
  if (dims.lhsContracted.empty() || hasUnitDim(scope, lhs.value) || hasUnitDim(scope, rhs.value))
    return false;
  return !dims.lhsBatch.empty() ||
         (lhs.map.size() == 2 && rhs.map.size() == 2 && dims.lhsContracted.size() == 1);
}

static Shaped byDotGeneral(Scope &scope, const Side &lhs, const Side &rhs, const DotDims &dims,
                           const ResultType &type, const Dims &out) {
  ResultType made{type.element, {}};
  for (int64_t dim : dims.result)
    made.dims.push_back(type.dims[static_cast<size_t>(placeOf(out, dim))]);
  Shaped product =
      scope.op("stablehlo.dot_general", {lhs.value, rhs.value}, made,
               scope.ownAttribute(
                   "dot_dimension_numbers",
                   fmt::format("dot<lhs_batching_dimensions = {}, rhs_batching_dimensions = {}, "
                               "lhs_contracting_dimensions = {}, rhs_contracting_dimensions = {}>",
                               text(dims.lhsBatch), text(dims.rhsBatch), text(dims.lhsContracted),
                               text(dims.rhsContracted))));
  if (dims.result == out)
    return product;
  Dims permutation;
  for (int64_t dim : out)
    permutation.push_back(placeOf(dims.result, dim));
  return scope.op("stablehlo.transpose", product, type,
                  scope.attribute("permutation", permutation));
}

/// Both sides broadcast to all iteration dims, multiplied, and summed over those behind the
/// result's.
static Shaped byBroadcasts(Scope &scope, const Side &lhs, const Side &rhs, const ResultType &type,
                           const Dims &out) {
  Dims map = out;
  std::vector<Dim> dims = type.dims;
  for (const Side *side : {&lhs, &rhs})
    for (int64_t dim : side->map)
      if (!contains(map, dim)) {
        map.push_back(dim);
        dims.push_back(side->extent(dim));
      }
  auto everywhere = [&](const Side &side) {
    Dims places;
    for (int64_t dim : side.map)
      places.push_back(placeOf(map, dim));
    return broadcast(scope, side.value, dims, places);
  };
  Shaped product = scope.op("stablehlo.multiply", {everywhere(lhs), everywhere(rhs)});
  const Dims summed = otherDims(product.rank(), allDims(static_cast<int64_t>(out.size())));
  return summed.empty() ? product : reduce(scope, product, ReduceKind::Sum, summed);
}

Shaped contract(Scope &scope, const Contraction &op, Spelling spelling, const Shaped &lhs,
                const Shaped &rhs) {
  // What is rounded is multiplied before it is summed.
  const bool isExact = isInteger(op.result);
  Side left = isExact ? withoutLoneDims(scope, op, 0, lhs) : Side{lhs, op.lhs},
       right = isExact ? withoutLoneDims(scope, op, 1, rhs) : Side{rhs, op.rhs};
  const DotDims dims = dotDims(left, right, op.out);
  const bool isDot = spelling != Spelling::Primitives && (isExact || !hasLoneDims(op)) &&
                     isTaken(scope, left, right, dims);
  // dot_general extends operands to the type of its result, as frameworks' preferred element type
  // has it, but only by sign and only operands of one type.
  const bool extendsByItself = isDot && spelling == Spelling::Named && !op.extendsByZero(0) &&
                               !op.extendsByZero(1) &&
                               left.value.element() == right.value.element();
  if (!extendsByItself) {
    left.value = cast(scope, left.value, op.result, op.extendsByZero(0));
    right.value = cast(scope, right.value, op.result, op.extendsByZero(1));
  }
  ResultType type{scope.element(op.result), {}};
  for (int64_t dim : op.out)
    type.dims.push_back((contains(left.map, dim) ? left : right).extent(dim));
  return isDot ? byDotGeneral(scope, left, right, dims, type, op.out)
               : byBroadcasts(scope, left, right, type, op.out);
}

Results writeOp(Site &site, const Contraction &op) {
  Shaped sum = contract(site.scope, op, site.node.spelling, site.operands[0], site.operands[1]);
  if (auto start = site.initial())
    sum = combine(site.scope, ReduceKind::Sum, *start, sum);
  return {sum};
}

} // namespace assay::stablehlo
