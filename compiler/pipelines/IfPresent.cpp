#include "compiler/pipelines/Passes.h"

#include <mlir/Pass/PassManager.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {
namespace {

/// A conversion walks the whole module and builds its patterns first, whether or not there is
/// anything to convert.
struct IfPresentPass : PassWrapper<IfPresentPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(IfPresentPass)

  IfPresentPass() = default;
  IfPresentPass(const IfPresentPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "assay-if-present"; }
  StringRef getDescription() const override {
    return "Run a pipeline on a module that has ops of a dialect";
  }
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

  Option<std::string> dialect{*this, "dialect", llvm::cl::desc("The dialect's name")};
  Option<std::string> pipeline{
      *this, "pipeline", llvm::cl::desc("What to run, in the form builtin.module(pass,pass)")};
  OpPassManager passes;
};

} // namespace

std::unique_ptr<Pass> createIfPresentPass() { return std::make_unique<IfPresentPass>(); }

} // namespace assay
