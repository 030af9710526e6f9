#include "targets/upstream/MlirLit.h"

#include "compiler/emit/Emit.h"
#include "compiler/lowering/Passes.h"
#include "compiler/pipelines/Pipelines.h"
#include "support/Assert.h"
#include "support/ShellText.h"
#include "target/PassPipeline.h"
#include "targets/upstream/InstalledMlir.h"
#include "targets/upstream/UpstreamModule.h"
#include "targets/upstream/UpstreamTarget.h"

#include <fmt/format.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Pass/PassManager.h>

namespace assay {
namespace {

/// How much of the program a lit case leaves to its RUN lines.
enum class LitDialects : uint8_t {
  All,      // ops of the assay dialect as they are, for assay-opt
  Upstream, // lowered to ops that mlir-opt knows
};

/// The case's program as functions one after the other, the entry called @program. MLIR of that
/// version can read what is upstream's.
Expected<std::string> litFunctions(const TestCase &testCase, LitDialects dialects, int version) {
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(context, testCase);
  if (dialects == LitDialects::Upstream) {
    mlir::PassManager passes(&context);
    passes.addPass(createLowerAssayPass());
    if (mlir::failed(passes.run(*module)))
      return Error{"the program's ops cannot be lowered to upstream's: write the case for cpu:O0"};
    generaliseNewOps(*module, version);
  }
  mlir::SymbolTable symbols(*module);
  auto entry = symbols.lookup<mlir::func::FuncOp>("main");
  ASSAY_ASSERT(entry, "emission makes a function @main");
  // Only a runner in process calls it from C.
  entry->removeAttr("llvm.emit_c_interface");
  bool isRenamed = mlir::succeeded(symbols.rename(entry, "program"));
  ASSAY_ASSERT(isRenamed, "no function of a program is called @program");
  std::string text;
  llvm::raw_string_ostream out(text);
  for (mlir::Operation &op : *module->getBody()) {
    // Without aliases, which would stand outside of the functions.
    op.print(out, mlir::OpPrintingFlags().useLocalScope());
    out << "\n";
  }
  return text;
}

/// How a lit case for a target is run.
struct Recipe {
  LitDialects dialects = LitDialects::All;
  int version = installedMlir; // of the tools
  std::vector<std::string> runLines;
  std::string byHand;
};

/// What lowers the file to the LLVM dialect, and how the result is run.
struct Commands {
  std::string tool, arguments;
  std::string runnerFlags;
  bool isOurs = false; // of assay's own tree
  int version = installedMlir;
  std::string_view runner = "mlir-runner";
};

/// Where assay's own tools and libraries are, in the commands by hand.
constexpr std::string_view ownFolder = "A=build/release  # or where assay is installed\n";

/// Lowering, running, checking; in a lit test and by hand.
Recipe recipeOf(LitDialects dialects, const Commands &commands) {
  Recipe recipe{dialects, commands.version, {}, ""};
  std::string flags = commands.runnerFlags;
  if (const std::string_view attributes = runnerAttributes(commands.version); !attributes.empty())
    flags += fmt::format("{} ", attributes);
  recipe.runLines = {
      fmt::format("{} %s {} \\", commands.tool, commands.arguments),
      fmt::format("| {} {}-e main -entry-point-result=void \\", commands.runner, flags),
      fmt::format("    -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils{} \\",
                  commands.isOurs ? ",%assay_lit_runtime" : ""),
      "| FileCheck %s",
  };
  // Debian has the names without a version in its packages for development only.
  const std::string ending =
      commands.version == installedMlir ? "so" : fmt::format("so.{}.1", commands.version);
  recipe.byHand = fmt::format(
      "{7}L=/usr/lib/llvm-{0}/lib/libmlir\n"
      "{1} FILE {2} |\n"
      "{3}-{0} {4}-e main -entry-point-result=void \\\n"
      "  -shared-libs=${{L}}_runner_utils.{5},${{L}}_c_runner_utils.{5}{6} |\n"
      "FileCheck-22 FILE",
      commands.version,
      commands.isOurs ? "$A/bin/" + commands.tool
                      : fmt::format("{}-{}", commands.tool, commands.version),
      commands.arguments, commands.runner, flags, ending,
      commands.isOurs ? ",$A/lib/libassay_lit_runtime.so" : "", commands.isOurs ? ownFolder : "");
  return recipe;
}

/// The pipeline as the -pass-pipeline of mlir-opt, quoted for a shell.
std::string passPipelineFlag(std::string_view pipeline) {
  return "-pass-pipeline=" + shellQuoted(anchoredPipeline(pipeline));
}

Expected<Recipe> recipeFor(const TargetName &target, const std::string &inject) {
  const bool isCore = target.compilerText() == "cpu";
  if (isCore && target.pipeline && lowersAssay(*target.pipeline))
    return recipeOf(LitDialects::All, {"assay-opt", passPipelineFlag(*target.pipeline), "", true});
  if (isCore && target.pipeline)
    return recipeOf(LitDialects::Upstream, {"mlir-opt", passPipelineFlag(*target.pipeline), ""});
  if (auto upstream = upstreamOptions(target))
    return recipeOf(LitDialects::Upstream, {"mlir-opt", passPipelineFlag(upstream->pipeline), "",
                                            false, upstream->version, upstream->runner()});
  // There is no tool that runs kernels but assay itself, which reads the case in the file.
  if (target.compilerText() == "hip")
    return Recipe{LitDialects::All,
                  installedMlir,
                  {"assay replay %s"},
                  fmt::format("{}$A/bin/assay replay FILE", ownFolder)};
  if (!isCore || target.level.empty())
    return Error{fmt::format("lit cases are written for cpu:O0 to O3, hip:O0 to O3, "
                             "cpu:pipeline=TEXT and mlir@VERSION:pipeline=TEXT, not for {}; `assay "
                             "check` takes the case as JSON",
                             target.text())};
  std::string flags = fmt::format("level={}", target.level);
  for (const TargetSetting &setting : target.settings) // tuned=, stripped=
    flags += " " + setting.text();
  if (!inject.empty())
    flags += fmt::format(" inject={}", inject);
  return recipeOf(LitDialects::All,
                  {"assay-opt", fmt::format("--assay-cpu-pipeline='{}'", flags),
                   target.level == "O2" || target.level == "O3" ? "-O2 " : "", true});
}

} // namespace

Expected<LitParts> mlirLit(const TargetName &target, const LitRequest &request) {
  auto expected = request.expected();
  if (!expected)
    return expected.error();
  auto recipe = recipeFor(target, request.inject);
  if (!recipe)
    return recipe.error();
  auto functions = litFunctions(request.testCase(), recipe->dialects, recipe->version);
  if (!functions)
    return functions.error();
  LitParts lit;
  lit.runLines = std::move(recipe->runLines);
  lit.byHand = std::move(recipe->byHand);
  lit.functions = std::move(*functions);
  lit.expected = std::move(*expected);
  return lit;
}

} // namespace assay
