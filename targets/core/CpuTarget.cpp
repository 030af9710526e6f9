#include "targets/core/CpuTarget.h"

#include "compiler/dialect/Assay.h"
#include "compiler/host/ReadPlan.h"
#include "program/Abi.h"
#include "runners/cpu/CpuPlanExecutable.h"
#include "runners/cpu/CpuRunner.h"
#include "support/Assert.h"
#include "target/Sample.h"
#include "targets/core/CpuMetrics.h"
#include "targets/core/HeldValues.h"
#include "targets/samples/RecordedSamples.h"

namespace assay {

namespace {

/// Knows how a Program's runs become calls.
class CpuProgram : public Executable {
public:
  CpuProgram(const TestCase &testCase, std::shared_ptr<CpuRunner> runner,
             std::unique_ptr<CpuExecutable> executable)
      : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
        runner(std::move(runner)), executable(std::move(executable)) {}

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
    std::vector<ResultType> results;
    for (ValueId value : program.returns())
      results.push_back({program.type(value).element, program.type(value).shape(run.bindings)});
    return executable->run(scalarValues(scalars, run.bindings), inputs, results);
  }

private:
  Program program;
  std::vector<SymbolId> scalars;
  std::shared_ptr<CpuRunner> runner; // outlives the executable
  std::unique_ptr<CpuExecutable> executable;
};

/// The same, of a plan.
class CpuPlanProgram : public Executable {
public:
  CpuPlanProgram(const TestCase &testCase, std::shared_ptr<CpuRunner> runner,
                 std::unique_ptr<CpuPlanExecutable> executable)
      : program(testCase.program()), scalars(scalarArguments(program, testCase.specialization())),
        runner(std::move(runner)), executable(std::move(executable)) {}

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
    return execute(run, inputs, nullptr);
  }

  std::optional<Outcome<std::vector<DispatchResult>>>
  dispatchResults(const Run &run, const std::vector<Tensor> &inputs) override {
    std::vector<HeldMemory> held;
    const auto results = execute(run, inputs, &held);
    if (const auto *failure = results.failure())
      return *failure;
    return assay::dispatchResults(program, run, held);
  }

private:
  Outcome<std::vector<Tensor>> execute(const Run &run, const std::vector<Tensor> &inputs,
                                       std::vector<HeldMemory> *held) {
    return executable->run(scalarValues(scalars, run.bindings), inputs, returnedElements(program),
                           held);
  }

  Program program;
  std::vector<SymbolId> scalars;
  std::shared_ptr<CpuRunner> runner; // outlives the executable
  std::unique_ptr<CpuPlanExecutable> executable;
};

} // namespace

CpuTarget::CpuTarget(TargetName name, PipelineBuilder builder, OptLevel level,
                     Verification verification, PipelineBuilder toBuffers)
    : title(std::move(name)), promised{recordedAllowances(title)}, level(level),
      compiler(std::move(builder), verification) {
  if (toBuffers)
    counted.emplace(std::move(toBuffers), verification);
  // All functions are calls of libm, one for each element, or polynomials wherever they stand (exp
  // at O3). A pipeline of upstream's passes may approximate them here and not there.
  if (title.compiler != "cpu" || title.pipeline || title.random)
    return;
  // Loops as they are written, which LLVM leaves in their order. O2 and O3 make vectors of some.
  promised.sumsInOrder = level < OptLevel::O2;
  // Tile sizes change no function.
  TargetName untuned = title;
  untuned.settings.clear();
  if (const auto sample = recordedSamples().find(untuned); sample != recordedSamples().end())
    grantSwept(sample->second, promised);
}

CpuTarget::~CpuTarget() = default;

Expected<void> CpuTarget::start() {
  auto made = CpuRunner::create(level);
  if (!made)
    return made.error();
  runner = std::move(*made);
  return {};
}

Outcome<std::unique_ptr<Executable>> CpuTarget::compile(const TestCase &testCase) const {
  ASSAY_ASSERT(runner, "start() comes before compile()");
  std::optional<Outcome<std::unique_ptr<Executable>>> made;
  auto failure = compiler.lower(testCase, [&](mlir::ModuleOp module) {
    auto dispatches = module.lookupSymbol<mlir::ModuleOp>(ir::AssayDialect::dispatchesModule);
    made = dispatches ? loadPlan(testCase, module, dispatches) : loadMain(testCase, module);
    return std::optional<TargetFailure>();
  });
  if (failure)
    return std::move(*failure);
  return std::move(*made);
}

Outcome<std::unique_ptr<Executable>> CpuTarget::loadMain(const TestCase &testCase,
                                                         mlir::ModuleOp module) const {
  Outcome<LlvmModule> code = compiler.translate(module);
  if (auto *failure = code.failure())
    return *failure;
  const size_t scalars = scalarArguments(testCase.program(), testCase.specialization()).size();
  auto loaded =
      CpuExecutable::load(*runner, *code->module, scalars, testCase.program().arguments().size());
  if (auto *failure = loaded.failure())
    return *failure;
  return std::make_unique<CpuProgram>(testCase, runner, std::move(*loaded));
}

Outcome<std::unique_ptr<Executable>> CpuTarget::loadPlan(const TestCase &testCase,
                                                         mlir::ModuleOp host,
                                                         mlir::ModuleOp dispatches) const {
  auto plan = readPlan(host);
  if (!plan)
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Compile, plan.error().message};
  Outcome<LlvmModule> code = compiler.translate(dispatches);
  if (auto *failure = code.failure())
    return *failure;
  auto loaded = CpuPlanExecutable::load(*runner, *code->module, std::move(*plan));
  if (auto *failure = loaded.failure())
    return *failure;
  return std::make_unique<CpuPlanProgram>(testCase, runner, std::move(*loaded));
}

std::vector<Metric> CpuTarget::metrics() const {
  return counted ? std::vector(std::begin(cpuMetrics), std::end(cpuMetrics))
                 : std::vector<Metric>();
}

Outcome<Metrics> CpuTarget::measure(const TestCase &testCase) const {
  Metrics metrics;
  if (!counted)
    return metrics;
  auto failure = counted->lower(testCase, [&](mlir::ModuleOp module) {
    metrics = cpuMetricsOf(module);
    return std::optional<TargetFailure>();
  });
  if (failure)
    return std::move(*failure);
  return metrics;
}

const MlirSeconds &CpuTarget::mlirSeconds() const { return compiler.seconds(); }
CodegenSeconds CpuTarget::codegenSeconds() const {
  return runner ? runner->seconds() : CodegenSeconds();
}

} // namespace assay
