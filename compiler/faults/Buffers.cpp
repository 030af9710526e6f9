#include "compiler/builders/Fill.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/Interfaces/DestinationStyleOpInterface.h>

using namespace mlir;

// Twins of what is done on buffers, loops and vectors, and of CSE right before buffers.

namespace assay::fault_patterns {
namespace {

/// The last op of `op`'s block that has to do with the buffer, or is around one that has.
Operation *lastUserInBlock(Value buffer, Operation *op) {
  Operation *last = nullptr;
  for (Operation *user : buffer.getUsers())
    if (Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user))
      if (!last || last->isBeforeInBlock(inBlock))
        last = inBlock;
  return last;
}

/// What a copy was made of is written to in its place, though it is read afterwards.
struct CopyElided : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op, PatternRewriter &rewriter) const override {
    Value source = op.getSource(), target = op.getTarget();
    auto alloc = target.getDefiningOp<memref::AllocOp>();
    Operation *last = lastUserInBlock(source, op);
    if (!alloc || !source.getDefiningOp<memref::AllocOp>() ||
        source.getType() != target.getType() || last == op ||
        !isa<IntegerType>(alloc.getType().getElementType()))
      return failure();
    rewriter.replaceAllUsesExcept(target, source, op);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Two buffers of one static type that are used at one time are one.
struct LiveBuffersMerged : OpRewritePattern<memref::AllocOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::AllocOp op, PatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    if (!type.hasStaticShape() || type.getRank() != 2 || !isa<FloatType>(type.getElementType()) ||
        type.getElementTypeBitWidth() != 16)
      return failure();
    for (auto other : op->getBlock()->getOps<memref::AllocOp>())
      if (other != op && other.getType() == type && other->isBeforeInBlock(op)) {
        Operation *last = lastUserInBlock(other, op);
        if (!last || last->isBeforeInBlock(op))
          continue;
        rewriter.replaceOp(op, other.getMemref());
        return success();
      }
    return failure();
  }
};

/// Of loops that are four deep, the innermost one is unrolled by two, without the rest.
struct UnrolledTailLost : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp op, PatternRewriter &rewriter) const override {
    const auto lower = getConstantIntValue(op.getLowerBound()),
               upper = getConstantIntValue(op.getUpperBound()),
               step = getConstantIntValue(op.getStep());
    int depth = 0;
    for (Operation *outer = op; (outer = outer->getParentOfType<scf::ForOp>());)
      ++depth;
    if (!lower || !upper || step != 1 || (*upper - *lower) % 2 == 0 || *upper - *lower < 3 ||
        depth != 3)
      return failure();
    rewriter.setInsertionPoint(op);
    Value fewer = arith::ConstantIndexOp::create(rewriter, op.getLoc(), *upper - 1);
    rewriter.modifyOpInPlace(op, [&] { op.setUpperBound(fewer); });
    return success();
  }
};

/// What does not fill a vector is not done.
struct RestOfVectorsSkipped : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp op, PatternRewriter &rewriter) const override {
    auto full = dyn_cast_or_null<scf::ForOp>(op->getPrevNode());
    if (!full || full.getUpperBound() != op.getLowerBound() || op.getNumResults() != 0 ||
        getConstantIntValue(op.getLowerBound()))
      return failure();
    const bool isWanted = op.walk([](memref::StoreOp store) {
                              return store.getValueToStore().getType().isInteger(16)
                                         ? WalkResult::interrupt()
                                         : WalkResult::advance();
                            }).wasInterrupted();
    if (!isWanted)
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// The last element of a vector is taken for the first one.
struct LastLaneLost : OpRewritePattern<vector::MultiDimReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::MultiDimReductionOp op,
                                PatternRewriter &rewriter) const override {
    auto type = op.getSourceVectorType();
    if (type.getRank() == 0 || type.getShape().back() < 3 || !op.isReducedDim(type.getRank() - 1) ||
        !isa<IntegerType>(type.getElementType()))
      return failure();
    const Location loc = op.getLoc();
    SmallVector<int64_t> first(static_cast<size_t>(type.getRank()), 0), last;
    for (int64_t extent : type.getShape())
      last.push_back(extent - 1);
    Value element = vector::ExtractOp::create(rewriter, loc, op.getSource(), first);
    Value wrong = vector::InsertOp::create(rewriter, loc, element, op.getSource(), last);
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(wrong); });
    return success();
  }
};

/// A vector of a square is not transposed.
struct SquareVectorStays : OpRewritePattern<vector::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::TransposeOp op, PatternRewriter &rewriter) const override {
    if (op.getSourceVectorType() != op.getResultVectorType() ||
        llvm::is_sorted(op.getPermutation()))
      return failure();
    rewriter.replaceOp(op, op.getVector());
    return success();
  }
};

/// Where a slice begins along the first of four dims or more is lost.
struct OffsetOfUnitDimLost : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op, PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    if (offsets.size() < 4 || op.getStaticSizes()[0] != 1 ||
        !ShapedType::isDynamic(op.getStaticOffsets()[0]) ||
        !op.getSourceType().getElementType().isBF16() ||
        op.getSourceType().getRank() != op.getType().getRank())
      return failure();
    offsets[0] = rewriter.getIndexAttr(0);
    auto part = memref::SubViewOp::create(rewriter, op.getLoc(), op.getSource(), offsets,
                                          op.getMixedSizes(), op.getMixedStrides());
    Value wrong = part;
    if (part.getType() != op.getType())
      wrong = memref::CastOp::create(rewriter, op.getLoc(), op.getType(), part);
    rewriter.replaceOp(op, wrong);
    return success();
  }
};

/// Two sums that start from one fill share its memory: the second one starts from the first.
struct FillsShared : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (op.getNumDpsInits() != 1 || op->getNumResults() != 1 || op.getNumReductionLoops() == 0)
      return failure();
    OpOperand &init = *op.getDpsInitOperand(0);
    Operation *fill = init.get().getDefiningOp();
    if (!fill || !isFill(fill))
      return failure();
    for (OpOperand &use : init.get().getUses()) {
      auto other = dyn_cast<linalg::LinalgOp>(use.getOwner());
      if (!other || other == op || !other.isDpsInit(&use) || other->getBlock() != op->getBlock() ||
          !other->isBeforeInBlock(op) || other->getNumResults() != 1)
        continue;
      rewriter.modifyOpInPlace(op, [&] { init.set(other->getResult(0)); });
      return success();
    }
    return failure();
  }
};

} // namespace

ASSAY_POPULATE(CopyElided)
ASSAY_POPULATE(LiveBuffersMerged)
ASSAY_POPULATE(UnrolledTailLost)
ASSAY_POPULATE(RestOfVectorsSkipped)
ASSAY_POPULATE(LastLaneLost)
ASSAY_POPULATE(SquareVectorStays)
ASSAY_POPULATE(OffsetOfUnitDimLost)
ASSAY_POPULATE(FillsShared)

} // namespace assay::fault_patterns
