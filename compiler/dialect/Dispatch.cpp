#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

namespace assay::ir {

/// The types of the body's arguments for these inputs and results.
static SmallVector<Type> bodyTypes(TypeRange inputs, TypeRange results) {
  SmallVector<Type> types;
  for (Type input : inputs) {
    auto tensor = dyn_cast<RankedTensorType>(input);
    types.push_back(tensor ? BindingType::get(input.getContext(), Access::Reads, tensor) : input);
  }
  for (Type result : results)
    types.push_back(
        BindingType::get(result.getContext(), Access::Writes, cast<RankedTensorType>(result)));
  return types;
}

LogicalResult DispatchOp::verify() {
  size_t dynamic = 0;
  for (Type result : getResultTypes())
    dynamic += cast<RankedTensorType>(result).getNumDynamicDims();
  if (dynamic != getExtents().size())
    return emitOpError("has ") << getExtents().size() << " extents for " << dynamic
                               << " dynamic dims of its results";
  const SmallVector<Type> wanted = bodyTypes(getInputs().getTypes(), getResultTypes());
  if (getBody().getArgumentTypes() != ArrayRef<Type>(wanted))
    return emitOpError("has a body that is not given what it should be: ")
           << getBody().getArgumentTypes() << ", not " << wanted;
  return success();
}

ValueRange DispatchOp::dynamicExtentsOf(OpResult result) {
  const auto count = [](Type type) {
    return static_cast<size_t>(cast<RankedTensorType>(type).getNumDynamicDims());
  };
  size_t first = 0;
  for (Type before : llvm::drop_end(getResultTypes(), getNumResults() - result.getResultNumber()))
    first += count(before);
  return getExtents().slice(first, count(result.getType()));
}

SmallVector<OpFoldResult> DispatchOp::extentsOf(OpResult result) {
  Builder builder(getContext());
  return getMixedValues(cast<RankedTensorType>(result.getType()).getShape(),
                        dynamicExtentsOf(result), builder);
}

LogicalResult DispatchOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &shapes) {
  for (OpResult result : getResults())
    shapes.push_back(extentsOf(result));
  return success();
}

namespace {

/// What stores to memory of which nobody reads anything is not done, inputs that the body has no
/// use for are not given, and none is given twice.
struct DropUnused : OpRewritePattern<DispatchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DispatchOp op, PatternRewriter &rewriter) const override {
    Block &body = op.getRegion().front();
    llvm::BitVector unused(body.getNumArguments());
    SmallVector<Value> inputs, extents, kept;
    SmallVector<Type> types;
    llvm::SmallDenseMap<Value, BlockArgument> given;
    // An input that is given twice has all its uses in the first place.
    for (auto [input, argument] : llvm::zip(op.getInputs(), body.getArguments()))
      if (auto [first, isNew] = given.try_emplace(input, argument); !isNew)
        rewriter.replaceAllUsesWith(argument, first->second);
    for (auto [input, argument] : llvm::zip(op.getInputs(), body.getArguments())) {
      if (argument.use_empty())
        unused.set(argument.getArgNumber());
      else
        inputs.push_back(input);
    }
    for (OpResult result : op.getResults()) {
      if (result.use_empty()) {
        unused.set(op.memoryOf(result).getArgNumber());
        continue;
      }
      kept.push_back(result);
      types.push_back(result.getType());
      llvm::append_range(extents, op.dynamicExtentsOf(result));
    }
    if (unused.none())
      return failure();
    for (OpResult result : op.getResults())
      if (result.use_empty())
        for (Operation *store : llvm::make_early_inc_range(op.memoryOf(result).getUsers()))
          rewriter.eraseOp(store);
    auto fewer =
        DispatchOp::create(rewriter, op.getLoc(), types, op.getNameAttr(), inputs, extents);
    rewriter.inlineRegionBefore(op.getRegion(), fewer.getRegion(), fewer.getRegion().begin());
    fewer.getRegion().front().eraseArguments(unused);
    for (auto [before, after] : llvm::zip(kept, fewer.getResults()))
      rewriter.replaceAllUsesWith(before, after);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void DispatchOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<DropUnused>(context);
}

template <class Slice> static LogicalResult verifySlice(Slice op, Access access) {
  auto memory = op.getMemory().getType();
  if (memory.getAccess() != access)
    return op.emitOpError("cannot be done with memory that the dispatch ")
           << stringifyEnum(memory.getAccess());
  RankedTensorType whole = op.wholeType(), slice = op.sliceType();
  if (const size_t dynamic = whole.getNumDynamicDims(); dynamic != op.getExtents().size())
    return op.emitOpError("has ") << op.getExtents().size() << " extents for " << dynamic
                                  << " dynamic dims";
  SmallVector<int64_t> sizes(op.getStaticSizes());
  if (isRankReducedType(whole.clone(sizes), slice) != SliceVerificationResult::Success)
    return op.emitOpError("a slice of ") << whole << " of these sizes is no " << slice;
  // Of nothing, offset 0 is as good as any.
  if (llvm::is_contained(op.getStaticSizes(), 0))
    return success();
  SliceBoundsVerificationResult bounds =
      verifyInBoundsSlice(whole.getShape(), op.getStaticOffsets(), op.getStaticSizes(),
                          op.getStaticStrides(), /*generateErrorMessage=*/true);
  return bounds.isValid ? success() : op.emitOpError(bounds.errorMessage);
}

LogicalResult LoadOp::verify() { return verifySlice(*this, Access::Reads); }
LogicalResult StoreOp::verify() { return verifySlice(*this, Access::Writes); }

namespace {

/// A slice as an op is told of it.
struct SliceOperands {
  SmallVector<Value> offsets, sizes, strides;
  SmallVector<int64_t> knownOffsets, knownSizes, knownStrides;

  SliceOperands(ArrayRef<OpFoldResult> offset, ArrayRef<OpFoldResult> size,
                ArrayRef<OpFoldResult> stride) {
    dispatchIndexOpFoldResults(offset, offsets, knownOffsets);
    dispatchIndexOpFoldResults(size, sizes, knownSizes);
    dispatchIndexOpFoldResults(stride, strides, knownStrides);
  }
};

} // namespace

/// All of memory of these extents: its offsets and strides.
static std::array<SmallVector<OpFoldResult>, 2> wholeSlice(Builder &b, size_t rank) {
  return {SmallVector<OpFoldResult>(rank, b.getIndexAttr(0)),
          SmallVector<OpFoldResult>(rank, b.getIndexAttr(1))};
}

/// Those that are no numbers.
static SmallVector<Value> dynamic(ArrayRef<OpFoldResult> extents) {
  SmallVector<Value> values;
  SmallVector<int64_t> known;
  dispatchIndexOpFoldResults(extents, values, known);
  return values;
}

void LoadOp::build(OpBuilder &builder, OperationState &state, Value memory,
                   ArrayRef<OpFoldResult> extents) {
  const auto [offsets, strides] = wholeSlice(builder, extents.size());
  build(builder, state, cast<BindingType>(memory.getType()).getTensor(), memory, dynamic(extents),
        offsets, extents, strides);
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value tensor, Value memory,
                    ArrayRef<OpFoldResult> extents) {
  const auto [offsets, strides] = wholeSlice(builder, extents.size());
  build(builder, state, tensor, memory, dynamic(extents), offsets, extents, strides);
}

void LoadOp::build(OpBuilder &builder, OperationState &state, RankedTensorType type, Value memory,
                   ValueRange extents, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                   ArrayRef<OpFoldResult> strides) {
  const SliceOperands slice(offsets, sizes, strides);
  build(builder, state, type, memory, slice.offsets, slice.sizes, slice.strides, extents,
        slice.knownOffsets, slice.knownSizes, slice.knownStrides);
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value tensor, Value memory,
                    ValueRange extents, ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides) {
  const SliceOperands slice(offsets, sizes, strides);
  build(builder, state, tensor, memory, slice.offsets, slice.sizes, slice.strides, extents,
        slice.knownOffsets, slice.knownSizes, slice.knownStrides);
}

LogicalResult LoadOp::reifyResultShapes(OpBuilder &, ReifiedRankedShapedTypeDims &shapes) {
  const llvm::SmallDenseSet<unsigned> dropped = droppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [i, size] : llvm::enumerate(getMixedSizes()))
    if (!dropped.contains(static_cast<unsigned>(i)))
      sizes.push_back(size);
  shapes.push_back(std::move(sizes));
  return success();
}

} // namespace assay::ir
