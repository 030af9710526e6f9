#include "compiler/builders/PatternPass.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PREPAREUNITDIMSPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// The one loop that a place depends on when loops of one iteration are left out; none if a place
/// is always that loop's, or if it stays more than that.
std::optional<unsigned> remainingLoop(AffineExpr place, ArrayRef<int64_t> extents) {
  if (isa<AffineDimExpr>(place))
    return std::nullopt;
  MLIRContext *context = place.getContext();
  SmallVector<AffineExpr> loops;
  for (auto [loop, extent] : llvm::enumerate(extents))
    loops.push_back(extent == 1 ? getAffineConstantExpr(0, context)
                                : getAffineDimExpr(static_cast<unsigned>(loop), context));
  auto left = dyn_cast<AffineDimExpr>(place.replaceDims(loops));
  return left ? std::optional(left.getPosition()) : std::nullopt;
}

/// The iterations of a loop, from an operand with a dim that is just that loop's.
OpFoldResult iterations(linalg::GenericOp op, unsigned loop, RewriterBase &rewriter) {
  for (OpOperand &operand : op->getOpOperands())
    for (auto [dim, place] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
      if (auto only = dyn_cast<AffineDimExpr>(place); only && only.getPosition() == loop)
        return tensor::getMixedSize(rewriter, op.getLoc(), operand.get(),
                                    static_cast<int64_t>(dim));
  return {};
}

/// Cuts an input to what is read of it.
bool cut(linalg::GenericOp op, OpOperand &input, PatternRewriter &rewriter) {
  rewriter.setInsertionPoint(op); // which tell() may have moved behind it
  auto type = dyn_cast<RankedTensorType>(input.get().getType());
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  const AffineMap map = op.getMatchingIndexingMap(&input);
  SmallVector<std::pair<size_t, OpFoldResult>> shorter;
  for (auto [dim, place] : llvm::enumerate(map.getResults())) {
    const std::optional<unsigned> loop = remainingLoop(place, extents);
    if (!loop || (!type.isDynamicDim(dim) && type.getDimSize(dim) == extents[*loop]))
      continue;
    if (OpFoldResult size = iterations(op, *loop, rewriter))
      shorter.emplace_back(dim, size);
  }
  if (shorter.empty())
    return false;
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, op.getLoc(), input.get());
  for (auto &[dim, size] : shorter)
    sizes[dim] = size;
  Value slice =
      tensor::ExtractSliceOp::create(rewriter, op.getLoc(), RankedTensorType(), input.get(), sizes);
  rewriter.modifyOpInPlace(op, [&] { input.set(slice); });
  return true;
}

/// What a window reads along a dim is the dim's first elements once there is but one window. They
/// may not be all of them: upstream takes the loop to be as long as the dim. Whether one was cut.
bool cutWindows(linalg::GenericOp op, PatternRewriter &rewriter) {
  bool isCut = false;
  for (OpOperand *input : op.getDpsInputOperands())
    isCut |= cut(op, *input, rewriter);
  return isCut;
}

/// Of each dim of an operand that is just a loop's.
void forEachLoop(
    linalg::GenericOp op,
    llvm::function_ref<void(OpOperand &, int64_t dim, int64_t extent, unsigned loop)> visit) {
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
      for (auto [dim, place] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto loop = dyn_cast<AffineDimExpr>(place))
          visit(operand, static_cast<int64_t>(dim), type.getDimSize(static_cast<unsigned>(dim)),
                loop.getPosition());
}

void tell(linalg::GenericOp op, OpOperand &operand, ArrayRef<int64_t> shape,
          PatternRewriter &rewriter) {
  const auto before = cast<RankedTensorType>(operand.get().getType());
  rewriter.setInsertionPoint(op);
  Value known = tensor::CastOp::create(rewriter, op.getLoc(), before.clone(shape), operand.get());
  rewriter.modifyOpInPlace(op, [&] { operand.set(known); });
  if (!op.isDpsInit(&operand))
    return;
  OpResult result = op.getTiedOpResult(&operand);
  rewriter.modifyOpInPlace(op, [&] { result.setType(known.getType()); });
  rewriter.setInsertionPointAfter(op);
  auto back = tensor::CastOp::create(rewriter, op.getLoc(), before, result);
  rewriter.replaceAllUsesExcept(result, back, back);
}

/// A loop that one operand says has one iteration has that for all of them. Where windows stand in
/// a map, upstream does not see to it, and drops the dim of an operand that does not say so with
/// those that do: a result has no element along it then. Whether one had to be told.
bool tellUnits(linalg::GenericOp op, PatternRewriter &rewriter) {
  llvm::SmallBitVector isUnit(op.getNumLoops());
  forEachLoop(op, [&](OpOperand &, int64_t, int64_t extent, unsigned loop) {
    if (extent == 1)
      isUnit.set(loop);
  });
  llvm::MapVector<OpOperand *, SmallVector<int64_t>> shapes;
  forEachLoop(op, [&](OpOperand &operand, int64_t dim, int64_t extent, unsigned loop) {
    if (!isUnit.test(loop) || !ShapedType::isDynamic(extent))
      return;
    auto [known, isNew] = shapes.try_emplace(&operand);
    if (isNew)
      known->second =
          SmallVector<int64_t>(cast<RankedTensorType>(operand.get().getType()).getShape());
    known->second[static_cast<size_t>(dim)] = 1;
  });
  for (auto &[operand, shape] : shapes)
    tell(op, *operand, shape, rewriter);
  return !shapes.empty();
}

/// One pattern, as an op may need both: what is known to be one window is cut.
struct PrepareUnitDims : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    const bool isTold = tellUnits(op, rewriter), isCut = cutWindows(op, rewriter);
    return success(isTold || isCut);
  }
};

struct PrepareUnitDimsPass
    : PatternPass<PrepareUnitDimsPass, impl::PrepareUnitDimsPassBase<PrepareUnitDimsPass>> {
  static void populate(RewritePatternSet &set) { set.add<PrepareUnitDims>(set.getContext()); }
};

} // namespace

} // namespace assay
