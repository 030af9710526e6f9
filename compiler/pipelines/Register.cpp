#include "compiler/pipelines/Pipelines.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Passes.h"

#include <mlir/Pass/PassOptions.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {
namespace {

/// What both pipelines can be told.
template <class Flags> class PipelineFlags : public PassPipelineOptions<Flags> {
  using Base = PassPipelineOptions<Flags>;
  friend Flags;
  PipelineFlags() = default;

public:
  typename Base::template Option<OptLevel> level{
      *this, "level", llvm::cl::desc("How hard to try: O0, O1 or O2; kernels have no O2"),
      llvm::cl::init(OptLevel::O0),
      llvm::cl::values(clEnumValN(OptLevel::O0, "O0", "the least that runs"),
                       clEnumValN(OptLevel::O1, "O1", "canonicalise, share, fuse"),
                       clEnumValN(OptLevel::O2, "O2", "also fold unit dims, tile, vectorise"))};
  typename Base::template Option<std::string> inject{
      *this, "inject", llvm::cl::desc("Name of a deliberate bug to build in")};
};

struct CpuPipelineFlags : PipelineFlags<CpuPipelineFlags> {};

struct GpuPipelineFlags : PipelineFlags<GpuPipelineFlags> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("gfx942 or gfx90a"),
                           llvm::cl::init("gfx942")};
};

/// What fails is the fault's name: the pipelines are made of registered passes. Its pass says so
/// when it is set up.
template <class Flags>
void add(OpPassManager &manager, const Flags &flags, const Expected<void> &built) {
  if (!built)
    manager.addPass(createInjectPass(flags.inject.getValue()));
}

} // namespace

void registerAssayPasses() {
  registerPass([] { return createInjectPass({}); });
  registerPass(createLowerAssayPass);
  registerPass(createSplitComplexPass);
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
        add(manager, flags,
            buildCpuPipeline(manager, {flags.level.getValue(), flags.inject.getValue()}));
      });
  PassPipelineRegistration<GpuPipelineFlags>(
      "assay-gpu-pipeline",
      "From ops on tensors to launches of kernels in the LLVM dialect, as hip:O0 and O1 do",
      [](OpPassManager &manager, const GpuPipelineFlags &flags) {
        add(manager, flags,
            buildGpuPipeline(manager, {flags.level.getValue(), flags.inject.getValue()},
                             flags.chip.getValue()));
      });
}

} // namespace assay
