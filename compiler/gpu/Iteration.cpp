#include "compiler/gpu/Iteration.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

Values loopExtents(ImplicitLocOpBuilder &b, linalg::LinalgOp op) {
  Values extents;
  for (const Range &range : op.createLoopRanges(b, b.getLoc()))
    extents.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
  return extents;
}

Values placeInOperand(ImplicitLocOpBuilder &b, linalg::LinalgOp op, unsigned operand,
                      ValueRange indices) {
  AffineMap map = op.getIndexingMapsArray()[operand];
  Values place;
  for (AffineExpr expression : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expression))
      place.push_back(indices[dim.getPosition()]);
    else
      place.push_back(affine::AffineApplyOp::create(
          b, AffineMap::get(map.getNumDims(), 0, expression), indices));
  }
  return place;
}

Value loadOperand(ImplicitLocOpBuilder &b, linalg::LinalgOp op, unsigned operand,
                  ValueRange indices) {
  Value memref = op->getOperand(operand);
  if (!isa<MemRefType>(memref.getType()))
    return memref; // a scalar
  return memref::LoadOp::create(b, memref, placeInOperand(b, op, operand, indices));
}

/// The vector that the mapping has for a scalar; one from outside of the body is the same in all
/// lanes.
static Value inVector(ImplicitLocOpBuilder &b, const IRMapping &mapping, Value scalar,
                      ArrayRef<int64_t> shape) {
  Value mapped = mapping.lookupOrDefault(scalar);
  if (isa<VectorType>(mapped.getType()))
    return mapped;
  return vector::BroadcastOp::create(b, VectorType::get(shape, mapped.getType()), mapped);
}

/// Clones an op on scalars as one on vectors.
static void cloneOnVectors(ImplicitLocOpBuilder &b, Operation &op, ArrayRef<int64_t> shape,
                           IRMapping &mapping) {
  Values operands;
  for (Value operand : op.getOperands())
    operands.push_back(inVector(b, mapping, operand, shape));
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    types.push_back(VectorType::get(shape, type));
  OperationState state(b.getLoc(), op.getName(), operands, types, op.getAttrs());
  mapping.map(op.getResults(), b.create(state)->getResults());
}

Values inlineBody(ImplicitLocOpBuilder &b, linalg::LinalgOp op, ValueRange elements,
                  ValueRange indices) {
  Block &body = *op.getBlock();
  IRMapping mapping;
  mapping.map(body.getArguments(), elements);
  auto vector = dyn_cast<VectorType>(elements.front().getType());
  for (Operation &inner : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else if (vector)
      cloneOnVectors(b, inner, vector.getShape(), mapping);
    else
      b.clone(inner, mapping);
  }
  Values results;
  for (Value yielded : body.getTerminator()->getOperands())
    results.push_back(vector ? inVector(b, mapping, yielded, vector.getShape())
                             : mapping.lookupOrDefault(yielded));
  return results;
}

} // namespace assay
