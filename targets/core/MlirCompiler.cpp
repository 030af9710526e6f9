#include "targets/core/MlirCompiler.h"

#include "compiler/coverage/PassWatch.h"
#include "compiler/emit/Emit.h"
#include "compiler/pipelines/Pipelines.h"
#include "support/Assert.h"
#include "support/Stopwatch.h"
#include "targets/core/GivenModule.h"
#include "targets/core/UpstreamLimits.h"

#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassInstrumentation.h>
#include <mlir/Target/LLVMIR/Dialect/All.h>
#include <mlir/Target/LLVMIR/Export.h>

#include <fmt/format.h>

namespace assay {

namespace {

/// Compilations after which a context is replaced. Making one costs about what a program does.
constexpr int sessionLength = 256;

const mlir::DialectRegistry &dialects() {
  static const mlir::DialectRegistry registry = [] {
    mlir::DialectRegistry all;
    registerCompilerDialects(all);
    mlir::registerAllToLLVMIRTranslations(all);
    return all;
  }();
  return registry;
}

/// Names the pass that failed, for passes that do not say why.
struct FailedPass : mlir::PassInstrumentation {
  std::string &name;
  explicit FailedPass(std::string &name) : name(name) {}
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *) override {
    if (name.empty())
      name = pass->getArgument().empty() ? pass->getName().str() : pass->getArgument().str();
  }
};

TargetFailure rejected(std::string detail) {
  const auto kind =
      isLimitOfPass(detail) ? TargetFailure::Kind::Unsupported : TargetFailure::Kind::Rejected;
  return {kind, Stage::Compile, std::move(detail)};
}

} // namespace

/// A context, the pass pipeline in it, and what was diagnosed.
struct MlirCompiler::Session {
  mlir::MLIRContext context{dialects(), mlir::MLIRContext::Threading::DISABLED};
  mlir::PassManager passes{&context};
  std::string firstError, failedPass;
  mlir::ScopedDiagnosticHandler handler{
      &context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && firstError.empty())
          firstError = diagnostic.str();
        return mlir::success();
      }};

  Session() { passes.addInstrumentation(std::make_unique<FailedPass>(failedPass)); }
};

MlirCompiler::MlirCompiler(PipelineBuilder builder, Verification verification)
    : builder(std::move(builder)), verification(verification) {}

MlirCompiler::~MlirCompiler() = default;

MlirCompiler::Session &MlirCompiler::session() {
  if (current && compiled++ < sessionLength)
    return *current;
  current = std::make_unique<Session>();
  compiled = 0;
  current->passes.enableVerifier(verification == Verification::EachPass);
  current->passes.addInstrumentation(makePassWatch(counter, countsPasses));
  loadEmittedDialects(current->context);
  auto built = builder(current->passes);
  ASSAY_ASSERT(built, "a pipeline that could be built before cannot be now");
  return *current;
}

Expected<void> MlirCompiler::probe() {
  // A session of its own: the pipeline may not be buildable.
  Session trial;
  ASSAY_TRY(builder(trial.passes));
  loadEmittedDialects(trial.context);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} "
      "{ return %x : tensor<?xf32> }",
      &trial.context);
  ASSAY_ASSERT(module, "the probe does not parse");
  if (mlir::failed(trial.passes.run(*module)))
    return {}; // what fails is a finding, and check() reports it
  mlir::Operation *left = nullptr;
  module->walk([&](mlir::Operation *op) {
    const mlir::StringRef dialect = op->getName().getDialectNamespace();
    if (!left && dialect != "llvm" && dialect != "builtin")
      left = op;
  });
  if (left)
    return Error{
        fmt::format("the pipeline leaves '{}' behind: let it end in the LLVM dialect, as with "
                    "one-shot-bufferize, convert-linalg-to-loops, finalize-memref-to-llvm, "
                    "convert-func-to-llvm",
                    left->getName().getStringRef().str())};
  return {};
}

std::optional<TargetFailure> MlirCompiler::lower(const TestCase &testCase, Use use) {
  Session &here = session();
  mlir::OwningOpRef<mlir::ModuleOp> module;
  {
    Stopwatch watch(spent.emit);
    module = emit(here.context, testCase);
    if (!given.empty()) {
      auto read = givenModule(given, *module);
      if (auto *failure = read.failure())
        return std::move(*failure);
      module = *std::move(read);
    }
  }
  here.firstError.clear();
  here.failedPass.clear();
  {
    Stopwatch watch(spent.passes);
    std::optional<CoverageCounter::Scope> counting;
    if (countsPatterns)
      counting.emplace(counter);
    if (mlir::failed(here.passes.run(*module)))
      return rejected(here.firstError.empty()
                          ? fmt::format("pass {} failed without a diagnostic", here.failedPass)
                          : here.firstError);
    if (verification == Verification::End && mlir::failed(mlir::verify(*module)))
      return rejected(here.firstError);
  }
  return use(*module);
}

Outcome<LlvmModule> MlirCompiler::translate(mlir::Operation *module) {
  Stopwatch watch(spent.translate);
  LlvmModule result;
  result.context = std::make_unique<llvm::LLVMContext>();
  result.module = mlir::translateModuleToLLVMIR(module, *result.context);
  if (!result.module)
    return rejected(current->firstError.empty() ? "the module cannot be translated to LLVM IR"
                                                : current->firstError);
  return result;
}

void MlirCompiler::countCoverage(CoverageScope scope) {
  countsPatterns = scope != CoverageScope::Nothing;
  countsPasses = scope == CoverageScope::PatternsAndPasses;
}

std::vector<PointCount> MlirCompiler::takeCoverage() {
  countCoverage(CoverageScope::Nothing);
  return counter.take();
}

Outcome<LlvmModule> MlirCompiler::compile(const TestCase &testCase) {
  std::optional<Outcome<LlvmModule>> result;
  auto failure = lower(testCase, [&](mlir::ModuleOp module) -> std::optional<TargetFailure> {
    result = translate(module);
    return std::nullopt;
  });
  if (failure)
    return std::move(*failure);
  return std::move(*result);
}

} // namespace assay
