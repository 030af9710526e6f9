#include "compiler/passes/Passes.h"
#include "compiler/passes/PatternPass.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {
namespace {

/// A generic without reductions that reads what it writes to gets that as an input. Fused into a
/// consumer that needs an element more than once, upstream's would read, add and write each time.
struct InitBecomesInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0)
      return failure();
    SmallVector<OpOperand *> read;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (op.payloadUsesValueFromOperand(&init))
        read.push_back(&init);
    if (read.empty())
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

struct PrepareFusionPass : PatternPass<PrepareFusionPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareFusionPass)

  StringRef getArgument() const override { return "assay-prepare-fusion"; }
  StringRef getDescription() const override {
    return "Rewrite what linalg-fuse-elementwise-ops gets wrong: ops that add to what they write "
           "to";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<tensor::TensorDialect>();
  }

  static void populate(RewritePatternSet &set) { set.add<InitBecomesInput>(set.getContext()); }
};

} // namespace

std::unique_ptr<Pass> createPrepareFusionPass() { return std::make_unique<PrepareFusionPass>(); }

} // namespace assay
