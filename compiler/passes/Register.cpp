#include "compiler/Pipelines.h"
#include "compiler/faults/Faults.h"
#include "compiler/passes/Passes.h"
#include "support/Assert.h"

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
  registerPass([] { return createInjectPass({}); });
  registerPass(createLowerAssayPass);
  registerPass(createTilePass);
  registerPass(createDropUnitLoopsPass);
  registerPass(createVectorizePass);
  registerPass(createPrepareFusionPass);
  registerPass(createPrepareBuffersPass);
  registerPass(createLowerViewsPass);
  registerPass(createIfPresentPass);
  registerPass(createOrderLoopsPass);
  registerPass(createUseMfmaPass);
  registerPass(createReduceInGroupsPass);
  registerPass(createUseVectorsPass);
  registerPass(createParallelisePass);
  registerPass([] { return createFormKernelsPass(); });
  PassPipelineRegistration<CpuPipelineFlags>(
      "assay-cpu-pipeline", "From ops on tensors to the LLVM dialect, as the targets cpu:O0..O2 do",
      [](OpPassManager &manager, const CpuPipelineFlags &flags) {
        // An unknown fault fails with a diagnostic when the pass is set up.
        if (!flags.inject.empty())
          manager.addPass(createInjectPass(flags.inject.getValue()));
        auto built = buildCpuPipeline(manager, {flags.level, {}});
        ASSAY_ASSERT(built, "the pipelines are made of registered passes");
      });
}

} // namespace assay
