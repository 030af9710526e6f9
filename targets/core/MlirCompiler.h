#pragma once

#include "compiler/coverage/CoverageCounter.h"
#include "program/TestCase.h"
#include "support/Expected.h"
#include "target/Outcome.h"

#include <llvm/IR/Module.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Pass/PassManager.h>

#include <functional>
#include <memory>
#include <optional>

namespace assay {

/// Adds passes that take the module of compiler/emit/Emit.h to the LLVM dialect, or says why it
/// cannot.
using PipelineBuilder = std::function<Expected<void>(mlir::OpPassManager &)>;

/// An LLVM module with the context that it lives in.
struct LlvmModule {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// When the module is verified. After each pass costs a third of what the passes do.
enum class Verification { EachPass, End };

/// Wall seconds spent so far, by step.
struct MlirSeconds {
  double emit = 0, passes = 0, translate = 0;
};

/// Compiles programs through MLIR with one pipeline. Keeps a context, and replaces it now and then:
/// what a context has uniqued it never forgets.
class MlirCompiler {
public:
  MlirCompiler(PipelineBuilder builder, Verification verification);
  ~MlirCompiler();

  /// Whether the pipeline can be built, and takes a trivial module to the LLVM dialect.
  Expected<void> probe();

  /// Text that is read as givenModule() does, and compiled in place of what a case becomes.
  void compileInstead(std::string module) { given = std::move(module); }

  /// Emits the case, runs the pipeline and hands over the module, which lives until `use` returns.
  /// Diagnostics of passes are Rejected at Stage::Compile, with the first error.
  using Use = llvm::function_ref<std::optional<TargetFailure>(mlir::ModuleOp)>;
  std::optional<TargetFailure> lower(const TestCase &testCase, Use use);
  /// What lower() handed over, or a module in it, if it is in the LLVM dialect.
  Outcome<LlvmModule> translate(mlir::Operation *module);
  /// Both in one.
  Outcome<LlvmModule> compile(const TestCase &testCase);

  const MlirSeconds &seconds() const { return spent; }

  /// As Target has them.
  void countCoverage(CoverageScope scope);
  std::vector<PointCount> takeCoverage();

private:
  struct Session;
  Session &session();

  PipelineBuilder builder;
  Verification verification;
  std::string given; // empty for none
  CoverageCounter counter;
  bool countsPatterns = false, countsPasses = false;
  std::unique_ptr<Session> current;
  int compiled = 0; // in the current session
  MlirSeconds spent;
};

} // namespace assay
