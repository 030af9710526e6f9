#include "compiler/Pipelines.h"
#include "compiler/passes/Passes.h"

#include <llvm/Support/ErrorHandling.h>
#include <mlir/Pass/PassOptions.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {
namespace {

struct CpuPipelineFlags : PassPipelineOptions<CpuPipelineFlags> {
  Option<OptLevel> level{
      *this, "level", llvm::cl::desc("How hard to try: O0, O1 or O2"), llvm::cl::init(OptLevel::O0),
      llvm::cl::values(clEnumValN(OptLevel::O0, "O0", "every op becomes loops"),
                       clEnumValN(OptLevel::O1, "O1", "canonicalise, share, fuse"),
                       clEnumValN(OptLevel::O2, "O2", "also fold unit dims, tile, vectorise"))};
  Option<std::string> inject{*this, "inject",
                             llvm::cl::desc("Name of a deliberate bug to build in")};
};

} // namespace

void registerAssayPasses() {
  registerPass([] { return createLowerAssayPass(); });
  registerPass(createExpandViewsPass);
  registerPass(createTilePass);
  registerPass(createVectorizePass);
  registerPass(createPreparePass);
  registerPass(createSeparateResultsPass);
  registerPass(createLowerViewsPass);
  PassPipelineRegistration<CpuPipelineFlags>(
      "assay-cpu-pipeline", "From ops on tensors to the LLVM dialect, as the targets cpu:O0..O2 do",
      [](OpPassManager &manager, const CpuPipelineFlags &flags) {
        if (auto built = buildCpuPipeline(manager, {flags.level, flags.inject}); !built)
          llvm::report_fatal_error(built.error().message.c_str(), false);
      });
}

} // namespace assay
