#pragma once

#include "compiler/dialect/Provenance.h"

#include <mlir/Pass/Pass.h>
#include <mlir/Rewrite/FrozenRewritePatternSet.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>

namespace assay {

/// A pass, on any op, that applies patterns until none is left that applies, and folds nothing: it
/// does what it says. `Derived` has populate(RewritePatternSet &); `Base` is made of a Passes.td.
template <class Derived, class Base> class GreedyPatternPass : public Base {
public:
  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    mlir::RewritePatternSet set(context);
    Derived::populate(set);
    patterns = std::move(set);
    return mlir::success();
  }
  void runOnOperation() override {
    mlir::GreedyRewriteConfig config;
    ir::ProvenanceListener listener;
    config.setListener(&listener)
        .enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Disabled);
    (void)mlir::applyPatternsGreedily(this->getOperation(), patterns, config);
  }

private:
  friend Derived;
  GreedyPatternPass() = default;

  mlir::FrozenRewritePatternSet patterns;
};

} // namespace assay
