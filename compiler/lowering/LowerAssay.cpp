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

struct DecomposePass : PatternPass<DecomposePass, impl::DecomposePassBase<DecomposePass>> {
  using PatternPass::PatternPass;

  LogicalResult initialize(MLIRContext *context) override {
    if (keys < 0)
      return emitError(UnknownLoc::get(context), "attention takes no fewer keys than 0: keys=")
             << keys.getValue();
    return PatternPass::initialize(context);
  }
  void populate(RewritePatternSet &set) const {
    populateLowerGatherPatterns(set);
    populateLowerAttentionPatterns(set, keys, usesWaves);
  }
};

struct LowerAssayPass : PatternPass<LowerAssayPass, impl::LowerAssayPassBase<LowerAssayPass>> {
  using PatternPass::PatternPass;

  void populate(RewritePatternSet &set) const {
    populateLowerGatherPatterns(set);
    populateLowerAttentionPatterns(set);
    populateLowerSortingPatterns(set, privateBytes);
    populateLowerScatterPatterns(set);
    populateLowerScanPatterns(set);
    PrepareTensorsPass::populate(set);
  }
};

} // namespace

} // namespace assay
