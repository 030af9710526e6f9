#include "compiler/emit/Layout.h"

#include "compiler/emit/OpEmitters.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include <numeric>

using namespace mlir;

namespace assay::emission {

Results emitOp(Site &site, const Transpose &op) {
  Value from = site.operands[0], out = site.scratch();
  const int64_t rank = site.result().rank();
  // The verifier of linalg.transpose (LLVM 22.1) dereferences a null map at rank 0.
  if (site.node.spelling == Spelling::Named && rank > 0)
    return {linalg::TransposeOp::create(site.b, from, out, op.permutation)->getResult(0)};
  if (site.node.spelling == Spelling::Extract)
    return {site.extracting(from, out, [&](ImplicitLocOpBuilder &, llvm::ArrayRef<Value> at) {
      llvm::SmallVector<Value> place(at.size());
      for (size_t i = 0; i < at.size(); ++i)
        place[static_cast<size_t>(op.permutation[i])] = at[i];
      return place;
    })};
  std::vector<int64_t> inverse(op.permutation.size());
  for (size_t i = 0; i < inverse.size(); ++i)
    inverse[static_cast<size_t>(op.permutation[i])] = static_cast<int64_t>(i);
  return {site.generic(ValueRange{from}, out, {site.map(rank, inverse), site.identityMap(rank)},
                       [](ImplicitLocOpBuilder &, ValueRange elements) { return elements[0]; })};
}

Results emitOp(Site &site, const Broadcast &op) {
  Value from = site.operands[0], out = site.scratch();
  const int64_t rank = site.result().rank();
  const std::vector<int64_t> kept = otherDims(rank, op.added);
  if (site.node.spelling == Spelling::Named)
    return {linalg::BroadcastOp::create(site.b, from, out, op.added)->getResult(0)};
  if (site.node.spelling == Spelling::Extract)
    return {site.extracting(from, out, [&](ImplicitLocOpBuilder &, llvm::ArrayRef<Value> at) {
      llvm::SmallVector<Value> place;
      for (int64_t dim : kept)
        place.push_back(at[static_cast<size_t>(dim)]);
      return place;
    })};
  return {site.generic(ValueRange{from}, out, {site.map(rank, kept), site.identityMap(rank)},
                       [](ImplicitLocOpBuilder &, ValueRange elements) { return elements[0]; })};
}

/// tensor.reshape to the result's type.
static Value reshaped(Site &site) {
  llvm::SmallVector<Value> extents;
  for (const Dim &dim : site.result().dims)
    extents.push_back(site.scope.index(dim));
  auto shapeType =
      RankedTensorType::get({site.result().rank()}, IndexType::get(site.b.getContext()));
  Value shape = extents.empty()
                    ? arith::ConstantOp::create(
                          site.b, DenseElementsAttr::get(shapeType, llvm::ArrayRef<Attribute>()))
                          .getResult()
                    : tensor::FromElementsOp::create(site.b, shapeType, extents).getResult();
  return tensor::ReshapeOp::create(site.b, site.resultType(), site.operands[0], shape);
}

/// A group joins a 0 and something unknown. Upstream (LLVM 22.1) divides by the 0, or disagrees
/// with itself about whether the joined dim is known; and there is nothing to move.
static bool joinsZeroAndUnknown(Scope &scope, llvm::ArrayRef<std::vector<Dim>> groups) {
  auto isStatic = [&](const Dim &dim) { return scope.subject.isStatic(dim); };
  return llvm::any_of(groups, [&](const std::vector<Dim> &group) {
    return !llvm::all_of(group, isStatic) && llvm::any_of(group, [&](const Dim &dim) {
      return isStatic(dim) && dim.evaluate(scope.subject.known) == 0;
    });
  });
}

/// 0 .. n-1 in runs of these sizes.
static llvm::SmallVector<ReassociationIndices> runs(llvm::ArrayRef<std::vector<Dim>> groups) {
  llvm::SmallVector<ReassociationIndices> all;
  int64_t next = 0;
  for (const std::vector<Dim> &group : groups) {
    ReassociationIndices &run = all.emplace_back(group.size());
    std::iota(run.begin(), run.end(), next);
    next += static_cast<int64_t>(group.size());
  }
  return all;
}

Value expanded(Scope &scope, Value from, llvm::ArrayRef<std::vector<Dim>> groups,
               const TensorType &to) {
  if (joinsZeroAndUnknown(scope, groups))
    return scope.empty(to);
  return tensor::ExpandShapeOp::create(scope.b, scope.type(to), from, runs(groups),
                                       scope.extents(to.dims));
}

Value collapsed(Scope &scope, Value from, llvm::ArrayRef<std::vector<Dim>> groups,
                const TensorType &to) {
  if (joinsZeroAndUnknown(scope, groups))
    return scope.empty(to);
  return tensor::CollapseShapeOp::create(scope.b, scope.type(to), from, runs(groups));
}

Results emitOp(Site &site, const Expand &op) {
  if (site.node.spelling == Spelling::Primitives)
    return {reshaped(site)};
  return {expanded(site.scope, site.operands[0], op.groups, site.result())};
}

Results emitOp(Site &site, const Collapse &op) {
  if (site.node.spelling == Spelling::Primitives)
    return {reshaped(site)};
  llvm::SmallVector<std::vector<Dim>> groups;
  for (const std::vector<int64_t> &group : op.groups)
    for (std::vector<Dim> &dims = groups.emplace_back(); int64_t dim : group)
      dims.push_back(site.types()[0].dims[static_cast<size_t>(dim)]);
  return {collapsed(site.scope, site.operands[0], groups, site.result())};
}

Results emitOp(Site &site, const Reverse &op) {
  llvm::SmallVector<Value> lasts;
  for (int64_t dim : op.dims)
    lasts.push_back(site.scope.index(site.result().dims[static_cast<size_t>(dim)] - Dim(1)));
  return {site.extracting(site.operands[0], site.scratch(),
                          [&](ImplicitLocOpBuilder &inner, llvm::ArrayRef<Value> at) {
                            auto place = llvm::to_vector(at);
                            for (size_t i = 0; i < lasts.size(); ++i) {
                              Value &index = place[static_cast<size_t>(op.dims[i])];
                              index = arith::SubIOp::create(inner, lasts[i], index);
                            }
                            return place;
                          })};
}

Results emitOp(Site &site, const DimCast &op) {
  // Away and back: what was static becomes unknown for a moment; what only looks unknown, though
  // the module says it, becomes static for a moment.
  Scope &scope = site.scope;
  RankedTensorType type = site.resultType();
  llvm::SmallVector<int64_t> shape(type.getShape());
  for (int64_t dim : op.dims) {
    const Dim &extent = site.result().dims[static_cast<size_t>(dim)];
    bool runKnows = false;
    extent.forEachSymbol([&](SymbolId id) {
      runKnows = runKnows || scope.subject.knowledge(id) == Knowledge::Dynamic;
    });
    int64_t &there = shape[static_cast<size_t>(dim)];
    if (!ShapedType::isDynamic(there))
      there = ShapedType::kDynamic;
    else if (!runKnows)
      there = extent.evaluate(scope.subject.known);
  }
  Value away = scope.as(site.operands[0], RankedTensorType::get(shape, type.getElementType()));
  return {scope.as(away, type)};
}

} // namespace assay::emission
