#include "targets/core/CoreInspector.h"

#include "compiler/emit/Emit.h"
#include "support/NameOf.h"
#include "target/PassPipeline.h"
#include "targets/core/CorePipeline.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/PassManager.h>

namespace assay {

namespace {

/// A context that knows what the core does, and keeps the first error to itself.
struct Session {
  mlir::DialectRegistry registry = [] {
    mlir::DialectRegistry all;
    registerCompilerDialects(all);
    return all;
  }();
  mlir::MLIRContext context{registry, mlir::MLIRContext::Threading::DISABLED};
  std::string firstError;
  mlir::ScopedDiagnosticHandler handler{
      &context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && firstError.empty())
          firstError = diagnostic.str();
        return mlir::success();
      }};
};

} // namespace

Expected<std::string> CoreInspector::module(const TargetName &, const TestCase &testCase) const {
  Session session;
  loadEmittedDialects(session.context);
  return printModule(*emit(session.context, testCase));
}

Expected<std::vector<std::string>> CoreInspector::passes(const TargetName &name) const {
  auto pipeline = corePipeline(name);
  if (!pipeline)
    return pipeline.error();
  return std::move(pipeline->sequence.passes);
}

Expected<TargetName> CoreInspector::withPasses(const TargetName &name,
                                               const std::vector<std::string> &passes) const {
  auto pipeline = corePipeline(name);
  if (!pipeline)
    return pipeline.error();
  return pipeline->running(passes);
}

Expected<TargetName> CoreInspector::withBug(const TargetName &name, const std::string &bug) const {
  auto pipeline = corePipeline(name, bug);
  if (!pipeline)
    return pipeline.error();
  return pipeline->running(pipeline->sequence.passes);
}

Expected<std::vector<Cut>> CoreInspector::cuts(const TargetName &name) const {
  auto pipeline = corePipeline(name);
  if (!pipeline)
    return pipeline.error();
  const std::vector<std::string> &passes = pipeline->sequence.passes;
  std::vector<Cut> all;
  for (size_t count = 0; count <= passes.size(); ++count)
    all.push_back({count == 0 ? "" : passes[count - 1],
                   pipeline->running(finishedPlainly(passes, count, pipeline->plainest)),
                   pipeline->sequence.phaseOf(count)});
  // A pipeline's LLVM does as little as it can on the CPU, and as at O1 for kernels.
  if (!pipeline->level.empty())
    all.push_back({"LLVM at " + pipeline->level, name, std::string(nameOf(Phase::Llvm))});
  return all;
}

Expected<PassRun> CoreInspector::runPass(const TargetName &, const std::string &pass,
                                         const std::string &text) const {
  Session session;
  PassRun run{fmt::format("assay-opt FILE --pass-pipeline='{}'", anchoredPipeline(pass)),
              std::string()};
  const auto rejected = [&] {
    return TargetFailure{TargetFailure::Kind::Rejected, Stage::Compile, session.firstError};
  };
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &session.context);
  if (!module) {
    run.made = rejected();
    return run;
  }
  registerPasses();
  mlir::PassManager manager(&session.context);
  if (mlir::failed(mlir::parsePassPipeline(pass, manager, llvm::nulls())))
    return Error{fmt::format("'{}' is no pass", pass)};
  if (mlir::failed(manager.run(*module)))
    run.made = rejected();
  else
    run.made = printModule(*module);
  return run;
}

} // namespace assay
