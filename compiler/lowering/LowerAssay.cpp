#include "compiler/dialect/Assay.h"
#include "compiler/pipelines/Passes.h"
#include "compiler/builders/PatternPass.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {
namespace {

struct LowerAssayPass : PatternPass<LowerAssayPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerAssayPass)

  StringRef getArgument() const override { return "lower-assay"; }
  StringRef getDescription() const override {
    return "Lower the assay dialect, linalg.softmax and tensor.concat to upstream ops on tensors";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, bufferization::BufferizationDialect, linalg::LinalgDialect,
                    math::MathDialect, scf::SCFDialect, tensor::TensorDialect>();
  }

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

std::unique_ptr<Pass> createLowerAssayPass() { return std::make_unique<LowerAssayPass>(); }

} // namespace assay
