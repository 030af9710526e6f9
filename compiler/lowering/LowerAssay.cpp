#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_DECOMPOSEPASS
#define GEN_PASS_DEF_LOWERASSAYPASS
#define GEN_PASS_DEF_PREPARETENSORSPASS
#include "compiler/lowering/Passes.h.inc"

namespace {

struct PrepareTensorsPass
    : PatternPass<PrepareTensorsPass, impl::PrepareTensorsPassBase<PrepareTensorsPass>> {
  static void populate(RewritePatternSet &set) {
    populateDecomposeSoftmaxPatterns(set);
    populateLowerSlicingPatterns(set);
    populateLowerAroundPatterns(set);
  }
};

struct DecomposePass : impl::DecomposePassBase<DecomposePass> {
  using impl::DecomposePassBase<DecomposePass>::DecomposePassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateLowerGatherPatterns(set);
    populateLowerAttentionPatterns(set, keys);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override {
    ir::ProvenanceListener listener;
    walkAndApplyPatterns(getOperation(), patterns, &listener);
  }

private:
  FrozenRewritePatternSet patterns;
};

struct LowerAssayPass : PatternPass<LowerAssayPass, impl::LowerAssayPassBase<LowerAssayPass>> {
  static void populate(RewritePatternSet &set) {
    populateLowerGatherPatterns(set);
    populateLowerAttentionPatterns(set);
    populateLowerSortingPatterns(set);
    populateLowerScatterPatterns(set);
    populateLowerScanPatterns(set);
    PrepareTensorsPass::populate(set);
  }
};

} // namespace

} // namespace assay
