#include "targets/core/CoreInspector.h"

#include "compiler/emit/Emit.h"
#include "support/NameOf.h"
#include "support/OwnFolder.h"
#include "target/PassPipeline.h"
#include "targets/commands/OptTool.h"
#include "targets/core/CorePipeline.h"
#include "targets/foreign/ModuleReduction.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Pass/PassManager.h>

namespace assay {

namespace {

/// A context that knows what the core does.
struct Session {
  mlir::DialectRegistry registry = [] {
    mlir::DialectRegistry all;
    registerCompilerDialects(all);
    return all;
  }();
  mlir::MLIRContext context{registry, mlir::MLIRContext::Threading::DISABLED};
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
  for (size_t count = 0; count <= passes.size(); ++count) {
    all.push_back({count == 0 ? "" : passes[count - 1],
                   pipeline->running(finishedPlainly(passes, count, pipeline->plainest)),
                   pipeline->sequence.phaseOf(count), loweringOfItsOwn(passes, count)});
    if (count == 0)
      continue;
    std::vector<std::string> others = passes;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(count - 1));
    all.back().without = pipeline->running(others);
  }
  // A pipeline's LLVM does as little as it can on the CPU, and as at O1 for kernels.
  if (!pipeline->level.empty())
    all.push_back({"LLVM at " + pipeline->level, name, std::string(nameOf(Phase::Llvm))});
  return all;
}

/// assay-opt: a pass may end its process.
static Expected<std::filesystem::path> findOpt() {
  std::filesystem::path opt = inOwnFolder("bin/assay-opt");
  if (std::error_code ignored; !std::filesystem::exists(opt, ignored))
    return Error{fmt::format("{}, which runs passes alone, is not there: install all of assay's "
                             "programs in one folder",
                             opt.string())};
  return opt;
}

Expected<PassRun> CoreInspector::runPass(const TargetName &, const std::string &pass,
                                         const std::string &module) const {
  Session session;
  registerPasses();
  mlir::PassManager manager(&session.context);
  if (mlir::failed(mlir::parsePassPipeline(pass, manager, llvm::nulls())))
    return Error{fmt::format("'{}' is no pass", pass)};
  const auto opt = findOpt();
  if (!opt)
    return opt.error();
  return runPassAlone(*opt, "assay-opt", anchoredPipeline(pass), module);
}

Expected<std::string> CoreInspector::reduced(const TargetName &, const std::string &module,
                                             const ModuleJudge &isWanted) const {
  const auto opt = findOpt();
  if (!opt)
    return opt.error();
  return reduceModule(
      module, [&](const std::string &text, ModuleForm form) { return printedBy(*opt, text, form); },
      isWanted);
}

} // namespace assay
