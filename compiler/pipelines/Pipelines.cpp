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

/// The phase at whose begin it goes wrong, or the pass right before which it does.
std::string_view stageOf(const Bug &bug) {
  const Fault *fault = std::get_if<Fault>(&bug);
  return fault ? fault->stage : nameOf(Phase::Emitted);
}

/// Its pass, as mlir-opt names it.
std::string passOf(const Bug &bug) {
  if (const Rule *rule = std::get_if<Rule>(&bug))
    return fmt::format("assay-apply-rule{{rule={}}}", rule->name);
  return fmt::format("assay-inject{{fault={}}}", std::get<Fault>(bug).name);
}

/// Whether that is before `pass`, as a pipeline's text has it.
bool isBefore(const Bug &bug, std::string_view pass) {
  return hasPasses(pass, {std::string(stageOf(bug))});
}

/// Whether it changes the module, which is then changed.
bool apply(const Bug &bug, ModuleOp module) {
  const Rule *rule = std::get_if<Rule>(&bug);
  return rule ? applyRule(*rule, module) > 0 : applyFault(std::get<Fault>(bug), module);
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

  /// From here on the module is what the phase says.
  void enter(Phase phase) {
    hasEnded |= phase >= given.until;
    if (bug && !hasEnded && stageOf(*bug) == nameOf(phase))
      addBug();
    if (given.mutant && phaseOfMutant == phase && phase <= given.until)
      manager.addPass(createMutatePass(phase, *given.mutant));
    if (given.atPhase && phase <= given.until)
      given.atPhase(phase, manager);
  }

  /// An error quotes the parser.
  Expected<void> add(std::string_view passes) {
    if (hasEnded)
      return {};
    const bool isBugHere = bug && !hasBug && isBefore(*bug, passes);
    if (!isBugHere && !given.beforePass)
      return appendHere(passes);
    for (const std::string &pass : splitPasses(passes)) {
      if (isBugHere && !hasBug && isBefore(*bug, pass))
        addBug();
      if (given.beforePass)
        given.beforePass(pass, manager);
      ASSAY_TRY(appendHere(pass));
    }
    return {};
  }

  /// To be called behind the last pass. An error says that it cannot have the bug.
  Expected<void> end() const {
    if (bug && !hasBug && given.until == Phase::Llvm)
      return Error{
          fmt::format("the fault '{}' is one of {}, which this target's pipeline does not have",
                      given.inject, stageOf(*bug))};
    return {};
  }

  /// From here on passes are for the module of dispatches, in the one of the host.
  void nestInDispatches() { isOfDispatches = true; }

private:
  /// Appends to what is current, and tells of it.
  Expected<void> appendHere(std::string_view passes) {
    if (given.onPasses)
      given.onPasses(passes);
    return append(manager,
                  isOfDispatches ? fmt::format("builtin.module({})", passes) : std::string(passes));
  }

  void addBug() {
    hasBug = true;
    const Expected<void> added = appendHere(passOf(*bug));
    ASSAY_ASSERT(added, "the passes of bugs are registered");
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
    options.beforePass = {};
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
  bool hasEnded = false, hasBug = false, isOfDispatches = false;
};

Expected<void> lowerAssay(Pipeline &pipeline) {
  pipeline.enter(Phase::Emitted);
  return pipeline.add("lower-assay");
}

/// What runs dispatches.
enum class Device : uint8_t { Cpu, Gpu };

/// Configs come before anything changes the ops that have them; those of attention's products stay
/// until it is made of them.
Expected<void> tuneTensors(Pipeline &pipeline, Device device) {
  if (const auto &tuning = pipeline.options().tuning) {
    ASSAY_TRY(pipeline.add(fmt::format("assay-draw-configs{{seed={}}}", tuning->seed)));
    if (tuning->use == Tuning::Use::Stripped)
      ASSAY_TRY(pipeline.add("assay-strip-compilation-info,assay-verify-stripped"));
  }
  if (device == Device::Cpu)
    ASSAY_TRY(pipeline.add("assay-choose-configs"));
  return pipeline.add("assay-tile-and-fuse");
}

/// Attention takes so many keys at a time; what no wave of a GPU does takes all at once there,
/// since its host has no loops.
std::string_view decompose(Device device) {
  return device == Device::Cpu ? "assay-decompose{keys=64}" : "assay-decompose{waves=1}";
}

/// What is plain on tensors while the ops of the assay dialect are still there, in one function.
/// Upstream's bugs come first: the canonicaliser, which the inliner calls as well, is where some of
/// them are. What linalg can say becomes linalg, to be fused with the rest.
Expected<void> optimiseTensors(Pipeline &pipeline, Device device) {
  return pipeline.add(fmt::format(
      "assay-prepare-tensors,assay-split-complex,inline,symbol-dce,canonicalize,cse,"
      "func.func(linalg-generalize-named-ops),assay-propagate-reshape,assay-sink-elementwise,"
      "assay-bubble-slices,"
      "assay-select-topk{},assay-sort-indices,{},assay-tile-and-fuse,assay-strip-compilation-info,"
      "func.func(linalg-generalize-named-ops),assay-propagate-transpose",
      device == Device::Gpu ? "{waves=1}" : "", decompose(device)));
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

/// What is left of the assay dialect becomes loops. On a GPU a short line is sorted in memory of
/// the work-item's own, so that what nobody reads is not in that of the device.
std::string_view lowerRest(Device device) {
  return device == Device::Gpu ? "lower-assay{private=512}" : "lower-assay";
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
Expected<void> loopsFirst(Pipeline &pipeline, Device device) {
  pipeline.enter(Phase::Emitted);
  ASSAY_TRY(
      pipeline.add("assay-prepare-tensors,assay-split-complex,inline,symbol-dce,canonicalize,cse"));
  ASSAY_TRY(formDispatches(pipeline));
  ASSAY_TRY(pipeline.add(lowerRest(device)));
  ASSAY_TRY(pipeline.add("assay-split-complex"));
  pipeline.enter(Phase::Tensors);
  if (pipeline.options().level == OptLevel::O1)
    ASSAY_TRY(pipeline.add("canonicalize,cse"));
  else
    ASSAY_TRY(generalise(pipeline));
  // Slices may drop dims, of which something else tells now that they are 1.
  ASSAY_TRY(pipeline.add("assay-prepare-tensors"));
  return fuse(pipeline);
}

/// O3: they stay ops on tensors, of the whole program, until everything else on tensors is done.
Expected<void> loopsLast(Pipeline &pipeline, Device device) {
  pipeline.enter(Phase::Emitted);
  ASSAY_TRY(tuneTensors(pipeline, device));
  ASSAY_TRY(optimiseTensors(pipeline, device));
  ASSAY_TRY(generalise(pipeline));
  // Slices in the loops of tiles may drop dims now.
  ASSAY_TRY(pipeline.add("assay-prepare-tensors"));
  ASSAY_TRY(fuse(pipeline));
  ASSAY_TRY(formDispatches(pipeline));
  ASSAY_TRY(pipeline.add(lowerRest(device)));
  pipeline.enter(Phase::Tensors);
  return {};
}

/// From what is emitted to upstream's ops on tensors, as the level says.
Expected<void> lowerTensors(Pipeline &pipeline, Device device) {
  switch (pipeline.options().level) {
  case OptLevel::O0:
    return loopsAlone(pipeline);
  case OptLevel::O1:
  case OptLevel::O2:
    return loopsFirst(pipeline, device);
  case OptLevel::O3:
    return loopsLast(pipeline, device);
  }
  llvm_unreachable("all levels are handled");
}

/// From tensors to buffers. Results of functions may be buffers that the function allocated, or its
/// arguments.
Expected<void> bufferize(Pipeline &pipeline, Device device) {
  const bool isFast = pipeline.options().level == OptLevel::O3 && device == Device::Cpu;
  if (isFast)
    ASSAY_TRY(pipeline.add("assay-reuse-operands"));
  ASSAY_TRY(pipeline.add(
      "assay-prepare-buffers,one-shot-bufferize{bufferize-function-boundaries=1"
      " function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops=1 "
      "buffer-alignment=0}"));
  if (isFast)
    ASSAY_TRY(pipeline.add("func.func(buffer-loop-hoisting)"));
  pipeline.enter(Phase::Buffers);
  return {};
}

Expected<void> vectorise(Pipeline &pipeline) {
  const bool isFast = pipeline.options().level == OptLevel::O3;
  if (isFast)
    ASSAY_TRY(pipeline.add(
        "assay-expand-exp,assay-use-outer-products,assay-fuse-rows,assay-reduce-in-lanes"));
  // Vectors of more dims are not staged: their stack would be taken anew in each step of a loop.
  return pipeline.add(
      fmt::format("assay-tile{{width={}}},canonicalize,cse,assay-drop-unit-loops,assay-vectorize,"
                  "func.func(lower-vector-multi-reduction),convert-vector-to-scf{{full-unroll=1}}",
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
  const int half = pipeline.options().chip == "gfx90a" ? 0 : 1;
  ASSAY_TRY(pipeline.add(fmt::format("assay-use-mfma{{half={}}}", half)));
  if (pipeline.options().level == OptLevel::O3)
    ASSAY_TRY(pipeline.add(fmt::format(
        "assay-topk-in-waves,assay-attention-in-waves{{half={}}},assay-rows-in-waves", half)));
  return pipeline.add("assay-reduce-in-groups,assay-use-vectors");
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

} // namespace

Expected<void> buildCpuPipeline(OpPassManager &manager, const PipelineOptions &options) {
  auto pipeline = Pipeline::begin(manager, options, buildCpuPipeline);
  if (!pipeline)
    return pipeline.error();
  const bool vectorises = options.level >= OptLevel::O2;
  ASSAY_TRY(lowerTensors(*pipeline, Device::Cpu));
  ASSAY_TRY(bufferize(*pipeline, Device::Cpu));
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
  ASSAY_TRY(lowerToLlvm(*pipeline));
  return pipeline->end();
}

Expected<void> buildGpuPipeline(OpPassManager &manager, const PipelineOptions &options) {
  auto pipeline = Pipeline::begin(manager, options, buildGpuPipeline);
  if (!pipeline)
    return pipeline.error();
  const bool optimises = options.level > OptLevel::O0;
  ASSAY_TRY(lowerTensors(*pipeline, Device::Gpu));
  if (!optimises)
    ASSAY_TRY(pipeline->add("inline,symbol-dce"));
  ASSAY_TRY(bufferize(*pipeline, Device::Gpu));
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
  ASSAY_TRY(lowerKernelsToLlvm(*pipeline));
  return pipeline->end();
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
  auto pipeline = Pipeline::begin(manager, unchanged,
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
  ASSAY_TRY(pipeline->add(text));
  return pipeline->end();
}

namespace {

/// The pipeline of a target of ours; of another one nothing that follows what is emitted.
Expected<void> buildPipeline(OpPassManager &manager, const TargetName &target,
                             PipelineOptions options) {
  if (target.compiler == "cpu" && target.pipeline)
    return parsePipeline(manager, *target.pipeline, options);
  const auto level = enumeratorNamed<OptLevel>(target.level);
  if (!level || (target.compiler != "cpu" && target.compiler != "hip"))
    return {};
  options.level = *level;
  options.tuning = tuningOf(target);
  for (const TargetSetting &setting : target.settings)
    options.chip = setting.key;
  return target.compiler == "hip" ? buildGpuPipeline(manager, options)
                                  : buildCpuPipeline(manager, options);
}

/// Bugs that are tried on copies of a module as it gets where they are.
class Trials {
public:
  explicit Trials(std::span<const std::string> names) : may(names.size(), false) {
    for (const std::string &name : names)
      if (auto bug = bugFromName(name))
        open.push_back({*bug, static_cast<size_t>(&name - names.data())});
  }

  bool isDone() const { return open.empty(); }
  /// Whether some are to be tried where that holds of the bug.
  template <class Predicate> bool has(const Predicate &isHere) const {
    return llvm::any_of(open, [&](const Trial &trial) { return isHere(trial.bug); });
  }
  template <class Predicate> void run(ModuleOp module, const Predicate &isHere) {
    OwningOpRef<ModuleOp> copy;
    for (const Trial &trial : open)
      if (isHere(trial.bug)) {
        if (!copy)
          copy = module.clone();
        if (apply(trial.bug, *copy)) {
          may[trial.place] = true;
          copy = nullptr;
        }
      }
    llvm::erase_if(open, [&](const Trial &trial) { return isHere(trial.bug); });
  }
  /// Those that were not tried may do anything.
  std::vector<bool> end() {
    for (const Trial &trial : open)
      may[trial.place] = true;
    return std::move(may);
  }

private:
  struct Trial {
    Bug bug;
    size_t place;
  };
  std::vector<Trial> open;
  std::vector<bool> may;
};

/// Runs trials where it stands in a pipeline, which ends there if they were the last.
struct TrialPass : PassWrapper<TrialPass, OperationPass<ModuleOp>> {
  TrialPass(Trials &trials, std::function<bool(const Bug &)> isHere)
      : trials(&trials), isHere(std::move(isHere)) {}
  void runOnOperation() override {
    trials->run(getOperation(), isHere);
    if (trials->isDone())
      signalPassFailure();
  }

  Trials *trials;
  std::function<bool(const Bug &)> isHere;
};

} // namespace

std::vector<bool> mayChange(ModuleOp module, const TargetName &target,
                            std::span<const std::string> bugs) {
  Trials trials(bugs);
  trials.run(module, [](const Bug &bug) { return stageOf(bug) == nameOf(Phase::Emitted); });
  if (trials.isDone())
    return trials.end();
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  const auto addTrials = [&](OpPassManager &passes, const auto &isHere) {
    if (trials.has(isHere))
      passes.addPass(std::make_unique<TrialPass>(trials, isHere));
  };
  PipelineOptions options;
  options.atPhase = [&](Phase phase, OpPassManager &passes) {
    addTrials(passes, [phase](const Bug &bug) { return stageOf(bug) == nameOf(phase); });
  };
  options.beforePass = [&](std::string_view pass, OpPassManager &passes) {
    addTrials(passes, [text = std::string(pass)](const Bug &bug) { return isBefore(bug, text); });
  };
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> copy(module.clone());
  if (buildPipeline(manager, target, options))
    (void)manager.run(*copy);
  return trials.end();
}

} // namespace assay
