#include "targets/core/HipTarget.h"

#include "compiler/host/ReadPlan.h"
#include "compiler/pipelines/Pipelines.h"
#include "program/Abi.h"
#include "runners/hip/HipFaults.h"
#include "runners/hip/HipRunner.h"
#include "support/NameOf.h"
#include "support/WriteFile.h"
#include "targets/core/CorePipeline.h"
#include "targets/core/HeldValues.h"
#include "targets/samples/RecordedSamples.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>

namespace assay {

namespace {

/// Knows how a Program's runs become executions of a plan.
class HipProgram : public Executable {
public:
  HipProgram(const TestCase &testCase, std::shared_ptr<HipLibrary> library,
             EmulatorSettings settings, std::unique_ptr<HipExecutable> executable)
      : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
        library(std::move(library)), settings(std::move(settings)),
        executable(std::move(executable)) {}

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
    return runAs(settings, run, inputs);
  }

  std::optional<Outcome<std::vector<Tensor>>>
  runInOtherOrder(const Run &run, const std::vector<Tensor> &inputs) override {
    if (!library->isEmulator())
      return std::nullopt;
    EmulatorSettings other = settings;
    ++other.schedule;
    return runAs(other, run, inputs);
  }

  std::string racesIn(const Run &run, const std::vector<Tensor> &inputs) override {
    if (!library->isEmulator())
      return {};
    EmulatorSettings watching = settings;
    watching.checks = "races";
    return foundBy(runAs(watching, run, inputs));
  }

  std::optional<Outcome<std::vector<DispatchResult>>>
  dispatchResults(const Run &run, const std::vector<Tensor> &inputs) override {
    std::vector<HeldMemory> held;
    const auto results = runAs(settings, run, inputs, &held);
    if (const auto *failure = results.failure())
      return *failure;
    return assay::dispatchResults(program, run, held);
  }

private:
  Outcome<std::vector<Tensor>> runAs(const EmulatorSettings &settings, const Run &run,
                                     const std::vector<Tensor> &inputs,
                                     std::vector<HeldMemory> *held = nullptr) {
    library->set(settings);
    return executable->run(scalarValues(scalars, run.bindings), inputs, returnedElements(program),
                           held);
  }

  Program program;
  std::vector<SymbolId> scalars;
  std::shared_ptr<HipLibrary> library;
  EmulatorSettings settings;
  std::unique_ptr<HipExecutable> executable;
};

/// What a name of this target chooses.
struct HipOptions {
  OptLevel level;
  GpuChip chip;
};

/// Of a pipeline that is spelled out.
Expected<HipOptions> pipelineOptions(std::string_view text) {
  const std::string chip = chipOf(text);
  for (const GpuChip &known : gpuChips)
    if (chip == known.name)
      return HipOptions{OptLevel::O1, known};
  return Error{fmt::format("the pipeline is for '{}', which is no chip: write chipset=gfx942 or "
                           "chipset=gfx90a behind convert-gpu-to-rocdl",
                           chip)};
}

Expected<HipOptions> hipOptions(const TargetName &name) {
  if (name.pipeline)
    return pipelineOptions(*name.pipeline);
  const auto level = enumeratorNamed<OptLevel>(name.level);
  const bool hasChip = name.settings.size() == 1;
  const std::string chip =
      hasChip ? name.settings.front().text() : std::string(gpuChips.front().name);
  if (level && (hasChip || name.settings.empty()))
    for (const GpuChip &known : gpuChips)
      if (chip == known.name)
        return HipOptions{*level, known};
  return Error{fmt::format("'{}' is no target: write hip:O0, O1, O2 or O3, and behind a comma "
                           "gfx90a for another chip than gfx942, or hip:pipeline=TEXT",
                           name.text())};
}

} // namespace

HipTarget::HipTarget(TargetName name, PipelineBuilder builder, CodeObjectWriter writer,
                     std::shared_ptr<HipLibrary> library, std::string dumpFolder)
    : title(std::move(name)), promised{recordedAllowances(title)},
      compiler(std::move(builder), Verification::End), writer(std::move(writer)),
      library(std::move(library)), dumpFolder(std::move(dumpFolder)) {}

Expected<std::unique_ptr<Target>> HipTarget::make(const TargetName &name,
                                                  const TargetOptions &options) {
  const TargetName full = withCorePipeline(name);
  auto parsed = hipOptions(full);
  if (!parsed)
    return parsed.error();
  auto builder = [level = parsed->level, chip = std::string(parsed->chip.name),
                  text = full.pipeline, inject = options.inject,
                  mutant = options.mutant](mlir::OpPassManager &passes) {
    const PipelineOptions chosen{level, inject, mutant, chip};
    return text ? parsePipeline(passes, *text, chosen) : buildGpuPipeline(passes, chosen);
  };
  mlir::OpPassManager trial(mlir::ModuleOp::getOperationName());
  ASSAY_TRY(builder(trial));
  auto writer = CodeObjectWriter::create(parsed->level, parsed->chip);
  if (!writer)
    return writer.error();
  auto library = HipLibrary::load();
  if (!library)
    return library.error();
  if (!options.dumpFolder.empty())
    ASSAY_TRY(makeWritable(options.dumpFolder));
  return std::unique_ptr<Target>(
      new HipTarget(name, builder, std::move(*writer), std::move(*library), options.dumpFolder));
}

namespace {

/// What a case becomes.
struct Built {
  Plan plan;
  std::string codeObject, assembly;
};

TargetFailure rejected(std::string detail) {
  return {TargetFailure::Kind::Rejected, Stage::Compile, std::move(detail)};
}

/// For files: a pipeline would be too long.
std::string shortName(const TargetName &name) {
  return name.pipeline ? name.compiler + ":pipeline" : name.text();
}

Expected<void> dump(const Built &built, const std::string &folder, const std::string &name) {
  std::string stem = name;
  std::replace_if(
      stem.begin(), stem.end(), [](char letter) { return letter == ':' || letter == ','; }, '-');
  stem = folder + "/" + stem;
  ASSAY_TRY(writeFile(stem + ".hsaco", built.codeObject));
  ASSAY_TRY(writeFile(stem + ".s", built.assembly));
  return writeFile(stem + ".plan.txt", text(built.plan));
}

} // namespace

std::optional<Device> HipTarget::device() const {
  const std::string chip(writer.chip().name);
  library->set(library->settingsFor(chip)); // its name has the chip in it
  return Device{library->path().string(), library->deviceName(), chip};
}

Outcome<std::unique_ptr<Executable>> HipTarget::compile(const TestCase &testCase) const {
  const bool dumps = !dumpFolder.empty();
  Built built;
  auto failure =
      compiler.lower(testCase, [&](mlir::ModuleOp module) -> std::optional<TargetFailure> {
        auto plan = readPlan(module);
        if (!plan)
          return rejected(plan.error().message);
        built.plan = std::move(*plan);
        Outcome<LlvmModule> kernels =
            compiler.translate(*module.getOps<mlir::gpu::GPUModuleOp>().begin());
        if (auto *failed = kernels.failure())
          return *failed;
        Outcome<std::string> written =
            writer.write(*kernels->module, dumps ? &built.assembly : nullptr);
        if (auto *failed = written.failure())
          return *failed;
        built.codeObject = std::move(*written);
        return std::nullopt;
      });
  if (failure)
    return std::move(*failure);
  if (dumps)
    if (auto dumped = dump(built, dumpFolder, testCase.contentName() + "." + shortName(title));
        !dumped)
      return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Compile,
                           dumped.error().message};
  const EmulatorSettings settings = library->settingsFor(writer.chip().name);
  library->set(settings);
  auto loaded = HipExecutable::load(library, built.codeObject, std::move(built.plan));
  if (auto *failed = loaded.failure())
    return *failed;
  return std::make_unique<HipProgram>(testCase, library, settings, std::move(*loaded));
}

} // namespace assay
