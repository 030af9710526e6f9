#include "compiler/dialect/Assay.h"
#include "compiler/dispatches/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_FOLDINTOBINDINGSPASS
#include "compiler/dispatches/Passes.h.inc"

namespace {

using Slice = SmallVector<OpFoldResult>;

SmallVector<OpFoldResult> constants(OpBuilder &b, size_t count, int64_t value) {
  return SmallVector<OpFoldResult>(count, b.getIndexAttr(value));
}

/// A slice of what is loaded whole is loaded alone.
struct LoadSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto load = op.getSource().getDefiningOp<ir::LoadOp>();
    if (!load || !load.isWhole())
      return failure();
    rewriter.replaceOpWithNewOp<ir::LoadOp>(op, op.getType(), load.getMemory(), load.getExtents(),
                                            op.getMixedOffsets(), op.getMixedSizes(),
                                            op.getMixedStrides());
    return success();
  }
};

/// What is inserted is stored behind what it is inserted into.
struct StoreInsertion : OpRewritePattern<ir::StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::StoreOp op, PatternRewriter &rewriter) const override {
    auto insert = op.getTensor().getDefiningOp<tensor::InsertSliceOp>();
    if (!insert || !insert->hasOneUse() || !op.isWhole())
      return failure();
    Value memory = op.getMemory();
    if (!insert.getDest().getDefiningOp<tensor::EmptyOp>())
      ir::StoreOp::create(rewriter, op.getLoc(), insert.getDest(), memory, op.getExtents(),
                          op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides());
    rewriter.replaceOpWithNewOp<ir::StoreOp>(op, insert.getSource(), memory, op.getExtents(),
                                             insert.getMixedOffsets(), insert.getMixedSizes(),
                                             insert.getMixedStrides());
    return success();
  }
};

/// Operands of a concatenation are stored one behind the other.
struct StoreConcat : OpRewritePattern<ir::StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::StoreOp op, PatternRewriter &rewriter) const override {
    auto concat = op.getTensor().getDefiningOp<tensor::ConcatOp>();
    if (!concat || !concat->hasOneUse() || !op.isWhole())
      return failure();
    const auto rank = static_cast<size_t>(concat.getRank());
    const auto dim = static_cast<size_t>(concat.getDim());
    Slice offsets = constants(rewriter, rank, 0);
    for (Value operand : concat.getInputs()) {
      const Slice sizes = tensor::getMixedSizes(rewriter, op.getLoc(), operand);
      ir::StoreOp::create(rewriter, op.getLoc(), operand, op.getMemory(), op.getExtents(), offsets,
                          sizes, constants(rewriter, rank, 1));
      AffineExpr a, b;
      bindSymbols(rewriter.getContext(), a, b);
      offsets[dim] = affine::makeComposedFoldedAffineApply(rewriter, op.getLoc(), a + b,
                                                           {offsets[dim], sizes[dim]});
    }
    rewriter.eraseOp(op);
    return success();
  }
};

/// The extents that the type does not say.
SmallVector<Value> dynamic(OpBuilder &b, const Slice &extents, RankedTensorType type) {
  SmallVector<Value> values;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      values.push_back(
          getValueOrCreateConstantIndexOp(b, b.getUnknownLoc(), extents[static_cast<size_t>(dim)]));
  return values;
}

/// The extents of a tensor in a body, of what is there already; nothing if they would have to be
/// computed.
std::optional<Slice> extentsOf(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape())
    return getAsIndexOpFoldResult(type.getContext(), type.getShape());
  if (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>())
    return extentsOf(op.getTiedOpOperand(cast<OpResult>(tensor))->get());
  Operation *op = tensor.getDefiningOp();
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
    return empty.getMixedSizes();
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return extentsOf(insert.getDest());
  auto slice = dyn_cast_or_null<OffsetSizeAndStrideOpInterface>(op);
  if (slice && isa<ir::LoadOp, tensor::ExtractSliceOp>(op) &&
      slice.getMixedSizes().size() == static_cast<size_t>(type.getRank()))
    return slice.getMixedSizes();
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return expand.getMixedOutputShape();
  return std::nullopt;
}

/// A dispatch as patterns change it: its memory in other shapes, which the host makes views of.
class Reshaper {
public:
  Reshaper(Operation *inside, PatternRewriter &rewriter)
      : dispatch(inside->getParentOfType<ir::DispatchOp>()), rewriter(rewriter) {}

  /// Whether the host can compute numbers of the body.
  static bool isForHost(const Slice &numbers) {
    return llvm::all_of(numbers, [](OpFoldResult number) {
      auto value = dyn_cast<Value>(number);
      if (!value)
        return true;
      // Not of a loop in the body.
      if (auto argument = dyn_cast<BlockArgument>(value))
        return isa<ir::DispatchOp>(argument.getOwner()->getParentOp());
      Operation *op = value.getDefiningOp();
      return isPure(op) && op->getNumRegions() == 0 &&
             llvm::all_of(op->getOperands(), [](Value operand) {
               return operand.getType().isIndex() && isForHost({operand});
             });
    });
  }
  /// Those numbers as the host has them.
  Slice onHost(const Slice &numbers) {
    return llvm::map_to_vector(numbers, [&](OpFoldResult number) {
      auto value = dyn_cast<Value>(number);
      return value ? onHost(value) : number;
    });
  }

  Value inputOf(Value memory) { return dispatch.getInputs()[argumentNumber(memory)]; }
  OpResult resultOf(Value memory) {
    return dispatch.getResults()[argumentNumber(memory) - dispatch.getInputs().size()];
  }

  /// Gives the body the memory of one more tensor.
  Value give(Value tensor) {
    const auto type = ir::BindingType::get(tensor.getContext(), ir::Access::Reads,
                                           cast<RankedTensorType>(tensor.getType()));
    const auto place = static_cast<unsigned>(dispatch.getInputs().size());
    Value memory;
    rewriter.modifyOpInPlace(dispatch, [&] {
      dispatch.getInputsMutable().append(tensor);
      memory = dispatch.getRegion().front().insertArgument(place, type, tensor.getLoc());
    });
    return memory;
  }

  /// Makes a result, and its memory, of that type with these extents on the host. What reads it
  /// reads what `view` makes of it.
  void retype(OpResult result, RankedTensorType type, const Slice &extents,
              function_ref<Value(Value)> view) {
    OpBuilder host(dispatch);
    SmallVector<Value> all;
    for (OpResult other : dispatch.getResults())
      if (other == result)
        all.append(dynamic(host, extents, type));
      else
        llvm::append_range(all, dispatch.dynamicExtentsOf(other));
    rewriter.modifyOpInPlace(dispatch, [&] {
      dispatch.memoryOf(result).setType(
          ir::BindingType::get(type.getContext(), ir::Access::Writes, type));
      dispatch.getExtentsMutable().assign(all);
      result.setType(type);
    });
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(dispatch);
    Value seen = view(result);
    rewriter.replaceAllUsesExcept(result, seen, seen.getDefiningOp());
  }

  ir::DispatchOp dispatch;

private:
  OpFoldResult onHost(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return dispatch.getInputs()[argument.getArgNumber()];
    IRMapping operands;
    for (Value operand : value.getDefiningOp()->getOperands())
      operands.map(operand, cast<Value>(onHost(operand)));
    OpBuilder host(dispatch);
    return host.clone(*value.getDefiningOp(), operands)->getResult(0);
  }

  static size_t argumentNumber(Value memory) { return cast<BlockArgument>(memory).getArgNumber(); }

  PatternRewriter &rewriter;
};

/// Memory in another shape, and the slice in it.
struct OtherShape {
  SmallVector<int64_t> shape;
  RankedTensorType type;
  Slice extents, offsets, sizes, strides;

  /// The next dim is one of the op's.
  template <class Op> void keep(Op op, int64_t at) {
    const auto dim = static_cast<unsigned>(at);
    shape.push_back(op.wholeType().getDimSize(dim));
    extents.push_back(op.wholeExtents()[dim]);
    offsets.push_back(op.getMixedOffsets()[dim]);
    sizes.push_back(op.getMixedSizes()[dim]);
    strides.push_back(op.getMixedStrides()[dim]);
  }
  /// It is one of that extent, all of which is in the slice.
  void addWhole(Builder &b, int64_t known, OpFoldResult extent) {
    if (!ShapedType::isDynamic(known)) // the type may know what the extent does not say
      extent = b.getIndexAttr(known);
    shape.push_back(known);
    extents.push_back(extent);
    offsets.push_back(b.getIndexAttr(0));
    sizes.push_back(extent);
    strides.push_back(b.getIndexAttr(1));
  }
};

/// The slice with several dims in place of each that stands for a group of them.
template <class Op>
OtherShape apart(Op op, ArrayRef<ReassociationIndices> groups, RankedTensorType wide,
                 const Slice &wideSizes, OpBuilder &b) {
  OtherShape other;
  for (auto [dim, group] : llvm::enumerate(groups))
    if (group.size() == 1)
      other.keep(op, static_cast<int64_t>(dim));
    else
      for (int64_t inner : group)
        other.addWhole(b, wide.getDimSize(inner), wideSizes[static_cast<size_t>(inner)]);
  other.type = RankedTensorType::get(other.shape, wide.getElementType());
  return other;
}

/// The slice with one dim in place of each group.
template <class Op>
OtherShape together(Op op, ArrayRef<ReassociationIndices> groups, RankedTensorType narrow,
                    OpBuilder &b) {
  OtherShape other;
  const Slice extents = op.wholeExtents();
  AffineExpr x, y;
  bindSymbols(b.getContext(), x, y);
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group.size() == 1) {
      other.keep(op, group.front());
      continue;
    }
    const int64_t known = narrow.getDimSize(static_cast<int64_t>(dim));
    OpFoldResult size = b.getIndexAttr(1);
    if (ShapedType::isDynamic(known))
      for (int64_t inner : group)
        size = affine::makeComposedFoldedAffineApply(b, op.getLoc(), x * y,
                                                     {size, extents[static_cast<size_t>(inner)]});
    other.addWhole(b, known, size);
  }
  other.type = RankedTensorType::get(other.shape, narrow.getElementType());
  return other;
}

/// Which shape memory has.
enum class Side : uint8_t { Narrow, Wide };

/// Whether memory of an op's slice can have the other side's shape. It is to be a dispatch's, which
/// the host gives it: of other memory nobody knows who does. Its dims are to be the tensor's, one
/// for one, and those that change whole in the slice, as both types say alike: of a part of such a
/// dim nobody knows what it is in another shape. A scalar has no group for the dims that it lacks.
template <class Op> bool mayChangeSide(Op op, ArrayRef<ReassociationIndices> groups, Side side) {
  auto memory = dyn_cast<BlockArgument>(op.getMemory());
  if (!memory || !isa<ir::DispatchOp>(memory.getOwner()->getParentOp()) || groups.empty() ||
      !op.droppedDims().empty())
    return false;
  const auto isWhole = [&](int64_t dim) {
    return op.isWholeAlong(static_cast<unsigned>(dim)) &&
           op.wholeType().getDimSize(static_cast<unsigned>(dim)) ==
               op.sliceType().getDimSize(static_cast<unsigned>(dim));
  };
  return llvm::all_of(llvm::enumerate(groups), [&](const auto &each) {
    const auto &[narrow, group] = each;
    return group.size() == 1 || (side == Side::Narrow ? isWhole(static_cast<int64_t>(narrow))
                                                      : llvm::all_of(group, isWhole));
  });
}

/// What is stored as one dim of several is stored as these.
struct StoreCollapsed : OpRewritePattern<ir::StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::StoreOp op, PatternRewriter &rewriter) const override {
    auto collapse = op.getTensor().getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapse || !op.getMemory().hasOneUse() || ir::hasNoElements(collapse.getSrc()))
      return failure();
    const SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
    if (!mayChangeSide(op, groups, Side::Narrow))
      return failure();
    const std::optional<Slice> sizes = extentsOf(collapse.getSrc());
    if (!sizes)
      return failure();
    const OtherShape wide = apart(op, groups, collapse.getSrcType(), *sizes, rewriter);
    if (!Reshaper::isForHost(wide.extents))
      return failure();
    Reshaper reshaper(op, rewriter);
    const RankedTensorType before = op.wholeType();
    reshaper.retype(reshaper.resultOf(op.getMemory()), wide.type, reshaper.onHost(wide.extents),
                    [&](Value result) {
                      return tensor::CollapseShapeOp::create(rewriter, op.getLoc(), before, result,
                                                             groups);
                    });
    rewriter.replaceOpWithNewOp<ir::StoreOp>(op, collapse.getSrc(), op.getMemory(),
                                             dynamic(rewriter, wide.extents, wide.type),
                                             wide.offsets, wide.sizes, wide.strides);
    return success();
  }
};

/// What is stored as several dims of one is stored as that.
struct StoreExpanded : OpRewritePattern<ir::StoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::StoreOp op, PatternRewriter &rewriter) const override {
    auto expand = op.getTensor().getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || !op.getMemory().hasOneUse() || ir::hasNoElements(expand.getSrc()))
      return failure();
    const SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
    if (!mayChangeSide(op, groups, Side::Wide))
      return failure();
    if (!Reshaper::isForHost(op.wholeExtents()))
      return failure();
    Reshaper reshaper(op, rewriter);
    const OtherShape narrow = together(op, groups, expand.getSrcType(), rewriter);
    OpResult result = reshaper.resultOf(op.getMemory());
    const RankedTensorType before = op.wholeType();
    const Slice shape = reshaper.dispatch.extentsOf(result);
    reshaper.retype(result, narrow.type, reshaper.onHost(narrow.extents), [&](Value made) {
      return tensor::ExpandShapeOp::create(rewriter, op.getLoc(), before, made, groups, shape);
    });
    rewriter.replaceOpWithNewOp<ir::StoreOp>(op, expand.getSrc(), op.getMemory(),
                                             dynamic(rewriter, narrow.extents, narrow.type),
                                             narrow.offsets, narrow.sizes, narrow.strides);
    return success();
  }
};

/// What is loaded as several dims and becomes one is loaded as that.
struct LoadCollapsed : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto load = op.getSrc().getDefiningOp<ir::LoadOp>();
    if (!load || ir::hasNoElements(op.getSrc()))
      return failure();
    const SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    if (!mayChangeSide(load, groups, Side::Wide))
      return failure();
    Reshaper reshaper(op, rewriter);
    const OtherShape narrow = together(load, groups, op.getResultType(), rewriter);
    OpBuilder host(reshaper.dispatch);
    Value view = tensor::CollapseShapeOp::create(host, op.getLoc(), narrow.type,
                                                 reshaper.inputOf(load.getMemory()), groups);
    rewriter.replaceOpWithNewOp<ir::LoadOp>(op, op.getResultType(), reshaper.give(view),
                                            dynamic(rewriter, narrow.extents, narrow.type),
                                            narrow.offsets, narrow.sizes, narrow.strides);
    return success();
  }
};

/// What is loaded as one dim and becomes several is loaded as these.
struct LoadExpanded : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto load = op.getSrc().getDefiningOp<ir::LoadOp>();
    if (!load || ir::hasNoElements(op.getSrc()))
      return failure();
    const SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    if (!mayChangeSide(load, groups, Side::Narrow))
      return failure();
    const OtherShape wide =
        apart(load, groups, op.getResultType(), op.getMixedOutputShape(), rewriter);
    if (!Reshaper::isForHost(wide.extents))
      return failure();
    Reshaper reshaper(op, rewriter);
    OpBuilder host(reshaper.dispatch);
    Value view = tensor::ExpandShapeOp::create(host, op.getLoc(), wide.type,
                                               reshaper.inputOf(load.getMemory()), groups,
                                               reshaper.onHost(wide.extents));
    rewriter.replaceOpWithNewOp<ir::LoadOp>(op, op.getResultType(), reshaper.give(view),
                                            dynamic(rewriter, wide.extents, wide.type),
                                            wide.offsets, wide.sizes, wide.strides);
    return success();
  }
};

struct FoldIntoBindingsPass : impl::FoldIntoBindingsPassBase<FoldIntoBindingsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LoadSlice, StoreInsertion, StoreConcat, StoreCollapsed, StoreExpanded,
                 LoadCollapsed, LoadExpanded>(&getContext());
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};

} // namespace

} // namespace assay
