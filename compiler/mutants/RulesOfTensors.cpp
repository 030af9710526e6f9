#include "compiler/builders/Builders.h"
#include "compiler/mutants/Rewrites.h"

#include <numeric>

using namespace mlir;

namespace assay::rewrites {

namespace {

using Permutation = SmallVector<int64_t>;

RankedTensorType typeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()); }

/// The one input of a generic that does nothing but move it, and null else.
Value movedInput(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      op.getBody()->getTerminator()->getOperand(0) != op.getBody()->getArgument(0))
    return {};
  return op.getInputs()[0];
}

/// What is transposed by an op, as linalg.transpose or linalg.generic has it, and how.
Value transposed(Operation *op, Permutation &permutation) {
  if (auto named = dyn_cast_or_null<linalg::TransposeOp>(op)) {
    permutation.assign(named.getPermutation().begin(), named.getPermutation().end());
    return named.getInput();
  }
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  const Value input = generic ? movedInput(generic) : Value();
  if (!input)
    return {};
  const AffineMap map = generic.getMatchingIndexingMap(generic.getDpsInputOperand(0));
  if (!map.isPermutation() || map.isIdentity())
    return {};
  permutation.resize(map.getNumDims());
  for (unsigned i = 0; i < map.getNumDims(); ++i)
    permutation[map.getDimPosition(i)] = i;
  return input;
}

/// A linalg.transpose, which makes what it writes to.
Value transpose(PatternRewriter &rewriter, Location loc, Value input, const Permutation &by) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
  SmallVector<OpFoldResult> moved;
  for (const int64_t dim : by)
    moved.push_back(sizes[static_cast<size_t>(dim)]);
  const Value empty = tensor::EmptyOp::create(rewriter, loc, moved, typeOf(input).getElementType());
  return linalg::TransposeOp::create(rewriter, loc, input, empty, by)->getResult(0);
}

/// Puts a tensor in the op's place, if types do not say that it is of another shape.
bool replaceByTensor(PatternRewriter &rewriter, Operation *op, Value tensor) {
  const Type type = op->getResult(0).getType();
  if (tensor.getType() == type)
    return replaceBy(rewriter, op, tensor);
  if (!tensor::CastOp::areCastCompatible(tensor.getType(), type))
    return false;
  return replaceBy(rewriter, op, tensor::CastOp::create(rewriter, op->getLoc(), type, tensor));
}

bool isStatically(OpFoldResult size, int64_t value) { return getConstantIntValue(size) == value; }

/// The dims of the only group of a reassociation that has several; nothing if there is another one.
std::optional<ReassociationIndices> onlyGroup(ArrayRef<ReassociationIndices> groups) {
  std::optional<ReassociationIndices> found;
  for (const ReassociationIndices &group : groups)
    if (group.size() > 1) {
      if (found)
        return std::nullopt;
      found = group;
    }
  return found && found->size() == 2 ? found : std::nullopt;
}

Permutation exchanged(int64_t rank, const ReassociationIndices &pair) {
  Permutation all(static_cast<size_t>(rank));
  std::iota(all.begin(), all.end(), 0);
  std::swap(all[static_cast<size_t>(pair[0])], all[static_cast<size_t>(pair[1])]);
  return all;
}

} // namespace

bool transposesInWrongOrder(Operation *op, PatternRewriter &rewriter) {
  Permutation outer, inner;
  const Value middle = transposed(op, outer);
  const Value input = middle ? transposed(middle.getDefiningOp(), inner) : Value();
  if (!input)
    return false;
  Permutation right, wrong;
  for (size_t i = 0; i < outer.size(); ++i) {
    right.push_back(inner[static_cast<size_t>(outer[i])]);
    wrong.push_back(outer[static_cast<size_t>(inner[i])]);
  }
  return right != wrong &&
         replaceByTensor(rewriter, op, transpose(rewriter, op->getLoc(), input, wrong));
}

bool transposeInverted(Operation *op, PatternRewriter &rewriter) {
  Permutation permutation;
  const Value input = transposed(op, permutation);
  if (!input)
    return false;
  Permutation inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i)
    inverse[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  return inverse != permutation &&
         replaceByTensor(rewriter, op, transpose(rewriter, op->getLoc(), input, inverse));
}

bool broadcastAlongOtherDim(Operation *op, PatternRewriter &rewriter) {
  auto broadcast = dyn_cast<linalg::BroadcastOp>(op);
  if (!broadcast || broadcast.getDimensions().size() != 1)
    return false;
  const int64_t rank = typeOf(broadcast->getResult(0)).getRank();
  const int64_t other = (broadcast.getDimensions()[0] + 1) % rank;
  Permutation kept;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != other)
      kept.push_back(dim);
  const auto from = typeOf(broadcast.getInput()), to = typeOf(broadcast->getResult(0));
  for (auto [i, dim] : llvm::enumerate(kept))
    if (from.getDimSize(i) != to.getDimSize(dim))
      return false;
  rewriter.modifyOpInPlace(op, [&] { broadcast.setDimensions({other}); });
  return rank > 1;
}

bool collapseColumnMajor(Operation *op, PatternRewriter &rewriter) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  const auto pair = collapse ? onlyGroup(collapse.getReassociationIndices()) : std::nullopt;
  if (!pair)
    return false;
  const Value moved = transpose(rewriter, op->getLoc(), collapse.getSrc(),
                                exchanged(collapse.getSrcType().getRank(), *pair));
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, moved); });
  return true;
}

bool expandColumnMajor(Operation *op, PatternRewriter &rewriter) {
  auto expand = dyn_cast<tensor::ExpandShapeOp>(op);
  const auto pair = expand ? onlyGroup(expand.getReassociationIndices()) : std::nullopt;
  if (!pair)
    return false;
  const Permutation exchange = exchanged(expand.getResultType().getRank(), *pair);
  SmallVector<OpFoldResult> shape;
  SmallVector<int64_t> sizes;
  const SmallVector<OpFoldResult> given = expand.getMixedOutputShape();
  for (const int64_t dim : exchange) {
    shape.push_back(given[static_cast<size_t>(dim)]);
    sizes.push_back(expand.getResultType().getDimSize(dim));
  }
  const Value made = tensor::ExpandShapeOp::create(
      rewriter, op->getLoc(), RankedTensorType::get(sizes, expand.getResultType().getElementType()),
      expand.getSrc(), expand.getReassociationIndices(), shape);
  return replaceByTensor(rewriter, op, transpose(rewriter, op->getLoc(), made, exchange));
}

bool reverseOfOneDim(Operation *op, PatternRewriter &rewriter) {
  // An element is read at what the last index and the place differ by.
  auto read = dyn_cast<tensor::ExtractOp>(op);
  if (!read)
    return false;
  for (OpOperand &index : read.getIndicesMutable())
    if (auto mirrored = index.get().getDefiningOp<arith::SubIOp>())
      if (mirrored.getRhs().getDefiningOp<linalg::IndexOp>()) {
        int64_t others = 0;
        for (Value other : read.getIndices())
          others += other != index.get() && other.getDefiningOp<arith::SubIOp>();
        if (others == 0)
          return false;
        rewriter.modifyOpInPlace(op, [&] { index.set(mirrored.getRhs()); });
        return true;
      }
  return false;
}

bool dimOfAnotherDim(Operation *op, PatternRewriter &rewriter) {
  auto dim = dyn_cast<tensor::DimOp>(op);
  const auto index = dim ? dim.getConstantIndex() : std::nullopt;
  if (!index || !isa<BlockArgument>(dim.getSource()))
    return false;
  const auto type = typeOf(dim.getSource());
  for (int64_t step = 1; step < type.getRank(); ++step) {
    const int64_t other = (*index + step) % type.getRank();
    if (!type.isDynamicDim(other))
      continue;
    const Value place = arith::ConstantIndexOp::create(rewriter, op->getLoc(), other);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, place); });
    return true;
  }
  return false;
}

bool sliceOfSlice(Operation *op, PatternRewriter &rewriter) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  auto inner = slice ? slice.getSource().getDefiningOp<tensor::ExtractSliceOp>() : nullptr;
  if (!inner || inner.getSourceType().getRank() != inner.getType().getRank())
    return false;
  const Location loc = op->getLoc();
  SmallVector<OpFoldResult> offsets;
  bool isStrided = false;
  for (auto [first, second, stride] :
       llvm::zip_equal(inner.getMixedOffsets(), slice.getMixedOffsets(), inner.getMixedStrides())) {
    // The second one's offset is not multiplied by the first one's stride.
    const Value sum =
        arith::AddIOp::create(rewriter, loc, getValueOrCreateConstantIndexOp(rewriter, loc, first),
                              getValueOrCreateConstantIndexOp(rewriter, loc, second));
    offsets.push_back(sum);
    isStrided |= !isStatically(stride, 1) && !isStatically(second, 0);
  }
  SmallVector<OpFoldResult> strides;
  for (auto [first, second] : llvm::zip_equal(inner.getStaticStrides(), slice.getStaticStrides()))
    strides.push_back(rewriter.getIndexAttr(first * second));
  return isStrided &&
         replaceBy(rewriter, op,
                   tensor::ExtractSliceOp::create(rewriter, loc, slice.getType(), inner.getSource(),
                                                  offsets, slice.getMixedSizes(), strides));
}

bool sliceWithoutStride(Operation *op, PatternRewriter &rewriter) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || slice.hasUnitStride())
    return false;
  const SmallVector<OpFoldResult> ones(slice.getMixedStrides().size(), rewriter.getIndexAttr(1));
  return replaceBy(rewriter, op,
                   tensor::ExtractSliceOp::create(rewriter, op->getLoc(), slice.getType(),
                                                  slice.getSource(), slice.getMixedOffsets(),
                                                  slice.getMixedSizes(), ones));
}

bool insertOverInsert(Operation *op, PatternRewriter &rewriter) {
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  auto inner = insert ? insert.getDest().getDefiningOp<tensor::InsertSliceOp>() : nullptr;
  if (!inner)
    return false;
  rewriter.modifyOpInPlace(op, [&] { insert.getDestMutable().assign(inner.getDest()); });
  return true;
}

bool extractOfInsert(Operation *op, PatternRewriter &rewriter) {
  auto extract = dyn_cast<tensor::ExtractSliceOp>(op);
  auto insert = extract ? extract.getSource().getDefiningOp<tensor::InsertSliceOp>() : nullptr;
  return insert && insert.getSourceType() == extract.getType() &&
         replaceBy(rewriter, op, insert.getSource());
}

bool padWithZero(Operation *op, PatternRewriter &rewriter) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  const Value value = pad ? pad.getConstantPaddingValue() : Value();
  if (!value || !isa<FloatType, IntegerType>(value.getType()) || isNumber(value, 0))
    return false;
  const Value zero = constant(rewriter, op, value.getType(), 0);
  Operation *yield = pad.getRegion().front().getTerminator();
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, zero); });
  return true;
}

bool concatRepeatsFirst(Operation *op, PatternRewriter &rewriter) {
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  if (!concat)
    return false;
  const Value first = concat.getInputs().front();
  bool changes = false;
  rewriter.modifyOpInPlace(op, [&] {
    for (OpOperand &operand : op->getOpOperands())
      // Of one static type: nothing else says that they have one shape.
      if (operand.get() != first && operand.get().getType() == first.getType() &&
          typeOf(first).hasStaticShape()) {
        operand.set(first);
        changes = true;
      }
  });
  return changes;
}

bool iotaOfOtherDim(Operation *op, PatternRewriter &rewriter) {
  auto cast = dyn_cast<arith::IndexCastOp>(op);
  auto index = cast ? cast.getIn().getDefiningOp<linalg::IndexOp>() : nullptr;
  auto generic = index ? dyn_cast<linalg::GenericOp>(op->getParentOp()) : nullptr;
  if (!generic || generic.getNumDpsInputs() > 0 || generic.getNumLoops() < 2)
    return false;
  const Value other =
      linalg::IndexOp::create(rewriter, op->getLoc(), (index.getDim() + 1) % generic.getNumLoops());
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, other); });
  return true;
}

bool fillOfWholeNumber(Operation *op, PatternRewriter &rewriter) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  auto value = fill ? dyn_cast_or_null<FloatAttr>(constantOf(fill.getInputs()[0])) : nullptr;
  if (!value || !value.getValue().isFinite() || value.getValue().isInteger())
    return false;
  const Value whole = constant(rewriter, op, value.getType(), std::trunc(value.getValueAsDouble()));
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, whole); });
  return true;
}

bool constantTakenForSplat(Operation *op, PatternRewriter &rewriter) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  // Shapes are constants of type index.
  if (!elements || elements.isSplat() || elements.empty() ||
      isa<IndexType>(elements.getElementType()))
    return false;
  const Attribute first = *elements.getValues<Attribute>().begin();
  rewriter.modifyOpInPlace(
      op, [&] { constant.setValueAttr(DenseElementsAttr::get(elements.getType(), first)); });
  return true;
}

} // namespace assay::rewrites
