#include "compiler/buffers/Passes.h"
#include "compiler/builders/Fill.h"
#include "compiler/builders/PatternPass.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_REUSEOPERANDSPASS
#include "compiler/buffers/Passes.h.inc"

namespace {

/// Whether nobody needs what is in the tensor's memory once its only reader has read it.
bool isMemoryOfReader(Value tensor) {
  if (!tensor.hasOneUse())
    return false;
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<scf::ForOp>(argument.getOwner()->getParentOp());
  return isa<linalg::LinalgOp>(tensor.getDefiningOp()) &&
         tensor.getDefiningOp()->getBlock() == (*tensor.user_begin())->getBlock();
}

struct ReuseOperand : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0 || op.getNumDpsInits() != 1)
      return failure();
    OpOperand *init = op.getDpsInitOperand(0);
    if (!init->get().getDefiningOp<tensor::EmptyOp>())
      return failure();
    for (OpOperand *input : op.getDpsInputOperands())
      if (input->get().getType() == init->get().getType() &&
          op.getMatchingIndexingMap(input) == op.getMatchingIndexingMap(init) &&
          isMemoryOfReader(input->get())) {
        rewriter.modifyOpInPlace(op, [&] { init->set(input->get()); });
        return success();
      }
    return failure();
  }
};

struct FillAgain : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    bool changed = false;
    if (!op.hasPureTensorSemantics())
      return failure();
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto fill = init.get().getDefiningOp<linalg::LinalgOp>();
      if (!fill || !isFill(fill) || init.get().hasOneUse() ||
          !fill.getDpsInits().front().getDefiningOp<tensor::EmptyOp>())
        continue;
      rewriter.setInsertionPoint(op);
      Operation *again = rewriter.clone(*fill);
      rewriter.modifyOpInPlace(op, [&] { init.set(again->getResult(0)); });
      changed = true;
    }
    return success(changed);
  }
};

struct ReuseOperandsPass
    : PatternPass<ReuseOperandsPass, impl::ReuseOperandsPassBase<ReuseOperandsPass>> {
  static void populate(RewritePatternSet &set) {
    set.add<ReuseOperand, FillAgain>(set.getContext());
  }
};

} // namespace

} // namespace assay
