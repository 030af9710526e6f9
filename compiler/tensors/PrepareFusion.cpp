#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Analysis/SliceAnalysis.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PREPAREFUSIONPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// A generic without reductions that reads what it writes to gets that as an input, if it writes
/// all of it. Fused into a consumer that needs an element more than once, upstream's would read,
/// add and write each time.
struct InitBecomesInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0)
      return failure();
    SmallVector<OpOperand *> read;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (op.payloadUsesValueFromOperand(&init))
        read.push_back(&init);
    if (read.empty() || !llvm::all_of(read, [&](OpOperand *init) {
          return op.getMatchingIndexingMap(init).isPermutation();
        }))
      return failure();

    const Location loc = op.getLoc();
    SmallVector<Value> inputs(op.getInputs()), inits(op.getOutputs());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    const auto oldInputs = static_cast<unsigned>(inputs.size());
    Block *body = op.getBody();
    for (OpOperand *init : read) {
      const unsigned place = static_cast<unsigned>(inputs.size());
      const AffineMap map = op.getMatchingIndexingMap(init);
      maps.insert(maps.begin() + place, map);
      inputs.push_back(init->get());
      inits[init->getOperandNumber() - oldInputs] =
          tensor::EmptyOp::create(rewriter, loc, tensor::getMixedSizes(rewriter, loc, init->get()),
                                  getElementTypeOrSelf(init->get()));
    }
    auto separate = linalg::GenericOp::create(rewriter, loc, op.getResultTypes(), inputs, inits,
                                              maps, op.getIteratorTypesArray());
    rewriter.modifyOpInPlace(op, [&] {
      for (auto [added, init] : llvm::enumerate(read)) {
        BlockArgument old =
            body->getArgument(init->getOperandNumber() + static_cast<unsigned>(added));
        BlockArgument input =
            body->insertArgument(oldInputs + static_cast<unsigned>(added), old.getType(), loc);
        old.replaceAllUsesWith(input);
      }
    });
    rewriter.inlineRegionBefore(op.getRegion(), separate.getRegion(), separate.getRegion().end());
    rewriter.replaceOp(op, separate);
    return success();
  }
};

/// Whether the op forgets what was combined before at some element, so that it folds to a constant.
bool forgets(Operation *combiner) {
  return isa<arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::MinSIOp, arith::MinUIOp,
             arith::MaxSIOp, arith::MaxUIOp>(combiner);
}

/// The dims that the op reduces, if it does so as linalg.reduce: of one input, whose other dims are
/// the result's in their order.
std::optional<SmallVector<int64_t>> reducedDims(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 || op.hasIndexSemantics() ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0)).isIdentity())
    return std::nullopt;
  SmallVector<int64_t> reduced;
  SmallVector<AffineExpr> kept;
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      reduced.push_back(static_cast<int64_t>(dim));
    else
      kept.push_back(getAffineDimExpr(static_cast<unsigned>(dim), op.getContext()));
  const AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.getResults() != ArrayRef(kept))
    return std::nullopt;
  return reduced;
}

/// A reduction that may be one of nothing, by an op that forgets, becomes a linalg.reduce, into
/// which nothing is fused. A constant fused into it may leave no use of what was combined before;
/// upstream then takes the initial value for unused, though it is the result.
struct ForgetfulReductionIsNamed : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() == 0)
      return failure();
    const bool mayBeEmpty = llvm::any_of(op.getStaticLoopRanges(), [](int64_t extent) {
      return extent == 0 || ShapedType::isDynamic(extent);
    });
    SmallVector<Operation *> combiners;
    const auto reduced = reducedDims(op);
    if (!mayBeEmpty || !reduced || !matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
        !llvm::any_of(combiners, forgets))
      return failure();
    auto named =
        linalg::ReduceOp::create(rewriter, op.getLoc(), op.getInputs(), op.getOutputs(), *reduced,
                                 [&](OpBuilder &builder, Location, ValueRange arguments) {
                                   IRMapping mapping;
                                   mapping.map(op.getBody()->getArguments(), arguments);
                                   for (Operation &inner : *op.getBody())
                                     builder.clone(inner, mapping);
                                 });
    rewriter.replaceOp(op, named);
    return success();
  }
};

/// A pad with an unknown extent becomes an insertion into a fill. Upstream pads what the consumer
/// expands, and expands it ahead of where the extents for that are computed.
struct UnknownPadIsInsertion : linalg::DecomposePadOpPattern {
  using DecomposePadOpPattern::DecomposePadOpPattern;

  LogicalResult matchAndRewrite(tensor::PadOp op, PatternRewriter &rewriter) const override {
    // Upstream's verifier rejects insertions that are seen to be empty.
    if (op.getResultType().hasStaticShape() || ir::hasNoElements(op.getSource()))
      return failure();
    return DecomposePadOpPattern::matchAndRewrite(op, rewriter);
  }
};

/// A slice that drops a unit dim, and keeps one whose size is a constant 1 that is not yet in its
/// type, loses the dim behind the slice. When upstream finds the constant, it takes the slice to
/// drop the other dim, and crashes on the types that it makes (mlir-expand-of-cut-dim).
struct UnitSliceIsCollapsed : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    const llvm::SmallBitVector dropped = op.getDroppedDims();
    if (dropped.none() || ir::hasNoElements(op.getSource()))
      return failure();
    bool keepsUnit = false;
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices group;
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      group.push_back(static_cast<int64_t>(dim));
      if (dropped.test(dim))
        continue;
      groups.push_back(std::exchange(group, {}));
      if (!isa<Value>(size) || getConstantIntValue(size) != 1)
        continue;
      size = rewriter.getIndexAttr(1);
      keepsUnit = true;
    }
    if (!keepsUnit)
      return failure();
    groups.back().append(group);
    Value whole = tensor::ExtractSliceOp::create(rewriter, op.getLoc(), op.getSource(),
                                                 op.getMixedOffsets(), sizes, op.getMixedStrides());
    Value collapsed = tensor::CollapseShapeOp::create(rewriter, op.getLoc(), whole, groups);
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), collapsed);
    return success();
  }
};

struct PrepareFusionPass
    : PatternPass<PrepareFusionPass, impl::PrepareFusionPassBase<PrepareFusionPass>> {
  static void populate(RewritePatternSet &set) {
    set.add<InitBecomesInput, ForgetfulReductionIsNamed, UnitSliceIsCollapsed,
            UnknownPadIsInsertion>(set.getContext());
  }
};

} // namespace

} // namespace assay
