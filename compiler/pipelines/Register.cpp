#include "compiler/buffers/Passes.h"
#include "compiler/cpu/Passes.h"
#include "compiler/dispatches/Passes.h"
#include "compiler/faults/Passes.h"
#include "compiler/gpu/Passes.h"
#include "compiler/lowering/Passes.h"
#include "compiler/mutants/Passes.h"
#include "compiler/pipelines/Passes.h"
#include "compiler/pipelines/Pipelines.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Pass/PassOptions.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {
namespace {

/// What both pipelines can be told, beside the level.
template <class Flags> class PipelineFlags : public PassPipelineOptions<Flags> {
  using Base = PassPipelineOptions<Flags>;
  friend Flags;
  PipelineFlags() = default;

public:
  typename Base::template Option<std::string> inject{
      *this, "inject", llvm::cl::desc("Name of a deliberate bug to build in")};
  typename Base::template Option<Phase> until{
      *this, "until", llvm::cl::desc("End where this phase begins"), llvm::cl::init(Phase::Llvm),
      llvm::cl::values(clEnumValN(Phase::Emitted, "emitted", "ops on tensors, assay's among them"),
                       clEnumValN(Phase::Tensors, "tensors", "ops on tensors"),
                       clEnumValN(Phase::Buffers, "buffers", "linalg ops on buffers"),
                       clEnumValN(Phase::Loops, "loops", "loops over buffers"),
                       clEnumValN(Phase::Kernels, "kernels", "kernels and their host"),
                       clEnumValN(Phase::Llvm, "llvm", "the LLVM dialect"))};

  PipelineOptions options(OptLevel level) const {
    PipelineOptions made;
    made.level = level;
    made.inject = inject.getValue();
    made.until = until.getValue();
    made.partsHost = false; // for mlir-runner
    return made;
  }
};

struct CpuPipelineFlags : PipelineFlags<CpuPipelineFlags> {
  Option<OptLevel> level{
      *this, "level", llvm::cl::desc("How hard to try"), llvm::cl::init(OptLevel::O0),
      llvm::cl::values(clEnumValN(OptLevel::O0, "O0", "the least that runs"),
                       clEnumValN(OptLevel::O1, "O1", "form dispatches, canonicalise, share, fuse"),
                       clEnumValN(OptLevel::O2, "O2", "also fold unit dims, tile, vectorise"),
                       clEnumValN(OptLevel::O3, "O3", "also optimise assay's ops on tensors"))};
  Option<std::string> tuned{
      *this, "tuned", llvm::cl::desc("Seed of configs that are drawn and compiled with, at O3")};
  Option<std::string> stripped{
      *this, "stripped", llvm::cl::desc("Seed of configs that are drawn and removed again, at O3")};

  /// Nothing if neither is a seed.
  std::optional<Tuning> tuning() const {
    for (const auto &[use, text] : {std::pair{Tuning::Use::Tuned, tuned.getValue()},
                                    std::pair{Tuning::Use::Stripped, stripped.getValue()}})
      if (uint64_t seed = 0; !text.empty() && !StringRef(text).getAsInteger(10, seed))
        return Tuning{use, seed};
    return std::nullopt;
  }
};

struct GpuPipelineFlags : PipelineFlags<GpuPipelineFlags> {
  Option<OptLevel> level{
      *this, "level", llvm::cl::desc("How hard to try"), llvm::cl::init(OptLevel::O0),
      llvm::cl::values(
          clEnumValN(OptLevel::O0, "O0", "the least that runs"),
          clEnumValN(OptLevel::O1, "O1", "also form dispatches, fuse, work together"),
          clEnumValN(OptLevel::O2, "O2", "also fold unit dims"),
          clEnumValN(OptLevel::O3, "O3", "also optimise the whole program on tensors"))};
  Option<std::string> chip{*this, "chip", llvm::cl::desc("gfx942 or gfx90a"),
                           llvm::cl::init("gfx942")};
};

/// What fails is the fault's name: the pipelines are made of registered passes. Its pass says so
/// when it is set up.
template <class Flags>
void add(OpPassManager &manager, const Flags &flags, const Expected<void> &built) {
  if (!built)
    manager.addPass(createInjectPass({flags.inject.getValue()}));
}

} // namespace

void registerAssayPasses() {
  registerAssayTensorsPasses();
  registerAssayDispatchesPasses();
  registerAssayLoweringPasses();
  registerAssayBuffersPasses();
  registerAssayCpuPasses();
  registerAssayGpuPasses();
  registerAssayFaultsPasses();
  registerAssayMutantsPasses();
  registerAssayPipelinesPasses();
  PassPipelineRegistration<CpuPipelineFlags>(
      "assay-cpu-pipeline", "From ops on tensors to the LLVM dialect, as the targets cpu:O0..O3 do",
      [](OpPassManager &manager, const CpuPipelineFlags &flags) {
        PipelineOptions options = flags.options(flags.level.getValue());
        options.tuning = flags.tuning();
        add(manager, flags, buildCpuPipeline(manager, options));
      });
  PassPipelineRegistration<GpuPipelineFlags>(
      "assay-gpu-pipeline",
      "From ops on tensors to launches of kernels in the LLVM dialect, as hip:O0..O3 do",
      [](OpPassManager &manager, const GpuPipelineFlags &flags) {
        PipelineOptions options = flags.options(flags.level.getValue());
        options.chip = flags.chip.getValue();
        add(manager, flags, buildGpuPipeline(manager, options));
      });
}

} // namespace assay
