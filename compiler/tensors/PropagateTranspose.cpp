#include "compiler/builders/GreedyPatternPass.h"
#include "compiler/tensors/Passes.h"
#include "compiler/tensors/Transposes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Utils/IndexingUtils.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PROPAGATETRANSPOSEPASS
#include "compiler/tensors/Passes.h.inc"

bool hasEncoding(Operation *op) {
  const auto isEncoded = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  };
  return llvm::any_of(op->getOperandTypes(), isEncoded) ||
         llvm::any_of(op->getResultTypes(), isEncoded);
}

linalg::TransposeOp transposeReadBy(Value tensor, Operation *reader) {
  auto transpose = tensor.getDefiningOp<linalg::TransposeOp>();
  const bool isOwn =
      transpose && transpose->getBlock() == reader->getBlock() &&
      llvm::all_of(tensor.getUsers(), [&](Operation *user) { return user == reader; });
  return isOwn && !hasEncoding(transpose) && !hasEncoding(reader) ? transpose : nullptr;
}

Value transposed(OpBuilder &builder, Location loc, Value tensor, ArrayRef<int64_t> permutation,
                 ArrayRef<OpFoldResult> sizes) {
  if (isIdentityPermutation(permutation))
    return tensor;
  Value empty =
      tensor::EmptyOp::create(builder, loc, sizes, getElementTypeOrSelf(tensor.getType()));
  return linalg::TransposeOp::create(builder, loc, tensor, empty, permutation)->getResult(0);
}

RankedTensorType beforeTranspose(RankedTensorType type, ArrayRef<int64_t> permutation) {
  return type.clone(beforeTranspose(type.getShape(), permutation));
}

namespace {

/// Whether nothing in the body reads the destinations.
bool overwrites(linalg::GenericOp op) {
  return llvm::none_of(op.getDpsInitsMutable(),
                       [&](OpOperand &init) { return op.payloadUsesValueFromOperand(&init); });
}

/// `op` with other maps and another destination, and all else that it says. Its body is moved
/// there.
linalg::GenericOp withMaps(linalg::GenericOp op, ArrayRef<AffineMap> maps, Value init,
                           PatternRewriter &rewriter) {
  auto result = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(init.getType()), op.getInputs(), ValueRange(init),
      rewriter.getAffineMapArrayAttr(maps), op.getIteratorTypesAttr(), op.getDocAttr(),
      op.getLibraryCallAttr(), nullptr, op->getDiscardableAttrDictionary().getValue());
  rewriter.inlineRegionBefore(op.getRegion(), result.getRegion(), result.getRegion().begin());
  return result;
}

/// A generic that only moves elements is a transpose, however its maps say so.
struct NameTranspose : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 || op.getNumResults() != 1 ||
        op.getNumReductionLoops() != 0 || !isMemoryEffectFree(op) || hasEncoding(op))
      return failure();
    auto element = dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
    auto from = dyn_cast<RankedTensorType>(op.getDpsInputOperand(0)->get().getType());
    if (!element || element.getOwner() != op.getBody() || element.getArgNumber() != 0 || !from)
      return failure();
    const AffineMap in = op.getMatchingIndexingMap(op.getDpsInputOperand(0)),
                    out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    if (!in.isPermutation() || !out.isPermutation() || in == out)
      return failure();
    // Tiles are for the loops that there are; those of a transpose are its result's dims.
    if (ir::AssayDialect::isConfigured(op) && !out.isIdentity())
      return failure();
    SmallVector<int64_t> permutation;
    for (AffineExpr loop : out.getResults())
      permutation.push_back(*in.getResultPosition(loop));
    // Each may know of an extent what the other does not.
    auto to = cast<RankedTensorType>(op->getResult(0).getType());
    if (beforeTranspose(to, permutation).getShape() != from.getShape())
      return failure();
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(op, op.getDpsInputOperand(0)->get(),
                                                     op.getDpsInitOperand(0)->get(), permutation,
                                                     op->getDiscardableAttrDictionary().getValue());
    return success();
  }
};

/// Two transposes are one, or none. Of buffers, one that changes no order is a copy.
struct MergeTransposes : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || hasEncoding(op))
      return failure();
    SmallVector<int64_t> permutation(op.getPermutation());
    Value input = op.getInput();
    if (auto first = input.getDefiningOp<linalg::TransposeOp>(); first && !hasEncoding(first)) {
      for (int64_t &dim : permutation)
        dim = first.getPermutation()[static_cast<size_t>(dim)];
      input = first.getInput();
    } else if (!isIdentityPermutation(permutation)) {
      return failure();
    }
    if (isIdentityPermutation(permutation))
      rewriter.replaceOp(op, input);
    else
      rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
          op, input, op.getInit(), permutation, op->getDiscardableAttrDictionary().getValue());
    return success();
  }
};

/// A fill is one in every order of dims.
struct TransposeOfFill : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  /// The scalar that fills `tensor`; null if no fill makes it.
  static Value scalarOf(Value tensor) {
    if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
      return fill.value();
    auto generic = tensor.getDefiningOp<linalg::GenericOp>();
    if (!generic || generic.getNumDpsInputs() > 1 || generic.getNumReductionLoops() != 0 ||
        generic.getNumResults() != 1 ||
        !generic.getMatchingIndexingMap(generic.getDpsInitOperand(0)).isPermutation())
      return nullptr;
    Value element = generic.getBody()->getTerminator()->getOperand(0);
    if (element.getParentRegion() != &generic.getRegion())
      return element;
    auto argument = dyn_cast<BlockArgument>(element);
    if (!argument || argument.getArgNumber() != 0 || generic.getNumDpsInputs() != 1)
      return nullptr;
    Value scalar = generic.getDpsInputOperand(0)->get();
    return isa<ShapedType>(scalar.getType()) ? nullptr : scalar;
  }

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    Value scalar = scalarOf(op.getInput());
    if (!scalar || hasEncoding(op))
      return failure();
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, scalar, op.getInit());
    return success();
  }
};

/// What is summed up can be written in another order. The only other reader of what it starts from
/// must not mind the order. It moves down to the transpose: past nothing that changes what it
/// reads, and into no loop.
struct TransposeOfReduction : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op, PatternRewriter &rewriter) const override {
    auto producer = op.getInput().getDefiningOp<linalg::GenericOp>();
    if (!producer || !producer.hasPureTensorSemantics() || producer.getNumResults() != 1 ||
        producer.getNumReductionLoops() == 0 || !producer->hasOneUse() ||
        producer->getBlock() != op->getBlock() || !isMemoryEffectFree(producer) || hasEncoding(op))
      return failure();
    Value start = producer.getDpsInitOperand(0)->get(), init = op.getInit();
    // Even if the body reads none of it, it is the result where nothing is written.
    if (!start.getDefiningOp<tensor::EmptyOp>()) {
      Value scalar = TransposeOfFill::scalarOf(start);
      if (!scalar)
        return failure();
      init = linalg::FillOp::create(rewriter, op.getLoc(), scalar, init).getResult(0);
    }
    SmallVector<AffineMap> maps = producer.getIndexingMapsArray();
    SmallVector<AffineExpr> places;
    for (int64_t dim : op.getPermutation())
      places.push_back(maps.back().getResult(static_cast<unsigned>(dim)));
    maps.back() = AffineMap::get(producer.getNumLoops(), 0, places, op.getContext());
    rewriter.replaceOp(op, withMaps(producer, maps, init, rewriter));
    rewriter.eraseOp(producer);
    return success();
  }
};

/// Whether a transpose of what the op reads there may get further, or be absorbed.
bool takesTranspose(OpOperand &use) {
  if (auto generic = dyn_cast<linalg::GenericOp>(use.getOwner()))
    return generic.isDpsInput(&use);
  return isa<linalg::TransposeOp, tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp>(use.getOwner()) &&
         use.getOperandNumber() == 0;
}

/// A generic that reads transposes. An elementwise one whose result is read by what a transpose
/// gets through computes in the order of dims before the transpose, and its result is transposed:
/// so do transposes get from above an elementwise op into the GEMM below it, across what lies
/// between. All others read in another order: their maps absorb the transpose.
struct ReaderOfTransposes : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    if (mayMove(op))
      for (OpOperand *input : op.getDpsInputOperands())
        if (op.getMatchingIndexingMap(input).isIdentity())
          if (linalg::TransposeOp transpose = transposeReadBy(input->get(), op)) {
            moveBehind(op, transpose.getPermutation(), rewriter);
            return success();
          }
    return absorb(op, rewriter);
  }

private:
  static bool mayMove(linalg::GenericOp op) {
    return op.getNumResults() == 1 && op.getNumReductionLoops() == 0 && overwrites(op) &&
           !ir::AssayDialect::isConfigured(op) &&
           op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() && !op->use_empty() &&
           llvm::all_of(op->getUses(), takesTranspose) &&
           llvm::all_of(op->getUsers(), [&](Operation *user) { return user == *op->user_begin(); });
  }

  /// Loop i becomes loop permutation[i], as dim i of what was transposed is dim permutation[i] of
  /// what it was made of.
  static void moveBehind(linalg::GenericOp op, ArrayRef<int64_t> permutation,
                         PatternRewriter &rewriter) {
    const Location loc = op.getLoc();
    Value init = op.getDpsInitOperand(0)->get();
    const SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, init);
    Value before = tensor::EmptyOp::create(rewriter, loc, beforeTranspose(sizes, permutation),
                                           getElementTypeOrSelf(init.getType()));
    SmallVector<AffineExpr> loops;
    for (int64_t dim : permutation)
      loops.push_back(rewriter.getAffineDimExpr(static_cast<unsigned>(dim)));
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (AffineMap &map : maps)
      map = map.replaceDimsAndSymbols(loops, {}, op.getNumLoops(), 0);
    maps.back() = rewriter.getMultiDimIdentityMap(op.getNumLoops());
    linalg::GenericOp moved = withMaps(op, maps, before, rewriter);
    // Not those of an op in the body: they are its own loops'.
    for (linalg::IndexOp index : moved.getBody()->getOps<linalg::IndexOp>()) {
      const int64_t loop = permutation[index.getDim()];
      rewriter.modifyOpInPlace(index, [&] { index.setDim(static_cast<uint64_t>(loop)); });
    }
    // Else this transpose, if it is none, or another one, which is in its order now, would be found
    // and moved again, for ever.
    (void)absorb(moved, rewriter);
    moved->setLoc(ir::holdingPermuted(loc, invertPermutationVector(permutation)));
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(op, moved.getResult(0), init, permutation);
  }

  static LogicalResult absorb(linalg::GenericOp op, PatternRewriter &rewriter) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<std::pair<OpOperand *, Value>> absorbed;
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto transpose = input->get().getDefiningOp<linalg::TransposeOp>();
      if (!transpose || hasEncoding(transpose))
        continue;
      AffineMap &map = maps[input->getOperandNumber()];
      map = AffineMap::get(op.getNumLoops(), 0,
                           beforeTranspose(map.getResults(), transpose.getPermutation()),
                           op.getContext());
      absorbed.emplace_back(input, transpose.getInput());
    }
    if (absorbed.empty())
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      for (auto &[input, before] : absorbed)
        input->set(before);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};

struct PropagateTransposePass
    : GreedyPatternPass<PropagateTransposePass,
                        impl::PropagateTransposePassBase<PropagateTransposePass>> {
  static void populate(RewritePatternSet &set) {
    set.add<NameTranspose, MergeTransposes, TransposeOfFill, TransposeOfReduction,
            ReaderOfTransposes>(set.getContext());
    populateTransposeOfViewsPatterns(set);
  }
};

} // namespace

} // namespace assay
