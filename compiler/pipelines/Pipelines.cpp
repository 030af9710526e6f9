#include "compiler/pipelines/Pipelines.h"

#include "compiler/faults/Faults.h"
#include "compiler/faults/Passes.h"
#include "compiler/mutants/Passes.h"
#include "compiler/mutants/Rules.h"
#include "support/Assert.h"
#include "support/FirstLine.h"
#include "support/NameOf.h"
#include "support/Random.h"
#include "target/PassPipeline.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/InitAllPasses.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace assay {

void registerPasses() {
  static const bool done = [] {
    mlir::registerAllPasses();
    registerAssayPasses();
    return true;
  }();
  (void)done;
}

bool isPass(std::string_view name) {
  registerPasses();
  return PassInfo::lookup(name) != nullptr;
}

static Expected<void> append(OpPassManager &manager, std::string_view text) {
  registerPasses();
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(text, manager, stream)))
    // The first line says it; the others point into the text.
    return Error{fmt::format("the pipeline '{}' cannot be built: {}", text, firstLine(message))};
  return {};
}

namespace {

/// A deliberate bug: a fault, or a rule.
using Bug = std::variant<Fault, Rule>;

/// The one called `name`; an error lists the faults there are.
Expected<Bug> bugFromName(std::string_view name) {
  if (auto rule = ruleFromName(name))
    return Bug(*rule);
  auto fault = faultFromName(name);
  if (!fault)
    return fault.error();
  return Bug(*fault);
}

bool isOfKernels(const Bug &bug) {
  const Fault *fault = std::get_if<Fault>(&bug);
  return fault && fault->stage == Fault::Stage::Kernels;
}

/// Where its pass goes wrong: right where the phase begins.
Phase phaseOf(const Bug &bug) { return isOfKernels(bug) ? Phase::Kernels : Phase::Emitted; }

/// Its pass, as mlir-opt names it.
std::string passOf(const Bug &bug) {
  if (const Rule *rule = std::get_if<Rule>(&bug))
    return fmt::format("assay-apply-rule{{rule={}}}", rule->name);
  return fmt::format("assay-inject{{fault={}}}", std::get<Fault>(bug).name);
}

/// Appends it.
void addBug(OpPassManager &manager, const Bug &bug) {
  const Expected<void> added = append(manager, passOf(bug));
  ASSAY_ASSERT(added, "the passes of bugs are registered");
}

/// A pipeline that is being built. Its steps, functions below, append passes as mlir-opt names
/// them.
class Pipeline {
public:
  /// An error says that there is no such bug. `build` is what builds such pipelines.
  template <class Build>
  static Expected<Pipeline> begin(OpPassManager &manager, const PipelineOptions &options,
                                  const Build &build) {
    std::optional<Bug> bug;
    if (!options.inject.empty()) {
      auto found = bugFromName(options.inject);
      if (!found)
        return found.error();
      bug = *found;
    }
    registerPasses();
    Pipeline pipeline(manager, options, bug);
    if (options.mutant)
      pipeline.phaseOfMutant = drawPhase(options, build);
    return pipeline;
  }

  const PipelineOptions &options() const { return given; }
  bool hasKernelFault() const { return bug && isOfKernels(*bug); }

  /// From here on the module is what the phase says.
  void enter(Phase phase) {
    hasEnded |= phase >= given.until;
    if (bug && !hasEnded && phase == phaseOf(*bug)) {
      addBug(manager, *bug);
      tell(passOf(*bug));
    }
    if (given.mutant && phaseOfMutant == phase && phase <= given.until)
      manager.addPass(createMutatePass(phase, *given.mutant));
    if (given.atPhase && phase <= given.until)
      given.atPhase(phase, manager);
  }

  /// An error quotes the parser.
  Expected<void> add(std::string_view passes) {
    if (hasEnded)
      return {};
    tell(passes);
    return append(manager,
                  isOfDispatches ? fmt::format("builtin.module({})", passes) : std::string(passes));
  }

  /// From here on passes are for the module of dispatches, in the one of the host.
  void nestInDispatches() { isOfDispatches = true; }

private:
  void tell(std::string_view passes) const {
    if (given.onPasses)
      given.onPasses(passes);
  }

  Pipeline(OpPassManager &manager, const PipelineOptions &options, std::optional<Bug> bug)
      : manager(manager), given(options), bug(bug) {}

  /// One of the phases that such a pipeline has, as the seed says; nothing if it cannot be built.
  template <class Build>
  static std::optional<Phase> drawPhase(PipelineOptions options, const Build &build) {
    std::vector<Phase> phases;
    const uint64_t seed = options.mutant->seed;
    options.mutant.reset();
    options.onPasses = {};
    options.atPhase = [&](Phase phase, OpPassManager &) { phases.push_back(phase); };
    OpPassManager trial(ModuleOp::getOperationName());
    if (!build(trial, options) || phases.empty())
      return std::nullopt;
    return Random::forIndex(seed, placeOfMutantStream).pick(phases);
  }

  OpPassManager &manager;
  PipelineOptions given;
  std::optional<Bug> bug;
  std::optional<Phase> phaseOfMutant;
  bool hasEnded = false, isOfDispatches = false;
};

Expected<void> lowerAssay(Pipeline &pipeline) {
  pipeline.enter(Phase::Emitted);
  return pipeline.add("lower-assay");
}

/// Configs come before anything changes the ops that have them; those of attention's products stay
/// until it is made of them.
Expected<void> tuneTensors(Pipeline &pipeline) {
  if (const auto &tuning = pipeline.options().tuning) {
    ASSAY_TRY(pipeline.add(fmt::format("assay-draw-configs{{seed={}}}", tuning->seed)));
    if (tuning->use == Tuning::Use::Stripped)
      ASSAY_TRY(pipeline.add("assay-strip-compilation-info"));
  }
  return pipeline.add("assay-tile-and-fuse");
}

/// What is plain on tensors while the ops of the assay dialect are still there, in one function.
/// Upstream's bugs come first: the canonicaliser, which the inliner calls as well, is where some of
/// them are. What linalg can say becomes linalg, to be fused with the rest.
Expected<void> optimiseTensors(Pipeline &pipeline) {
  return pipeline.add(
      "assay-prepare-tensors,assay-split-complex,inline,symbol-dce,canonicalize,cse,"
      "func.func(linalg-generalize-named-ops),assay-sink-elementwise,assay-bubble-slices,"
      "assay-select-topk,assay-sort-indices,assay-decompose{keys=64},assay-tile-and-fuse,"
      "assay-strip-compilation-info,"
      "func.func(linalg-generalize-named-ops),assay-propagate-transpose");
}

/// Every linalg op becomes a linalg.generic without unit dims.
Expected<void> generalise(Pipeline &pipeline) {
  return pipeline.add(
      "func.func(linalg-generalize-named-ops),canonicalize,cse,assay-prepare-unit-dims,"
      "linalg-fold-unit-extent-dims");
}

/// Fewer ops on tensors.
Expected<void> fuse(Pipeline &pipeline) {
  return pipeline.add("assay-prepare-fusion,linalg-fuse-elementwise-ops,canonicalize,cse");
}

/// What is done in one go goes into a dispatch, which reads and writes what it need not reshape,
/// and is then a function on buffers that the host calls.
Expected<void> formDispatches(Pipeline &pipeline) {
  return pipeline.add("func.func(assay-form-dispatches),canonicalize,cse,"
                      "assay-fold-into-bindings,canonicalize,cse,assay-outline-dispatches");
}

/// O0: what sorts, scans and indexes are loops, and there is nothing else to do.
Expected<void> loopsAlone(Pipeline &pipeline) {
  ASSAY_TRY(lowerAssay(pipeline));
  ASSAY_TRY(pipeline.add("assay-split-complex"));
  pipeline.enter(Phase::Tensors);
  return {};
}

/// O1 and O2: the program as it is goes into dispatches, and what is in one is optimised with what
/// sorts, scans and indexes in loops.
Expected<void> loopsFirst(Pipeline &pipeline) {
  pipeline.enter(Phase::Emitted);
  ASSAY_TRY(
      pipeline.add("assay-prepare-tensors,assay-split-complex,inline,symbol-dce,canonicalize,cse"));
  ASSAY_TRY(formDispatches(pipeline));
  ASSAY_TRY(pipeline.add("lower-assay,assay-split-complex"));
  pipeline.enter(Phase::Tensors);
  if (pipeline.options().level == OptLevel::O1)
    ASSAY_TRY(pipeline.add("canonicalize,cse"));
  else
    ASSAY_TRY(generalise(pipeline));
  return fuse(pipeline);
}

/// O3: they stay ops on tensors, of the whole program, until everything else on tensors is done.
Expected<void> loopsLast(Pipeline &pipeline) {
  pipeline.enter(Phase::Emitted);
  ASSAY_TRY(tuneTensors(pipeline));
  ASSAY_TRY(optimiseTensors(pipeline));
  ASSAY_TRY(generalise(pipeline));
  // Slices in the loops of tiles may drop dims now.
  ASSAY_TRY(pipeline.add("assay-prepare-tensors"));
  ASSAY_TRY(fuse(pipeline));
  ASSAY_TRY(formDispatches(pipeline));
  ASSAY_TRY(pipeline.add("lower-assay"));
  pipeline.enter(Phase::Tensors);
  return {};
}

/// From what is emitted to upstream's ops on tensors, as the level says.
Expected<void> lowerTensors(Pipeline &pipeline) {
  switch (pipeline.options().level) {
  case OptLevel::O0:
    return loopsAlone(pipeline);
  case OptLevel::O1:
  case OptLevel::O2:
    return loopsFirst(pipeline);
  case OptLevel::O3:
    return loopsLast(pipeline);
  }
  llvm_unreachable("all levels are handled");
}

/// From tensors to buffers. Results of functions may be buffers that the function allocated, or its
/// arguments.
Expected<void> bufferize(Pipeline &pipeline) {
  ASSAY_TRY(pipeline.add(
      "assay-prepare-buffers,one-shot-bufferize{bufferize-function-boundaries=1"
      " function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1 "
      "buffer-alignment=0}"));
  pipeline.enter(Phase::Buffers);
  return {};
}

Expected<void> vectorise(Pipeline &pipeline) {
  const bool isFast = pipeline.options().level == OptLevel::O3;
  if (isFast)
    ASSAY_TRY(pipeline.add("assay-expand-exp,assay-use-outer-products,assay-reduce-in-lanes"));
  return pipeline.add(
      fmt::format("assay-tile{{width={}}},canonicalize,cse,assay-drop-unit-loops,assay-vectorize,"
                  "func.func(lower-vector-multi-reduction),convert-vector-to-scf",
                  isFast ? 8 : 4));
}

/// From linalg on buffers to loops, for what did not become vectors.
Expected<void> lowerToLoops(Pipeline &pipeline) {
  ASSAY_TRY(pipeline.add("func.func(convert-linalg-to-loops)"));
  pipeline.enter(Phase::Loops);
  return {};
}

/// The host gets the form that its plan is read off, and the rest of the pipeline is for what it
/// calls.
Expected<void> partHost(Pipeline &pipeline) {
  ASSAY_TRY(pipeline.add("lower-affine,assay-lower-views,arith-expand,assay-part-host"));
  pipeline.nestInDispatches();
  return {};
}

/// From loops over memrefs to the LLVM dialect.
Expected<void> lowerToLlvm(Pipeline &pipeline) {
  ASSAY_TRY(pipeline.add(
      "convert-scf-to-cf,assay-lower-views,lower-affine,arith-expand,"
      "assay-if-present{dialect=complex pipeline={builtin.module(convert-complex-to-standard)}},"
      "assay-if-present{dialect=math "
      "pipeline={builtin.module(convert-math-to-llvm,convert-math-to-libm)}},"
      "convert-to-llvm,reconcile-unrealized-casts"));
  pipeline.enter(Phase::Llvm);
  return {};
}

/// One function of linalg.generic on buffers, with parallel loops outside. Nothing is canonicalised
/// from here on until kernels are formed: loops that are a workgroup's would lose what says so.
Expected<void> prepareKernels(Pipeline &pipeline) {
  return pipeline.add("canonicalize,func.func(linalg-generalize-named-ops),assay-order-loops");
}

/// Kernels that work together in workgroups and waves.
Expected<void> formGroups(Pipeline &pipeline) {
  return pipeline.add(
      fmt::format("assay-use-mfma{{half={}}},assay-reduce-in-groups,assay-use-vectors",
                  pipeline.options().chip == "gfx90a" ? 0 : 1));
}

/// What is still linalg as parallel loops.
Expected<void> lowerToParallelLoops(Pipeline &pipeline) {
  ASSAY_TRY(
      pipeline.add("func.func(convert-linalg-to-parallel-loops),lower-affine,assay-lower-views"));
  pipeline.enter(Phase::Loops);
  return {};
}

Expected<void> formKernels(Pipeline &pipeline, int workItems) {
  ASSAY_TRY(pipeline.add(fmt::format("assay-form-kernels{{work-items={}}}", workItems)));
  pipeline.enter(Phase::Kernels);
  return {};
}

/// From kernels to the LLVM dialect.
Expected<void> lowerKernelsToLlvm(Pipeline &pipeline) {
  ASSAY_TRY(pipeline.add(
      fmt::format("assay-expand-copysign,arith-expand,assay-if-present{{dialect=complex "
                  "pipeline={{builtin.module(convert-complex-to-standard)}}}},"
                  "gpu.module(math-extend-to-supported-types,convert-scf-to-cf,convert-gpu-to-"
                  "rocdl{{chipset={} "
                  "runtime=HIP}},reconcile-unrealized-casts)",
                  pipeline.options().chip)));
  pipeline.enter(Phase::Llvm);
  return {};
}

/// A pipeline without kernels, which faults of kernels are none for.
template <class Build>
Expected<Pipeline> beginWithoutKernels(OpPassManager &manager, const PipelineOptions &options,
                                       const Build &build) {
  auto pipeline = Pipeline::begin(manager, options, build);
  if (pipeline && pipeline->hasKernelFault())
    return Error{fmt::format("the fault '{}' is one of kernels: build it into hip:O0 to O3",
                             options.inject)};
  return pipeline;
}

} // namespace

Expected<void> buildCpuPipeline(OpPassManager &manager, const PipelineOptions &options) {
  auto pipeline = beginWithoutKernels(manager, options, buildCpuPipeline);
  if (!pipeline)
    return pipeline.error();
  const bool vectorises = options.level >= OptLevel::O2;
  ASSAY_TRY(lowerTensors(*pipeline));
  ASSAY_TRY(bufferize(*pipeline));
  if (vectorises)
    ASSAY_TRY(vectorise(*pipeline));
  ASSAY_TRY(lowerToLoops(*pipeline));
  if (options.level == OptLevel::O1)
    ASSAY_TRY(pipeline->add("canonicalize"));
  if (vectorises)
    ASSAY_TRY(pipeline->add("canonicalize,cse"));
  if (options.level > OptLevel::O0 && options.partsHost)
    ASSAY_TRY(partHost(*pipeline));
  if (vectorises)
    ASSAY_TRY(pipeline->add("convert-vector-to-llvm"));
  return lowerToLlvm(*pipeline);
}

Expected<void> buildGpuPipeline(OpPassManager &manager, const PipelineOptions &options) {
  auto pipeline = Pipeline::begin(manager, options, buildGpuPipeline);
  if (!pipeline)
    return pipeline.error();
  const bool optimises = options.level > OptLevel::O0;
  ASSAY_TRY(lowerTensors(*pipeline));
  if (!optimises)
    ASSAY_TRY(pipeline->add("inline,symbol-dce"));
  ASSAY_TRY(bufferize(*pipeline));
  // Of dispatches, the host does what is not for kernels.
  if (optimises)
    ASSAY_TRY(pipeline->add("inline,symbol-dce"));
  ASSAY_TRY(prepareKernels(*pipeline));
  if (optimises)
    ASSAY_TRY(formGroups(*pipeline));
  ASSAY_TRY(lowerToParallelLoops(*pipeline));
  if (optimises)
    ASSAY_TRY(pipeline->add("assay-parallelise"));
  ASSAY_TRY(formKernels(*pipeline, optimises ? 256 : 64));
  return lowerKernelsToLlvm(*pipeline);
}

static Expected<void> addMutated(OpPassManager &manager, Pipeline &pipeline,
                                 const std::vector<std::string> &passes,
                                 const MutantOptions &mutant) {
  // Before which pass it is; before the first it changes what is emitted.
  const auto place = Random::forIndex(mutant.seed, placeOfMutantStream).below(passes.size() + 1);
  const auto split = passes.begin() + static_cast<std::ptrdiff_t>(place);
  if (place > 0)
    ASSAY_TRY(pipeline.add(joinPasses({passes.begin(), split})));
  manager.addPass(place == 0 ? createMutatePass(Phase::Emitted, mutant)
                             : createMutateAnywherePass(mutant));
  return split == passes.end() ? Expected<void>() : pipeline.add(joinPasses({split, passes.end()}));
}

Expected<void> parsePipeline(OpPassManager &manager, std::string_view text,
                             const PipelineOptions &options) {
  PipelineOptions unchanged = options;
  unchanged.mutant.reset();
  auto pipeline = beginWithoutKernels(manager, unchanged,
                                      [&](OpPassManager &trial, const PipelineOptions &without) {
                                        return parsePipeline(trial, text, without);
                                      });
  if (!pipeline)
    return pipeline.error();
  pipeline->enter(Phase::Emitted);
  const bool lowersFirst = !lowersAssay(text);
  if (options.mutant) {
    std::vector<std::string> passes = splitPasses(text);
    if (lowersFirst)
      passes.insert(passes.begin(), "lower-assay");
    return addMutated(manager, *pipeline, passes, *options.mutant);
  }
  if (lowersFirst) {
    ASSAY_TRY(pipeline->add("lower-assay"));
    pipeline->enter(Phase::Tensors);
  }
  constexpr std::string_view prefix = "builtin.module(";
  if (text.starts_with(prefix) && text.ends_with(')'))
    text = text.substr(prefix.size(), text.size() - prefix.size() - 1);
  return pipeline->add(text);
}

bool mayChange(ModuleOp module, std::string_view name) {
  const auto bug = bugFromName(name);
  ASSAY_ASSERT(bug, "no such bug");
  if (isOfKernels(*bug))
    return true;
  OwningOpRef<ModuleOp> copy(module.clone());
  if (const Rule *rule = std::get_if<Rule>(&*bug))
    return applyRule(*rule, *copy) > 0;
  const OperationFingerPrint before(*copy);
  PassManager passes(module.getContext());
  addBug(passes, *bug);
  return failed(passes.run(*copy)) || OperationFingerPrint(*copy) != before;
}

} // namespace assay
