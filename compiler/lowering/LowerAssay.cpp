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

#define GEN_PASS_DEF_LOWERASSAYPASS
#include "compiler/lowering/Passes.h.inc"

namespace {

struct LowerAssayPass : PatternPass<LowerAssayPass, impl::LowerAssayPassBase<LowerAssayPass>> {
  static void populate(RewritePatternSet &set) {
    populateLowerSortingPatterns(set);
    populateLowerIndexingPatterns(set);
    populateLowerAttentionPatterns(set);
    populateLowerReductionPatterns(set);
    populateLowerSlicingPatterns(set);
    populateLowerAroundPatterns(set);
  }
};

} // namespace

} // namespace assay
