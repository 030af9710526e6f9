#include "compiler/pipelines/Pipelines.h"

#include "compiler/faults/Faults.h"
#include "compiler/faults/Passes.h"
#include "compiler/lowering/Passes.h"
#include "compiler/pipelines/Passes.h"
#include "compiler/tensors/Passes.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/InitAllPasses.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {

/// Every linalg op becomes a linalg.generic without unit dims.
static constexpr std::string_view generalise =
    "func.func(linalg-generalize-named-ops),canonicalize,cse,linalg-fold-unit-extent-dims";

/// Fewer ops on tensors.
static constexpr std::string_view fuse =
    "assay-prepare-fusion,linalg-fuse-elementwise-ops,canonicalize,cse";

/// From tensors to buffers. Results of functions may be buffers that the function allocated, or its
/// arguments.
static constexpr std::string_view bufferize =
    "assay-prepare-buffers,one-shot-bufferize{bufferize-function-boundaries=1"
    " function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1 "
    "buffer-alignment=0}";

/// From linalg on buffers to loops, for what did not become vectors.
static constexpr std::string_view toLoops = "func.func(convert-linalg-to-loops)";

static constexpr std::string_view vectorise =
    "assay-tile,canonicalize,cse,assay-drop-unit-loops,assay-vectorize,"
    "func.func(lower-vector-multi-reduction),convert-vector-to-scf";

/// From loops over memrefs to the LLVM dialect.
static constexpr std::string_view toLlvm =
    "convert-scf-to-cf,assay-lower-views,lower-affine,arith-expand,"
    "assay-if-present{dialect=complex pipeline={builtin.module(convert-complex-to-standard)}},"
    "assay-if-present{dialect=math "
    "pipeline={builtin.module(convert-math-to-llvm,convert-math-to-libm)}},"
    "convert-to-llvm,reconcile-unrealized-casts";

/// One function of linalg.generic on buffers, with parallel loops outside. Nothing is canonicalised
/// from here on until kernels are formed: loops that are a workgroup's would lose what says so.
static constexpr std::string_view prepareKernels =
    "canonicalize,func.func(linalg-generalize-named-ops),assay-order-loops";

/// Kernels that work together in workgroups and waves.
static constexpr std::string_view formGroups =
    "assay-use-mfma{{half={}}},assay-reduce-in-groups,assay-use-vectors";

/// What is still linalg as parallel loops.
static constexpr std::string_view toParallelLoops =
    "func.func(convert-linalg-to-parallel-loops),lower-affine,assay-lower-views";

/// From kernels to the LLVM dialect.
static constexpr std::string_view kernelsToLlvm =
    "assay-expand-copysign,arith-expand,assay-if-present{{dialect=complex "
    "pipeline={{builtin.module(convert-complex-to-standard)}}}},"
    "gpu.module(math-extend-to-supported-types,convert-scf-to-cf,convert-gpu-to-rocdl{{chipset={} "
    "runtime=HIP}},reconcile-unrealized-casts)";

static void registerPassesOnce() {
  static const bool done = [] {
    mlir::registerAllPasses();
    registerAssayPasses();
    return true;
  }();
  (void)done;
}

bool isPass(std::string_view name) {
  registerPassesOnce();
  return PassInfo::lookup(name) != nullptr;
}

static Expected<void> append(OpPassManager &manager, std::string_view text) {
  registerPassesOnce();
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(text, manager, stream)))
    // The first line says it; the others point into the text.
    return Error{fmt::format("the pipeline '{}' cannot be built: {}", text,
                             message.substr(0, message.find('\n')))};
  return {};
}

static std::string pipelineText(OptLevel level) {
  switch (level) {
  case OptLevel::O0:
    return fmt::format("{},{},{}", bufferize, toLoops, toLlvm);
  case OptLevel::O1:
    return fmt::format("canonicalize,cse,{},{},{},canonicalize,{}", fuse, bufferize, toLoops,
                       toLlvm);
  case OptLevel::O2:
    return fmt::format("{},{},{},{},{},canonicalize,cse,convert-vector-to-llvm,{}", generalise,
                       fuse, bufferize, vectorise, toLoops, toLlvm);
  }
  llvm_unreachable("all levels are handled");
}

/// The fault's pass, if there is a fault and this is its stage. An error says that there is no such
/// fault.
static Expected<void> inject(OpPassManager &manager, const PipelineOptions &options,
                             Fault::Stage stage) {
  if (options.inject.empty())
    return {};
  Expected<Fault> fault = faultFromName(options.inject);
  if (!fault)
    return fault.error();
  if (fault->stage == stage)
    manager.addPass(createInjectPass({std::string(fault->name)}));
  return {};
}

/// The passes that come before all others: the fault, if it is one of tensors, and then
/// lower-assay.
static Expected<void> begin(OpPassManager &manager, const PipelineOptions &options) {
  ASSAY_TRY(inject(manager, options, Fault::Stage::Tensors));
  manager.addPass(createLowerAssayPass());
  return {};
}

/// The same for a pipeline without kernels, which faults of kernels are none for.
static Expected<void> beginWithoutKernels(OpPassManager &manager, const PipelineOptions &options) {
  auto begun = begin(manager, options);
  if (begun && !options.inject.empty() &&
      faultFromName(options.inject)->stage == Fault::Stage::Kernels)
    return Error{fmt::format("the fault '{}' is one of kernels: build it into hip:O0 or hip:O1",
                             options.inject)};
  return begun;
}

Expected<void> buildCpuPipeline(OpPassManager &manager, const PipelineOptions &options) {
  ASSAY_TRY(beginWithoutKernels(manager, options));
  manager.addPass(createSplitComplexPass());
  return append(manager, pipelineText(options.level));
}

Expected<void> buildGpuPipeline(OpPassManager &manager, const PipelineOptions &options,
                                std::string_view chip) {
  if (options.level == OptLevel::O2)
    return Error{"there is no O2 for kernels: choose O0 or O1"};
  ASSAY_TRY(begin(manager, options));
  manager.addPass(createSplitComplexPass());
  std::string toKernels;
  if (options.level == OptLevel::O0)
    toKernels = fmt::format("inline,symbol-dce,{},{},{},assay-form-kernels{{work-items=64}}",
                            bufferize, prepareKernels, toParallelLoops);
  else
    toKernels = fmt::format("inline,symbol-dce,canonicalize,cse,{},{},{},{},{},assay-parallelise,"
                            "assay-form-kernels{{work-items=256}}",
                            fuse, bufferize, prepareKernels,
                            fmt::format(formGroups, chip == "gfx90a" ? 0 : 1), toParallelLoops);
  ASSAY_TRY(append(manager, toKernels));
  ASSAY_TRY(inject(manager, options, Fault::Stage::Kernels));
  return append(manager, fmt::format(kernelsToLlvm, chip));
}

Expected<void> parsePipeline(OpPassManager &manager, std::string_view text,
                             const PipelineOptions &options) {
  ASSAY_TRY(beginWithoutKernels(manager, options));
  constexpr std::string_view prefix = "builtin.module(";
  if (text.starts_with(prefix) && text.ends_with(')'))
    text = text.substr(prefix.size(), text.size() - prefix.size() - 1);
  return append(manager, text);
}

} // namespace assay
