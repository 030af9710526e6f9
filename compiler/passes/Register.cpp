#include "compiler/Pipelines.h"
#include "compiler/faults/Faults.h"
#include "compiler/passes/Passes.h"
#include "support/Assert.h"

#include <mlir/Pass/PassOptions.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {
namespace {

/// What both pipelines can be told.
template <class Flags> struct PipelineFlags : PassPipelineOptions<Flags> {
  using Base = PassPipelineOptions<Flags>;
  typename Base::template Option<OptLevel> level{
      *this, "level", llvm::cl::desc("How hard to try: O0, O1 or O2; kernels have no O2"),
      llvm::cl::init(OptLevel::O0),
      llvm::cl::values(clEnumValN(OptLevel::O0, "O0", "the least that runs"),
                       clEnumValN(OptLevel::O1, "O1", "canonicalise, share, fuse"),
                       clEnumValN(OptLevel::O2, "O2", "also fold unit dims, tile, vectorise"))};
  typename Base::template Option<std::string> inject{
      *this, "inject", llvm::cl::desc("Name of a deliberate bug to build in")};

  /// An unknown fault fails with a diagnostic when the pass is set up.
  void addFault(OpPassManager &manager) const {
    if (!inject.empty())
      manager.addPass(createInjectPass(inject.getValue()));
  }
};

struct CpuPipelineFlags : PipelineFlags<CpuPipelineFlags> {};

struct GpuPipelineFlags : PipelineFlags<GpuPipelineFlags> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("gfx942 or gfx90a"),
                           llvm::cl::init("gfx942")};
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
        flags.addFault(manager);
        auto built = buildCpuPipeline(manager, {flags.level, {}});
        ASSAY_ASSERT(built, "the pipelines are made of registered passes");
      });
  PassPipelineRegistration<GpuPipelineFlags>(
      "assay-gpu-pipeline",
      "From ops on tensors to launches of kernels in the LLVM dialect, as hip:O0 and O1 do",
      [](OpPassManager &manager, const GpuPipelineFlags &flags) {
        flags.addFault(manager);
        auto built = buildGpuPipeline(manager, {flags.level, {}}, flags.chip.getValue());
        ASSAY_ASSERT(built, "the pipelines are made of registered passes");
      });
}

} // namespace assay
