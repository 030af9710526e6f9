#include "compiler/emit/OpEmitters.h"

#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::emission {

static ir::CombineKindAttr combineAttribute(Site &site, Combine combine) {
  constexpr ir::CombineKind kinds[] = {ir::CombineKind::Overwrite, ir::CombineKind::Add,
                                       ir::CombineKind::Min, ir::CombineKind::Max};
  return ir::CombineKindAttr::get(site.b.getContext(), kinds[static_cast<size_t>(combine)]);
}

static UnitAttr flag(Site &site, bool isSet) { return isSet ? site.b.getUnitAttr() : UnitAttr(); }

Results emitOp(Site &site, const Scatter &op) {
  Value base = site.operands[0];
  return {ir::ScatterOp::create(site.b, base.getType(), site.operands[1], site.operands[2], base,
                                combineAttribute(site, op.combine),
                                site.b.getI64IntegerAttr(op.dim), flag(site, op.unique))};
}

Results emitOp(Site &site, const ScatterNd &op) {
  Value base = site.operands[0];
  return {ir::ScatterNdOp::create(site.b, base.getType(), site.operands[1], site.operands[2], base,
                                  combineAttribute(site, op.combine), flag(site, op.unique))};
}

/// An index read from `indices`, as a place.
static Value placeFrom(ImplicitLocOpBuilder &b, Value indices, ValueRange at) {
  Value index = tensor::ExtractOp::create(b, indices, at);
  return arith::IndexCastOp::create(b, b.getIndexType(), index);
}

Results emitOp(Site &site, const Gather &op) {
  Value from = site.operands[0], indices = site.operands[1], out = site.scratch();
  if (site.node.spelling == Spelling::Named)
    return {ir::GatherOp::create(site.b, out.getType(), from, indices, out,
                                 site.b.getI64IntegerAttr(op.dim))};
  return {site.extracting(from, out, [&](ImplicitLocOpBuilder &inner, llvm::ArrayRef<Value> at) {
    auto place = llvm::to_vector(at);
    place[static_cast<size_t>(op.dim)] = placeFrom(inner, indices, at);
    return place;
  })};
}

Results emitOp(Site &site, const GatherNd &op) {
  Value from = site.operands[0], indices = site.operands[1], out = site.scratch();
  if (site.node.spelling == Spelling::Named)
    return {ir::GatherNdOp::create(site.b, out.getType(), from, indices, out)};
  llvm::SmallVector<Value> columns;
  for (int64_t i = 0; i < op.depth; ++i)
    columns.push_back(site.scope.index(i));
  const auto batch = static_cast<size_t>(site.types()[1].rank() - 1);
  return {site.extracting(from, out, [&](ImplicitLocOpBuilder &inner, llvm::ArrayRef<Value> at) {
    llvm::SmallVector<Value> place;
    for (Value column : columns) {
      llvm::SmallVector<Value> row(at.take_front(batch));
      row.push_back(column);
      place.push_back(placeFrom(inner, indices, row));
    }
    place.append(at.begin() + batch, at.end());
    return place;
  })};
}

Results emitOp(Site &site, const OneHot &op) {
  mlir::Type element = site.resultElement();
  Attribute on = number(element, op.on), off = number(element, op.off);
  Value out = site.scratch(), indices = site.operands[0];
  if (site.node.spelling == Spelling::Named)
    return {ir::OneHotOp::create(site.b, out.getType(), indices, constant(site.b, element, on),
                                 constant(site.b, element, off), out,
                                 site.b.getI64IntegerAttr(op.dim))};
  const int64_t rank = site.result().rank();
  AffineMap others = site.map(rank, otherDims(rank, {&op.dim, 1}));
  return {site.generic(ValueRange{indices}, out, {others, site.identityMap(rank)},
                       [&](ImplicitLocOpBuilder &inner, ValueRange elements) -> Value {
                         Value here = linalg::IndexOp::create(inner, op.dim);
                         Value index =
                             arith::IndexCastOp::create(inner, inner.getIndexType(), elements[0]);
                         Value hit =
                             arith::CmpIOp::create(inner, arith::CmpIPredicate::eq, here, index);
                         return apply(inner, Select{}, hit, constant(inner, element, on),
                                      constant(inner, element, off));
                       })};
}

} // namespace assay::emission
