#include "targets/upstream/LitRecipe.h"

#include "target/PassPipeline.h"
#include "targets/upstream/UpstreamTarget.h"

#include <fmt/format.h>

namespace assay {

/// What lowers the file to the LLVM dialect, and how the result is run.
struct Commands {
  std::string tool, arguments;
  std::string runnerFlags;
  bool isOurs = false; // of assay's own tree
  int version = newestMlir;
  std::string_view runner = "mlir-runner";
};

/// Lowering, running, checking; in a lit test and by hand.
static LitRecipe recipeOf(LitDialects dialects, const Commands &commands) {
  LitRecipe recipe{dialects, commands.version, {}, ""};
  recipe.runLines = {
      fmt::format("{} %s {} \\", commands.tool, commands.arguments),
      fmt::format("| {} {}-e main -entry-point-result=void \\", commands.runner,
                  commands.runnerFlags),
      fmt::format("    -shared-libs=%mlir_runner_utils,%mlir_c_runner_utils{} \\",
                  commands.isOurs ? ",%assay_lit_runtime" : ""),
      "| FileCheck %s",
  };
  // Debian has the names without a version in its packages for development only.
  const std::string ending =
      commands.version == newestMlir ? "so" : fmt::format("so.{}.1", commands.version);
  recipe.byHand =
      fmt::format("L=/usr/lib/llvm-{0}/lib/libmlir\n"
                  "{1} FILE {2} |\n"
                  "{3}-{0} {4}-e main -entry-point-result=void \\\n"
                  "  -shared-libs=${{L}}_runner_utils.{5},${{L}}_c_runner_utils.{5}{6} |\n"
                  "FileCheck-22 FILE",
                  commands.version,
                  commands.isOurs ? "build/release/bin/" + commands.tool
                                  : fmt::format("{}-{}", commands.tool, commands.version),
                  commands.arguments, commands.runner, commands.runnerFlags, ending,
                  commands.isOurs ? ",build/release/lib/libassay_lit_runtime.so" : "");
  return recipe;
}

/// The pipeline as the -pass-pipeline of mlir-opt, quoted for a shell.
static std::string passPipelineFlag(std::string_view pipeline) {
  std::string quoted;
  for (char letter : anchoredPipeline(pipeline))
    quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return fmt::format("-pass-pipeline='{}'", quoted);
}

Expected<LitRecipe> litRecipe(const TargetName &target, const TargetOptions &options) {
  const bool isCore = target.compilerText() == "cpu";
  if (isCore && target.pipeline)
    return recipeOf(LitDialects::Upstream, {"mlir-opt", passPipelineFlag(*target.pipeline), ""});
  if (auto upstream = upstreamOptions(target))
    return recipeOf(LitDialects::Upstream, {"mlir-opt", passPipelineFlag(upstream->pipeline), "",
                                            false, upstream->version, upstream->runner()});
  // There is no tool that runs kernels but assay itself, which reads the case in the file.
  if (target.compilerText() == "hip")
    return LitRecipe{
        LitDialects::All, newestMlir, {"assay replay %s"}, "build/release/bin/assay replay FILE"};
  if (!isCore || target.level.empty())
    return Error{fmt::format("lit cases are written for cpu:O0, cpu:O1, cpu:O2, hip:O0, hip:O1, "
                             "cpu:pipeline=TEXT and mlir@VERSION:pipeline=TEXT, not for {}; `assay "
                             "check` takes the case as JSON",
                             target.text())};
  std::string flags = fmt::format("level={}", target.level);
  if (!options.inject.empty())
    flags += fmt::format(" inject={}", options.inject);
  return recipeOf(LitDialects::All, {"assay-opt", fmt::format("--assay-cpu-pipeline='{}'", flags),
                                     target.level == "O2" ? "-O2 " : "", true});
}

} // namespace assay
