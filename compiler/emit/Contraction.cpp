#include "compiler/emit/Contraction.h"

#include "compiler/emit/OpEmitters.h"
#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include <algorithm>

using namespace mlir;

namespace assay::emission {

using Dims = std::vector<int64_t>;

static bool contains(const Dims &dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

/// What linalg.contract demands: something is contracted, and what is summed over is in both
/// operands.
static bool isContract(const Contraction &op) {
  bool contracts = false;
  for (int64_t dim = 0; dim < op.iterationRank(); ++dim) {
    const bool left = contains(op.lhs, dim), right = contains(op.rhs, dim);
    if (contains(op.out, dim))
      continue;
    if (!left || !right)
      return false;
    contracts = true;
  }
  return contracts;
}

static Value contracted(Site &site, Value lhs, Value rhs, Value start, const Contraction &op) {
  const int64_t rank = op.iterationRank();
  mlir::Type element = site.scope.element(op.result);
  return site.generic(ValueRange{lhs, rhs}, start,
                      {site.map(rank, op.lhs), site.map(rank, op.rhs), site.map(rank, op.out)},
                      [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
                        Value left = convert(inner, elements[0], element, op.extendsByZero(0));
                        Value right = convert(inner, elements[1], element, op.extendsByZero(1));
                        Value product = apply(inner, Binary{BinaryKind::Mul, false}, left, right);
                        return combine(inner, ReduceKind::Sum, false, elements[2], product);
                      });
}

Value contracted(Site &site, Value lhs, Value rhs, const TensorType &to, const Contraction &op) {
  Value start = site.filled(to, number(site.scope.element(op.result), 0));
  return contracted(site, lhs, rhs, start, op);
}

/// A named op with the iteration dims of its maps, in the order in which upstream numbers them.
struct NamedForm {
  Dims lhs, rhs, out;
  Value (*make)(OpBuilder &, Location, ValueRange ins, ValueRange outs,
                llvm::ArrayRef<NamedAttribute>);
};

template <class NamedOp>
static Value make(OpBuilder &b, Location location, ValueRange ins, ValueRange outs,
                  llvm::ArrayRef<NamedAttribute> attributes) {
  return NamedOp::create(b, location, ins, outs, attributes)->getResult(0);
}

/// Forms that sign-extend what is narrower than the result.
static const NamedForm castingForms[] = {
    {{0, 2}, {2, 1}, {0, 1}, make<linalg::MatmulOp>},
    {{0, 1, 3}, {0, 3, 2}, {0, 1, 2}, make<linalg::BatchMatmulOp>},
    {{0, 1}, {1}, {0}, make<linalg::MatvecOp>},
    {{1}, {1, 0}, {0}, make<linalg::VecmatOp>},
    {{0, 1, 2}, {0, 2}, {0, 1}, make<linalg::BatchMatvecOp>},
    {{0, 2}, {0, 2, 1}, {0, 1}, make<linalg::BatchVecmatOp>},
    {{0}, {0}, {}, make<linalg::DotOp>},
    {{0, 1, 3}, {0, 3, 2}, {1, 2}, make<linalg::BatchReduceMatmulOp>},
};

/// Iteration dims renumbered in order of first occurrence in out, lhs, rhs; equal forms become
/// equal.
static std::array<Dims, 3> canonical(const Dims &lhs, const Dims &rhs, const Dims &out) {
  std::vector<std::pair<int64_t, int64_t>> names;
  auto rename = [&](const Dims &dims) {
    Dims renamed;
    for (int64_t dim : dims) {
      auto found = std::find_if(names.begin(), names.end(),
                                [&](const auto &entry) { return entry.first == dim; });
      if (found == names.end())
        found = names.insert(names.end(), {dim, static_cast<int64_t>(names.size())});
      renamed.push_back(found->second);
    }
    return renamed;
  };
  Dims o = rename(out), l = rename(lhs), r = rename(rhs);
  return {l, r, o};
}

static Value named(Site &site, const Contraction &op) {
  llvm::SmallVector<NamedAttribute> attributes;
  Value start = site.initial(identity(site.resultElement(), ReduceKind::Sum, false));
  const auto form = canonical(op.lhs, op.rhs, op.out);
  // Named ops extend both operands in one way.
  const bool byZero = op.extendsByZero(0), isMixed = byZero != op.extendsByZero(1);
  if (!byZero && !isMixed)
    for (const NamedForm &candidate : castingForms)
      if (canonical(candidate.lhs, candidate.rhs, candidate.out) == form)
        return candidate.make(site.b, site.b.getLoc(), site.operands, start, attributes);
  if (isMixed || !isContract(op))
    return contracted(site, site.operands[0], site.operands[1], start, op);
  const int64_t rank = op.iterationRank();
  if (byZero)
    attributes.push_back(site.b.getNamedAttr(
        "cast", linalg::TypeFnAttr::get(site.b.getContext(), linalg::TypeFn::cast_unsigned)));
  ArrayAttr maps = site.b.getAffineMapArrayAttr(
      {site.map(rank, op.lhs), site.map(rank, op.rhs), site.map(rank, op.out)});
  return linalg::ContractOp::create(site.b, ValueRange(site.operands), ValueRange{start}, maps,
                                    attributes)
      ->getResult(0);
}

/// `value`, whose dims run over the iteration dims `from`, with its dims in the order of `to`.
static Value reordered(Site &site, Value value, TensorType type, const Dims &from, const Dims &to) {
  if (from == to)
    return value;
  Dims permutation;
  TensorType permuted{type.element, {}};
  for (int64_t dim : to) {
    permutation.push_back(std::find(from.begin(), from.end(), dim) - from.begin());
    permuted.dims.push_back(type.dims[static_cast<size_t>(permutation.back())]);
  }
  return linalg::TransposeOp::create(site.b, value, site.scope.empty(permuted), permutation)
      ->getResult(0);
}

/// Extension, transposes to ascending iteration dims, a contraction from zero, the transpose of its
/// result, and the addition of the destination, each an op of its own.
static Value split(Site &site, const Contraction &op) {
  Contraction sorted = op;
  for (Dims *dims : {&sorted.lhs, &sorted.rhs, &sorted.out})
    std::sort(dims->begin(), dims->end());
  Value sides[2];
  for (size_t i = 0; i < 2; ++i) {
    TensorType type{op.result, site.types()[i].dims};
    Value wide = convert(site.b, site.operands[i], site.resultElement(), op.extendsByZero(i));
    sides[i] =
        reordered(site, wide, type, i == 0 ? op.lhs : op.rhs, i == 0 ? sorted.lhs : sorted.rhs);
  }
  TensorType sortedType{op.result, {}};
  for (int64_t dim : sorted.out) {
    auto place = std::find(op.out.begin(), op.out.end(), dim) - op.out.begin();
    sortedType.dims.push_back(site.result().dims[static_cast<size_t>(place)]);
  }
  Value sum = contracted(site, sides[0], sides[1], sortedType, sorted);
  sum = reordered(site, sum, sortedType, sorted.out, op.out);
  if (!site.node.destination)
    return sum;
  return combine(site.b, ReduceKind::Sum, false, site.scope.value(*site.node.destination), sum);
}

Results emitOp(Site &site, const Contraction &op) {
  switch (site.node.spelling) {
  case Spelling::Named:
    return {named(site, op)};
  case Spelling::Primitives:
    return {split(site, op)};
  case Spelling::Generic:
  case Spelling::Extract:
    break;
  }
  Value start = site.initial(identity(site.resultElement(), ReduceKind::Sum, false));
  return {contracted(site, site.operands[0], site.operands[1], start, op)};
}

} // namespace assay::emission
