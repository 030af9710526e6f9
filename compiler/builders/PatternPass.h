#pragma once

#include "compiler/dialect/Provenance.h"

#include <mlir/Pass/Pass.h>
#include <mlir/Rewrite/FrozenRewritePatternSet.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

namespace assay {

/// A pass, on any op, that applies patterns in one walk: no pattern leaves an op that another one
/// takes. `Derived` has populate(RewritePatternSet &), which may ask for its options; `Base` is
/// made of a Passes.td.
template <class Derived, class Base> class PatternPass : public Base {
public:
  using Base::Base;

  mlir::LogicalResult initialize(mlir::MLIRContext *context) override {
    mlir::RewritePatternSet set(context);
    static_cast<Derived *>(this)->populate(set);
    patterns = std::move(set);
    return mlir::success();
  }
  void runOnOperation() override {
    ir::ProvenanceListener listener;
    mlir::walkAndApplyPatterns(this->getOperation(), patterns, &listener);
  }

private:
  friend Derived;
  PatternPass() = default;

  mlir::FrozenRewritePatternSet patterns;
};

} // namespace assay
