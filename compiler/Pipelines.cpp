#include "compiler/Pipelines.h"

#include "compiler/passes/Passes.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/InitAllPasses.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {

/// From ops on tensors to loops over memrefs. Results of functions may be buffers that the function
/// allocated, or its arguments.
static constexpr std::string_view bufferize =
    "one-shot-bufferize{bufferize-function-boundaries=1"
    " function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1},"
    "func.func(convert-linalg-to-loops)";

/// From loops over memrefs to the LLVM dialect.
static constexpr std::string_view toLlvm =
    "convert-scf-to-cf,expand-strided-metadata,lower-affine,arith-expand,convert-math-to-llvm,"
    "convert-math-to-libm,finalize-memref-to-llvm{use-generic-functions=1 use-aligned-alloc=1},"
    "convert-to-llvm,reconcile-unrealized-casts";

static void registerPassesOnce() {
  static const bool done = [] {
    mlir::registerAllPasses();
    registerAssayPasses();
    return true;
  }();
  (void)done;
}

static Expected<void> append(OpPassManager &manager, std::string_view text) {
  registerPassesOnce();
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(text, manager, stream)))
    return Error{fmt::format("the pipeline '{}' cannot be built: {}", text, message)};
  return {};
}

Expected<void> buildCpuPipeline(OpPassManager &manager, const PipelineOptions &options) {
  manager.addPass(createLowerAssayPass());
  return append(manager, fmt::format("{},{}", bufferize, toLlvm));
}

Expected<void> parsePipeline(OpPassManager &manager, std::string_view text,
                             const PipelineOptions &options) {
  manager.addPass(createLowerAssayPass());
  constexpr std::string_view prefix = "builtin.module(";
  if (text.starts_with(prefix) && text.ends_with(')'))
    text = text.substr(prefix.size(), text.size() - prefix.size() - 1);
  return append(manager, text);
}

} // namespace assay
