#include "compiler/dialect/Tiling.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Interfaces/ViewLikeInterface.h>

using namespace mlir;

namespace assay::ir {

using Sizes = SmallVector<OpFoldResult>;

/// `values` without the one at `dim`.
static Sizes without(ArrayRef<OpFoldResult> values, int64_t dim) {
  Sizes result(values);
  result.erase(result.begin() + dim);
  return result;
}

/// `values` with another one at `dim`.
static Sizes with(ArrayRef<OpFoldResult> values, int64_t dim, OpFoldResult added) {
  Sizes result(values);
  result.insert(result.begin() + dim, added);
  return result;
}

static Value slice(OpBuilder &b, Location loc, Value tensor, ArrayRef<OpFoldResult> offsets,
                   ArrayRef<OpFoldResult> sizes) {
  const Sizes ones(offsets.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, tensor, offsets, sizes, ones);
}

int64_t LineTiling::rank() const {
  return cast<RankedTensorType>(op.getDpsInitOperand(0)->get().getType()).getRank();
}

SmallVector<utils::IteratorType> LineTiling::iterators() const {
  return SmallVector<utils::IteratorType>(static_cast<size_t>(rank() - 1),
                                          utils::IteratorType::parallel);
}

SmallVector<Range> LineTiling::domain(OpBuilder &b) const {
  SmallVector<Range> ranges;
  for (OpFoldResult size :
       without(tensor::getMixedSizes(b, op.getLoc(), op.getDpsInitOperand(0)->get()), dim))
    ranges.push_back({b.getIndexAttr(0), size, b.getIndexAttr(1)});
  return ranges;
}

bool LineTiling::isInBounds(OpBuilder &b, ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> sizes) const {
  return llvm::all_of(op->getOperands(), [&](Value tensor) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(tensor.getType()).getShape();
    const Sizes ones(shape.size(), b.getIndexAttr(1));
    // A whole line is in bounds if its first element is.
    const bool hasLines = static_cast<int64_t>(shape.size()) == rank();
    return verifyInBoundsSlice(shape,
                               hasLines ? with(offsets, dim, b.getIndexAttr(0)) : Sizes(offsets),
                               hasLines ? with(sizes, dim, b.getIndexAttr(1)) : Sizes(sizes), ones)
        .isValid;
  });
}

FailureOr<TilingResult> LineTiling::tiled(OpBuilder &b, ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes) const {
  if (!isInBounds(b, offsets, sizes))
    return failure();
  const Location loc = op.getLoc();
  SmallVector<Value> operands;
  SmallVector<Operation *> slices;
  SmallVector<Type> results;
  for (OpOperand &operand : op->getOpOperands()) {
    Value tensor = operand.get();
    const bool hasLines = cast<RankedTensorType>(tensor.getType()).getRank() == rank();
    Value part = slice(b, loc, tensor, hasLines ? with(offsets, dim, b.getIndexAttr(0)) : offsets,
                       hasLines ? with(sizes, dim, tensor::getMixedSize(b, loc, tensor, dim))
                                : Sizes(sizes));
    operands.push_back(part);
    slices.push_back(part.getDefiningOp());
    if (op.isDpsInit(&operand))
      results.push_back(part.getType());
  }
  Operation *onTile = clone(b, op, results, operands);
  return TilingResult{{onTile}, SmallVector<Value>(onTile->getResults()), slices};
}

void LineTiling::placeInResult(OpBuilder &b, unsigned result, ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes, Sizes &resultOffsets,
                               Sizes &resultSizes) const {
  Value init = op.getDpsInitOperand(result)->get();
  resultOffsets = with(offsets, dim, b.getIndexAttr(0));
  resultSizes = with(sizes, dim, tensor::getMixedSize(b, op.getLoc(), init, dim));
}

void LineTiling::linesOf(ArrayRef<OpFoldResult> resultOffsets, ArrayRef<OpFoldResult> resultSizes,
                         SmallVectorImpl<OpFoldResult> &offsets,
                         SmallVectorImpl<OpFoldResult> &sizes) const {
  offsets = without(resultOffsets, dim);
  sizes = without(resultSizes, dim);
}

FailureOr<TilingResult> LineTiling::tileOfResult(OpBuilder &b, unsigned result,
                                                 ArrayRef<OpFoldResult> resultOffsets,
                                                 ArrayRef<OpFoldResult> resultSizes) const {
  if (llvm::any_of(resultSizes, isZeroInteger))
    return failure();
  FailureOr<TilingResult> lines = tiled(b, without(resultOffsets, dim), without(resultSizes, dim));
  if (failed(lines))
    return failure();
  Sizes offsets(resultOffsets.size(), b.getIndexAttr(0));
  offsets[static_cast<size_t>(dim)] = resultOffsets[static_cast<size_t>(dim)];
  Value part = slice(b, op.getLoc(), lines->tiledValues[result], offsets, resultSizes);
  lines->tiledValues = {part};
  return lines;
}

} // namespace assay::ir
