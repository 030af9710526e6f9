#include "compiler/pipelines/Passes.h"

#include <mlir/Pass/PassManager.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_IFPRESENTPASS
#include "compiler/pipelines/Passes.h.inc"

namespace {

/// A conversion walks the whole module and builds its patterns first, whether or not there is
/// anything to convert.
struct IfPresentPass : impl::IfPresentPassBase<IfPresentPass> {
  using impl::IfPresentPassBase<IfPresentPass>::IfPresentPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    // An invalid pipeline is reported by initialize().
    if (FailureOr<OpPassManager> manager = parsePassPipeline(pipeline, llvm::nulls());
        succeeded(manager))
      manager->getDependentDialects(registry);
  }
  LogicalResult initialize(MLIRContext *context) override {
    std::string message;
    llvm::raw_string_ostream stream(message);
    FailureOr<OpPassManager> manager = parsePassPipeline(pipeline, stream);
    if (failed(manager))
      return emitError(UnknownLoc::get(context)) << message;
    passes = std::move(*manager);
    return success();
  }
  void runOnOperation() override {
    WalkResult found = getOperation()->walk([&](Operation *op) {
      return op->getName().getDialectNamespace() == dialect ? WalkResult::interrupt()
                                                            : WalkResult::advance();
    });
    if (found.wasInterrupted() && failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }
  OpPassManager passes;
};

} // namespace

} // namespace assay
