#include "targets/Registry.h"

#include "targets/Draws.h"
#include "targets/core/CoreInspector.h"
#include "targets/core/CorePipeline.h"
#include "targets/core/CoreRandomPipeline.h"
#include "targets/core/CpuTarget.h"
#include "targets/core/HipTarget.h"
#include "targets/iree/IreeDevice.h"
#include "targets/iree/IreeInspector.h"
#include "targets/iree/IreeLit.h"
#include "targets/iree/IreeTarget.h"
#include "targets/manifest/ManifestInspector.h"
#include "targets/manifest/ManifestLit.h"
#include "targets/manifest/ManifestTarget.h"
#include "targets/upstream/MlirLit.h"
#include "targets/upstream/PassList.h"
#include "targets/upstream/PipelineInspector.h"
#include "targets/upstream/RandomPipeline.h"
#include "targets/upstream/UpstreamTarget.h"

#include "compiler/pipelines/Pipelines.h"
#include "support/Closest.h"
#include "support/NameOf.h"
#include "target/PassPipeline.h"
#include "targets/toolchains/Manifests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {

namespace {

using MadeTarget = Expected<std::unique_ptr<Target>>;

/// A family of target names and what makes them.
struct Form {
  std::string_view name; // as listed
  std::string_view summary;
  bool (*covers)(const TargetName &name);
  MadeTarget (*make)(const TargetName &name, const TargetOptions &options);
  bool hasMutants = false;
  bool takesModules = false; // TargetOptions::module
};

MadeTarget start(std::unique_ptr<CpuTarget> target) {
  ASSAY_TRY(target->start());
  return std::unique_ptr<Target>(std::move(target));
}

template <OptLevel level>
MadeTarget makeLevel(const TargetName &name, const TargetOptions &options) {
  auto until = [&](Phase phase) {
    return [inject = options.inject, mutant = options.mutant, tuning = tuningOf(name),
            phase](mlir::OpPassManager &passes) {
      PipelineOptions pipeline{level, inject, mutant};
      pipeline.tuning = tuning;
      pipeline.until = phase;
      return buildCpuPipeline(passes, pipeline);
    };
  };
  const PipelineBuilder builder = until(Phase::Llvm);
  if (!options.inject.empty()) { // an unknown fault is an error here, not at the first program
    mlir::OpPassManager trial(mlir::ModuleOp::getOperationName());
    ASSAY_TRY(builder(trial));
  }
  // What the core does wrong inside shows in its results; others' passes are held to verify-each.
  auto target =
      std::make_unique<CpuTarget>(name, builder, level, Verification::End, until(Phase::Buffers));
  if (!options.module.empty())
    target->compileInstead(options.module);
  return start(std::move(target));
}

MadeTarget makePipeline(const TargetName &name, const std::string &text,
                        const TargetOptions &options) {
  auto builder = [text, inject = options.inject,
                  mutant = options.mutant](mlir::OpPassManager &passes) {
    return parsePipeline(passes, text, {OptLevel::O0, inject, mutant});
  };
  // Where assay goes around bugs of upstream's, IR that is invalid for a while is none of them.
  const Verification verification = lowersAssay(text) ? Verification::End : Verification::EachPass;
  auto target = std::make_unique<CpuTarget>(name, builder, OptLevel::O0, verification);
  if (!options.mutant) // what it makes of the trivial module need not compile
    ASSAY_TRY(target->probe());
  return start(std::move(target));
}

/// The same of our own passes.
MadeTarget makeCoreRandom(const TargetName &name, const TargetOptions &options) {
  return makePipeline(name, *withCorePipeline(name).pipeline, options);
}

MadeTarget makeGivenPipeline(const TargetName &name, const TargetOptions &options) {
  return makePipeline(name, *name.pipeline, options);
}

/// The pipeline of a seed, in this process.
MadeTarget makeRandom(const TargetName &name, const TargetOptions &options) {
  if (!randomSeed(name))
    return Error{fmt::format("'{}' has no seed: write it as mlir@22:random=7", name.text())};
  return makePipeline(name, *withDrawsSpelledOut(name).pipeline, options);
}

MadeTarget hasNoMutants(const TargetName &name) {
  return Error{fmt::format("'{}' has no mutants: choose "
                           "among cpu:O0 to O3, cpu:pipeline=TEXT, hip:O0 to O3, "
                           "mlir@VERSION:pipeline=TEXT and manifests that allow it",
                           name.text())};
}

MadeTarget takesNoModule(const TargetName &name) {
  return Error{fmt::format("'{}' goes on with no module: choose among cpu:O0 to O3", name.text())};
}

MadeTarget hasNoFaults() { return Error{"faults are built into cpu and iree targets only"}; }

/// Of compilers that others made.
template <MadeTarget (*make)(const TargetName &, const TargetOptions &)>
MadeTarget makeOutside(const TargetName &name, const TargetOptions &options) {
  if (!options.inject.empty())
    return hasNoFaults();
  return make(name, options);
}

template <OptLevel level> bool isLevel(const TargetName &name) {
  return name.text() == fmt::format("cpu:{}", nameOf(level));
}

bool isTunedLevel(const TargetName &name) {
  return name.compilerText() == "cpu" && name.level == "O3" && tuningOf(name).has_value();
}

/// Whether the pipeline is drawn, by a setting that may not be a number.
bool isRandom(const TargetName &name) {
  return name.compiler == "mlir" && name.release == "22" && !name.pipeline &&
         (name.random || (!name.settings.empty() && name.settings.front().key == "random"));
}

constexpr Form forms[] = {
    {"cpu:O0", "loops, no optimisation", isLevel<OptLevel::O0>, makeLevel<OptLevel::O0>, true,
     true},
    {"cpu:O1", "form dispatches, canonicalise and fuse, then loops", isLevel<OptLevel::O1>,
     makeLevel<OptLevel::O1>, true, true},
    {"cpu:O2", "generalise, fold unit dims, tile, vectorise, simplify in LLVM",
     isLevel<OptLevel::O2>, makeLevel<OptLevel::O2>, true, true},
    {"cpu:O3",
     "as O2, with the whole program optimised on tensors before dispatches are formed, and sums "
     "kept "
     "in registers",
     isLevel<OptLevel::O3>, makeLevel<OptLevel::O3>, true, true},
    {"cpu:O3,tuned=SEED",
     "with drawn tile sizes for all ops; stripped=SEED has drawn configs removed first; without a "
     "seed others are drawn every few programs of a campaign",
     isTunedLevel, makeLevel<OptLevel::O3>, true},
    {"cpu:pipeline=TEXT",
     "passes as mlir-opt's --pass-pipeline takes them, from linalg on tensors to the LLVM dialect, "
     "LLVM at O0; from what is emitted if lower-assay is among them",
     [](const TargetName &name) { return name.compilerText() == "cpu" && name.pipeline; },
     makeGivenPipeline, true},
    {"cpu:random=SEED",
     "a random pipeline of assay's passes and upstream's, as cpu:pipeline= runs it; `assay targets "
     "NAME` prints it; cpu:random is another one every few programs of a campaign",
     [](const TargetName &name) { return name.compiler == "cpu" && coreRandomSeed(name); },
     makeCoreRandom, true},
    {"hip:LEVEL[,CHIP]",
     "kernels for gfx942 or gfx90a; O1 forms dispatches, fuses, reduces in LDS and uses MFMA, O2 "
     "and O3 optimise tensors as on the CPU",
     [](const TargetName &name) { return name.compilerText() == "hip" && !name.isCompilerOnly(); },
     HipTarget::make, true},
    {"hip:pipeline=TEXT, hip:random=SEED",
     "the same for kernels, from linalg on tensors to gpu.module",
     [](const TargetName &name) { return name.compilerText() == "hip" && !name.isCompilerOnly(); },
     HipTarget::make, true},
    {"iree@VERSION:BACKEND:LEVEL[,FLAG...]",
     "a released IREE, or a build of one's own (iree@mybuild), on llvm-cpu, vmvx or hip at O0 to "
     "O3, or random=SEED, or random for a campaign; add it with `assay target add`",
     [](const TargetName &name) { return name.compiler == "iree" && !name.release.empty(); },
     IreeTarget::make},
    {"mlir@22:random=SEED",
     "a random pipeline of upstream's passes as cpu:pipeline= runs it; `assay targets NAME` prints "
     "it; mlir@22:random is another one every few programs of a campaign",
     isRandom, makeRandom, true},
    {"mlir@VERSION:pipeline=TEXT",
     "mlir-opt and mlir-runner of that version of LLVM as processes, as in mlir@19, or of a tree "
     "that was added, as in mlir@mybuild",
     [](const TargetName &name) { return name.compiler == "mlir" && !name.release.empty(); },
     makeOutside<UpstreamTarget::make>, true},
    {"manifest=FILE.json[:LEVEL][,FLAG...]",
     "the compiler that a manifest describes; `assay target add FILE.json` gives it a name",
     [](const TargetName &name) { return name.compiler.starts_with("manifest="); },
     makeOutside<ManifestTarget::make>, true},
};

/// What the user added. A manifest that cannot be read any more is told of when it is asked for.
std::vector<TargetDescription> addedTargets() {
  std::vector<TargetDescription> added;
  auto records = manifestRecords();
  if (!records)
    return added;
  for (const ManifestRecord &record : *records)
    if (auto manifest = readManifest(record.text, record.file.string()))
      added.push_back({targetForm(*manifest),
                       fmt::format("version {}, added from {}; takes {}", manifest->version,
                                   record.from.string(), nameOf(manifest->flavour))});
  return added;
}

/// On what code for AMD's GPUs runs.
std::string hipText() {
  auto library = hipLibrary();
  if (!library)
    return library.error().message;
  return *library ? fmt::format("hip runs on {}", (*library)->string()) : "hip is not run";
}

} // namespace

static MadeTarget makeUnwatched(const TargetName &name, const TargetOptions &options) {
  if (name.isDrawnAgain())
    return Error{fmt::format("'{}' is another target every few programs of a campaign; for one of "
                             "them write a seed, as in {}",
                             name.text(), name.withSeed(7).text())};
  for (const Form &form : forms)
    if (form.covers(name)) {
      if (options.mutant && !form.hasMutants)
        return hasNoMutants(name);
      if (!options.module.empty() && !form.takesModules)
        return takesNoModule(name);
      return form.make(name, options);
    }
  if (!options.module.empty())
    return takesNoModule(name);
  auto added = ManifestTarget::make(name, options);
  if (!added || *added)
    return added && !options.inject.empty() ? hasNoFaults() : std::move(added);
  std::vector<std::string> known;
  for (const TargetDescription &description : targetDescriptions())
    known.push_back(description.name);
  const std::vector<std::string_view> names(known.begin(), known.end());
  return Error{fmt::format("there is no target '{}' (`assay targets` lists them){}", name.text(),
                           didYouMean(name.text(), names))};
}

Expected<std::unique_ptr<Target>> makeTarget(const TargetName &name, const TargetOptions &options) {
  auto target = makeUnwatched(name, options);
  if (!target || !*target)
    return target;
  (*target)->setMeasured(options.measure);
  ASSAY_TRY((*target)->watch(options.watch));
  return target;
}

Expected<LitParts> litParts(const TargetName &name, const LitRequest &request) {
  const TargetName target = withDrawsSpelledOut(name);
  auto choice = chooseManifest(target);
  if (!choice)
    return choice.error();
  auto lit = *choice                     ? manifestLit(**choice, request)
             : target.compiler == "iree" ? ireeLit(target, request)
                                         : mlirLit(target, request);
  if (lit && !*choice)
    lit->target = target;
  return lit;
}

std::unique_ptr<Inspector> inspectorOf(const TargetName &name) {
  if (name.compiler == "iree")
    return std::make_unique<IreeInspector>();
  if (isCorePipeline(name))
    return std::make_unique<CoreInspector>();
  if (passList(name))
    return std::make_unique<PipelineInspector>();
  return std::make_unique<ManifestInspector>();
}

std::vector<TargetDescription> targetDescriptions() {
  const Processor processor = chooseProcessor();
  const std::string host = fmt::format(
      " ({}{})", processor.cpu, processor.isPinned ? "" : ", the host: it has less than x86-64-v3");
  std::vector<TargetDescription> descriptions;
  for (const Form &form : forms) {
    const bool runsHip = form.make == IreeTarget::make || form.make == HipTarget::make;
    descriptions.push_back(
        {std::string(form.name), std::string(form.summary) + (runsHip ? "; " + hipText() : "") +
                                     (form.name.starts_with("cpu:") ? host : "")});
  }
  for (TargetDescription &added : addedTargets())
    descriptions.push_back(std::move(added));
  return descriptions;
}

} // namespace assay
