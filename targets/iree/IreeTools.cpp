#include "targets/iree/IreeTools.h"

#include "support/ReadFile.h"
#include "support/process/Command.h"
#include "targets/commands/CommandFailure.h"
#include "targets/commands/OptTool.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr CommandLimits limits{60, 4096};
/// What --split-input-file splits at.
constexpr std::string_view border = "\n// -----\n";

TargetFailure ours(std::string reason) {
  return {TargetFailure::Kind::Unsupported, Stage::Emit, std::move(reason)};
}

/// What is in the file; nothing if there is none.
std::string read(const fs::path &path) {
  auto text = readFile(path);
  return text ? std::move(*text) : std::string();
}

std::vector<std::string> splitAtBorders(std::string_view text) {
  std::vector<std::string> parts;
  for (size_t at = text.find(border); at != text.npos; at = text.find(border)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + border.size());
  }
  parts.emplace_back(text);
  return parts;
}

} // namespace

IreeTools::IreeTools(IreeToolchain toolchain, std::vector<std::string> flags,
                     std::shared_ptr<ScratchFolder> scratch)
    : toolchain(std::move(toolchain)), flags(std::move(flags)), scratch(std::move(scratch)) {}

Expected<IreeTools> IreeTools::make(const IreeOptions &name) {
  auto toolchain = ireeToolchain(name.release);
  if (!toolchain)
    return toolchain.error();
  auto scratch = ScratchFolder::create();
  if (!scratch)
    return scratch.error();
  return IreeTools(std::move(*toolchain), ireeFlags(name),
                   std::make_shared<ScratchFolder>(std::move(*scratch)));
}

/// What the tool writes into a file, which may be long.
Outcome<std::string> IreeTools::run(std::vector<std::string> words, const std::string &input,
                                    const std::vector<std::string> &more) const {
  const fs::path given = scratch->path() / "given.mlir", made = scratch->path() / "made.mlir";
  {
    std::ofstream file(given, std::ios::binary);
    file << input;
    file.flush();
    if (!file)
      return ours(fmt::format("cannot write {}: is the disk full?", given.string()));
  }
  for (const std::string &word :
       {given.string(), std::string("-o"), made.string(), std::string("--mlir-disable-threading")})
    words.push_back(word);
  words.insert(words.end(), more.begin(), more.end());
  // Not the folder of the files, which lasts: what a tool leaves behind is of no use to the next.
  auto folder = ScratchFolder::create();
  if (!folder)
    return ours(folder.error().message);
  auto ended = runCommand(words, limits, folder->path());
  if (!ended)
    return ours(ended.error().message);
  if (auto failure = failureOf(*ended, Stage::Compile, scratch->path()))
    return std::move(*failure);
  return read(made);
}

Outcome<std::string> IreeTools::runCompile(const std::vector<std::string> &own,
                                           const std::string &module,
                                           const std::vector<std::string> &more) const {
  std::vector<std::string> words = {toolchain.compile};
  words.insert(words.end(), own.begin(), own.end());
  words.insert(words.end(), flags.begin(), flags.end());
  return run(std::move(words), module, more);
}

Outcome<std::string> IreeTools::compileTo(const std::string &phase,
                                          const std::string &module) const {
  return runCompile({"--compile-to=" + phase}, module, genericFlags());
}

Outcome<std::monostate> IreeTools::compileFrom(const std::string &phase, const std::string &module,
                                               const fs::path &output) const {
  auto made = runCompile({"--compile-from=" + phase}, module);
  if (auto *failure = made.failure())
    return *failure;
  std::error_code code;
  fs::rename(scratch->path() / "made.mlir", output, code);
  if (code)
    return ours(fmt::format("cannot write {}: {}", output.string(), code.message()));
  return std::monostate();
}

Outcome<std::vector<PassDump>> IreeTools::passDumps(const std::string &from, const std::string &to,
                                                    const std::string &module) const {
  const fs::path tree = scratch->path() / "dumps";
  std::error_code ignored;
  fs::remove_all(tree, ignored);
  auto made = runCompile({"--compile-from=" + from, "--compile-to=" + to,
                          "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=" + tree.string()},
                         module);
  if (auto *failure = made.failure())
    return *failure;
  return readPassDumps(tree);
}

Outcome<IreeStatistics> IreeTools::statistics(const std::string &module) const {
  const fs::path tree = scratch->path() / "phases",
                 scheduling = scratch->path() / "scheduling.json";
  std::error_code ignored;
  fs::remove_all(tree, ignored);
  auto made = runCompile({"--compile-to=stream", "--iree-scheduling-dump-statistics-format=json",
                          "--iree-scheduling-dump-statistics-file=" + scheduling.string(),
                          "--dump-compilation-phases-to=" + tree.string()},
                         module, genericFlags());
  if (auto *failure = made.failure())
    return *failure;
  // "given.6.flow.mlir"
  for (const fs::directory_entry &entry : fs::directory_iterator(tree, ignored))
    if (entry.path().stem().extension() == ".flow")
      return IreeStatistics{read(entry.path()), read(scheduling)};
  return ours("iree-compile wrote no module of the phase flow");
}

Outcome<std::vector<std::string>>
IreeTools::runPasses(const std::string &passes, const std::vector<std::string> &modules) const {
  auto made = run({toolchain.opt, fmt::format("--pass-pipeline=builtin.module({})", passes),
                   "--split-input-file"},
                  fmt::format("{}", fmt::join(modules, border)), genericFlags());
  if (auto *failure = made.failure())
    return *failure;
  std::vector<std::string> parts = splitAtBorders(*made);
  if (parts.size() != modules.size())
    return ours(fmt::format("iree-opt made {} modules of {}", parts.size(), modules.size()));
  return parts;
}

Outcome<std::monostate> IreeTools::compile(const std::string &module,
                                           const std::string &from) const {
  return ending(runCompile({"--compile-from=" + from}, module));
}

std::string IreeTools::passReproducer(const std::string &module) const {
  const fs::path written = scratch->path() / "before.mlir";
  std::error_code ignored;
  fs::remove(written, ignored);
  // How it ends says nothing: it survives a crash to write the file.
  (void)runCompile({"--mlir-pass-pipeline-local-reproducer",
                    "--mlir-pass-pipeline-crash-reproducer=" + written.string()},
                   module);
  return read(written);
}

Outcome<std::string> IreeTools::runReproducer(const std::string &reproducer) const {
  return run({toolchain.opt, "--run-reproducer"}, reproducer, {});
}

Outcome<std::string> IreeTools::printed(const std::string &module, ModuleForm form) const {
  return printedBy(toolchain.opt, module, form);
}

} // namespace assay
