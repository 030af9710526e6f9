#include "flavours/TorchContraction.h"

#include "flavours/ContractionDims.h"
#include "flavours/TorchOps.h"

#include <algorithm>

namespace assay::torch {

static Dims together(std::initializer_list<Dims> lists) {
  Dims all;
  for (const Dims &list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// A tensor with the iteration dims that its dims run over.
struct Side {
  Shaped value;
  Dims map;

  const Dim &extent(int64_t dim) const { return value.extent(placeOf(map, dim)); }
};

/// Iteration dims by where they occur: in both sides and the result, in one side and the result, in
/// both sides only.
struct Kinds {
  Dims batch, left, right, summed;
};

static Kinds kindsOf(const Side &lhs, const Side &rhs, const Dims &out) {
  Kinds kinds;
  for (int64_t dim : out)
    if (contains(lhs.map, dim) && contains(rhs.map, dim))
      kinds.batch.push_back(dim);
    else
      (contains(lhs.map, dim) ? kinds.left : kinds.right).push_back(dim);
  for (int64_t dim : lhs.map)
    if (!contains(out, dim))
      kinds.summed.push_back(dim);
  return kinds;
}

/// Sums over the dims that neither the other side nor the result has.
static Side withoutLoneDims(Scope &scope, const Contraction &op, size_t operand, const Shaped &x) {
  const Dims &map = operand == 0 ? op.lhs : op.rhs, &other = operand == 0 ? op.rhs : op.lhs;
  Side side{cast(scope, x, op.result, op.extendsByZero(operand)), {}};
  Dims lone;
  for (size_t i = 0; i < map.size(); ++i)
    if (contains(other, map[i]) || contains(op.out, map[i]))
      side.map.push_back(map[i]);
    else
      lone.push_back(static_cast<int64_t>(i));
  if (!lone.empty())
    side.value = reduce(scope, side.value, ReduceKind::Sum, lone);
  return side;
}

/// With its dims in the order that `map` says.
static Shaped inOrder(Scope &scope, const Side &side, const Dims &map) {
  Dims permutation;
  for (int64_t dim : map)
    permutation.push_back(placeOf(side.map, dim));
  return permute(scope, side.value, permutation);
}

/// A dim for each group of iteration dims, 1 for none.
static Shaped grouped(Scope &scope, const Side &side, std::initializer_list<Dims> groups) {
  Shaped x = inOrder(scope, side, together(groups));
  int64_t at = x.rank();
  for (const Dims *group = groups.end(); group-- != groups.begin();) {
    const auto count = static_cast<int64_t>(group->size());
    at -= count;
    x = count == 0 ? unsqueeze(scope, x, at) : flatten(scope, x, at, at + count - 1);
  }
  return x;
}

/// mm, or bmm where there are batches.
static Shaped product(Scope &scope, const Shaped &x, const Shaped &y) {
  std::vector<Dim> dims(x.dims.begin(), x.dims.end() - 1);
  dims.push_back(y.dims.back());
  return scope.op(x.rank() == 2 ? "aten.mm" : "aten.bmm", {x, y}, {x.element, dims});
}

static Shaped byMatrices(Scope &scope, const Side &lhs, const Side &rhs, const Dims &out) {
  const Kinds kinds = kindsOf(lhs, rhs, out);
  std::vector<Dims> groups = {kinds.left, kinds.right};
  Shaped made;
  if (kinds.batch.empty()) {
    made = product(scope, grouped(scope, lhs, {kinds.left, kinds.summed}),
                   grouped(scope, rhs, {kinds.summed, kinds.right}));
  } else {
    made = product(scope, grouped(scope, lhs, {kinds.batch, kinds.left, kinds.summed}),
                   grouped(scope, rhs, {kinds.batch, kinds.summed, kinds.right}));
    groups.insert(groups.begin(), kinds.batch);
  }
  for (size_t i = groups.size(); i-- > 0;) {
    std::vector<Dim> extents;
    for (int64_t dim : groups[i])
      extents.push_back((contains(lhs.map, dim) ? lhs : rhs).extent(dim));
    const auto at = static_cast<int64_t>(i);
    made = extents.empty() ? squeeze(scope, made, at) : unflatten(scope, made, at, extents);
  }
  return inOrder(scope, {made, together({kinds.batch, kinds.left, kinds.right})}, out);
}

static Shaped byEinsum(Scope &scope, const Side &lhs, const Side &rhs, const Dims &out) {
  std::string equation;
  auto append = [&](const Dims &map) {
    for (int64_t dim : map)
      equation += static_cast<char>('a' + dim);
  };
  append(lhs.map);
  equation += ',';
  append(rhs.map);
  equation += "->";
  append(out);
  TensorType type{lhs.value.element, {}};
  for (int64_t dim : out)
    type.dims.push_back((contains(lhs.map, dim) ? lhs : rhs).extent(dim));
  return scope.op("aten.einsum",
                  {scope.text(equation), scope.list(llvm::ArrayRef<Shaped>{lhs.value, rhs.value}),
                   scope.none()},
                  type);
}

/// Both sides with all iteration dims, those that they lack of 1, multiplied, and summed over those
/// behind the result's.
static Shaped byBroadcasts(Scope &scope, const Side &lhs, const Side &rhs, const Dims &out) {
  Dims map = out;
  for (const Side *side : {&lhs, &rhs})
    for (int64_t dim : side->map)
      if (!contains(map, dim))
        map.push_back(dim);
  auto everywhere = [&](const Side &side) {
    Dims own;
    for (int64_t dim : map)
      if (contains(side.map, dim))
        own.push_back(dim);
    Shaped x = inOrder(scope, side, own);
    for (size_t i = 0; i < map.size(); ++i)
      if (!contains(side.map, map[i]))
        x = unsqueeze(scope, x, static_cast<int64_t>(i));
    return x;
  };
  Shaped all = multiply(scope, everywhere(lhs), everywhere(rhs));
  Dims summed;
  for (auto dim = static_cast<int64_t>(out.size()); dim < all.rank(); ++dim)
    summed.push_back(dim);
  return summed.empty() ? all : reduce(scope, all, ReduceKind::Sum, summed);
}

Shaped contract(Scope &scope, const Contraction &op, Spelling spelling, const Shaped &lhs,
                const Shaped &rhs) {
  // IREE's torch-mlir cannot start an i8 sum; the last bits of an i32 one are the same.
  if (op.result == ElementType::I8) {
    Contraction wide = op;
    wide.result = ElementType::I32;
    return convert(scope, contract(scope, wide, spelling, lhs, rhs), op.result);
  }
  // What is rounded is multiplied before it is summed.
  if (!isInteger(op.result) && hasLoneDims(op))
    return byBroadcasts(scope, {cast(scope, lhs, op.result, op.extendsByZero(0)), op.lhs},
                        {cast(scope, rhs, op.result, op.extendsByZero(1)), op.rhs}, op.out);
  Side left = withoutLoneDims(scope, op, 0, lhs), right = withoutLoneDims(scope, op, 1, rhs);
  if (spelling == Spelling::Primitives)
    return byBroadcasts(scope, left, right, op.out);
  const Kinds kinds = kindsOf(left, right, op.out);
  const bool isProduct = kinds.left.size() == 1 && kinds.right.size() == 1 &&
                         kinds.summed.size() == 1 && kinds.batch.size() <= 1;
  return spelling == Spelling::Named && !isProduct ? byEinsum(scope, left, right, op.out)
                                                   : byMatrices(scope, left, right, op.out);
}

Results writeOp(Site &site, const Contraction &op) {
  Shaped sum = contract(site.scope, op, site.node.spelling, site.operands[0], site.operands[1]);
  if (auto start = site.initial())
    sum = add(site.scope, *start, sum);
  return {sum};
}

} // namespace assay::torch
