#include "targets/commands/OptTool.h"

#include "support/ReadFile.h"
#include "support/process/ScratchFolder.h"
#include "targets/commands/CommandFailure.h"

#include <fmt/format.h>

#include <fstream>

namespace assay {

namespace fs = std::filesystem;

static TargetFailure ours(std::string reason) {
  return {TargetFailure::Kind::Unsupported, Stage::Emit, std::move(reason)};
}

static Outcome<fs::path> run(const fs::path &opt, const std::vector<std::string> &flags,
                             const std::string &module, const fs::path &folder,
                             const std::vector<std::string> &variables) {
  constexpr CommandLimits limits{60, 4096};
  const fs::path input = folder / "input.mlir";
  fs::path output = folder / "lowered.mlir";
  std::ofstream file(input, std::ios::binary);
  file << module;
  file.close();
  if (!file)
    return ours(fmt::format("cannot write {}: is the disk full?", input.string()));
  std::vector<std::string> words = {opt, "--mlir-disable-threading", input, "-o", output};
  words.insert(words.end(), flags.begin(), flags.end());
  auto ended = runCommand(words, limits, folder, variables);
  if (!ended)
    return ours(ended.error().message);
  if (auto failure = failureOf(*ended, Stage::Compile, folder))
    return std::move(*failure);
  return output;
}

static Outcome<std::string> text(const fs::path &opt, const std::vector<std::string> &flags,
                                 const std::string &module) {
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return ours(scratch.error().message);
  auto made = run(opt, flags, module, scratch->path(), {});
  if (auto *failure = made.failure())
    return std::move(*failure);
  auto read = readFile(*made);
  if (!read)
    return ours(read.error().message);
  return *std::move(read);
}

static std::string pipelineFlag(const std::string &pipeline) {
  return "--pass-pipeline=" + pipeline;
}

Outcome<fs::path> runPipeline(const fs::path &opt, const std::string &pipeline,
                              const std::string &module, const fs::path &folder,
                              const std::vector<std::string> &variables) {
  return run(opt, {pipelineFlag(pipeline)}, module, folder, variables);
}

PassRun runPassAlone(const fs::path &opt, const std::string &name, const std::string &pipeline,
                     const std::string &module) {
  return {fmt::format("{} FILE --pass-pipeline='{}'", name, pipeline),
          text(opt, {pipelineFlag(pipeline)}, module)};
}

const std::vector<std::string> &genericFlags() {
  static const std::vector<std::string> flags = {"--mlir-print-op-generic",
                                                 "--mlir-print-unique-ssa-ids"};
  return flags;
}

Outcome<std::string> printedBy(const fs::path &opt, const std::string &module, ModuleForm form) {
  return text(opt, form == ModuleForm::Generic ? genericFlags() : std::vector<std::string>(),
              module);
}

} // namespace assay
