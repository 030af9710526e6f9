#include "targets/manifest/ManifestTarget.h"

#include "compiler/pipelines/Pipelines.h"
#include "support/ReadFile.h"
#include "targets/commands/CommandFailure.h"
#include "targets/commands/Placeholders.h"
#include "targets/manifest/ManifestFiles.h"
#include "targets/manifest/ManifestRun.h"
#include "targets/samples/RecordedSamples.h"
#include "targets/toolchains/Manifests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Program.h>

#include <algorithm>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

using MadeTarget = Expected<std::unique_ptr<Target>>;

constexpr std::string_view moduleName = "module";
constexpr std::string_view passLetters = "abcdefghijklmnopqrstuvwxyz0123456789-";

bool takesFlags(const Manifest &manifest) {
  return std::find(manifest.compile.begin(), manifest.compile.end(), "{flags}") !=
         manifest.compile.end();
}

std::string levelNames(const Manifest &manifest) {
  std::string names;
  for (const Manifest::Level &level : manifest.levels)
    names += (names.empty() ? "" : ", ") + level.name;
  return names;
}

/// The pass that a setting means to leave out as the compiler is told to: "fuse", "--skip=fuse" or
/// "--skip fuse" for "without=fuse". Nothing for other settings.
std::optional<std::string> passLeftOutByHand(const Manifest::Passes &passes,
                                             const TargetSetting &setting) {
  std::string word = setting.text();
  if (passes.without.size() > 1)
    for (const std::string_view between : {"=", " "})
      if (const std::string told = fmt::format("{}{}", passes.without.front(), between);
          word.starts_with(told))
        word.erase(0, told.size());
  return std::ranges::find(passes.names, word) == passes.names.end() ? std::nullopt
                                                                     : std::optional(word);
}

/// Whether a name may be that of a compiler alone.
enum class Whole : bool { Target, OrCompiler };

/// The flags that a target's level and settings stand for: "mycc:O2,--fast".
Expected<Manifest::Words> flagsOf(const Manifest &manifest, const TargetName &target) {
  Manifest::Words flags;
  if (!manifest.levels.empty()) {
    const auto level = std::ranges::find(manifest.levels, target.level, &Manifest::Level::name);
    if (level == manifest.levels.end())
      return Error{fmt::format("{} has the levels {}: write {}:{}", manifest.name,
                               levelNames(manifest), manifest.name, manifest.levels[0].name)};
    flags = level->flags;
  }
  const auto noFlag = [&](std::string_view word) {
    return Error{fmt::format("'{}' is no flag for {}{}", word, manifest.name,
                             manifest.levels.empty() ? ", which has no levels" : "")};
  };
  if (target.pipeline)
    return noFlag("pipeline=");
  if (manifest.levels.empty() && !target.level.empty())
    return noFlag(target.level);
  for (const TargetSetting &setting : target.settings) {
    if (const auto pass = passLeftOutByHand(manifest.passes, setting))
      return Error{fmt::format("'{}' is no flag for {}: to leave the pass out, write {}",
                               setting.text(), manifest.name, leavingOut(*pass))};
    if (setting.key == "without" && setting.value && !manifest.passes.without.empty()) {
      if (std::ranges::find(manifest.passes.names, *setting.value) == manifest.passes.names.end())
        return Error{fmt::format("{} is no pass of {}, whose manifest names {}", *setting.value,
                                 manifest.name, fmt::join(manifest.passes.names, ", "))};
      std::ranges::move(expanded(manifest.passes.without, {{{"pass", *setting.value}}, {}}),
                        std::back_inserter(flags));
      continue;
    }
    if (!setting.isFlag())
      return noFlag(setting.text());
    if (!takesFlags(manifest))
      return Error{
          fmt::format("{} takes no flags: its /compile does not say {{flags}}", manifest.name)};
    flags.push_back(setting.text());
  }
  return flags;
}

/// Whether the compiler left something that is called like its output, if perhaps longer.
bool wroteModule(const fs::path &folder) {
  std::error_code code;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder, code))
    if (entry.path().filename().string().starts_with(moduleName))
      return true;
  return false;
}

TargetFailure failed(TargetFailure::Kind kind, std::string detail) {
  return {kind, Stage::Compile, std::move(detail)};
}

} // namespace

std::string targetForm(const Manifest &manifest) {
  const bool hasLevels = !manifest.levels.empty();
  return fmt::format("{}{}{}", manifest.name, hasLevels ? ":LEVEL" : "",
                     !takesFlags(manifest) ? ""
                     : hasLevels           ? "[,FLAG...]"
                                           : "[:FLAG...]");
}

ManifestTarget::ManifestTarget(TargetName title, std::shared_ptr<const Manifest> manifest,
                               Manifest::Words flags, Accuracy granted,
                               std::optional<MutantOptions> mutant)
    : title(std::move(title)), manifest(std::move(manifest)), flags(std::move(flags)),
      granted(granted),
      writer(this->manifest->flavour, this->manifest->flavourVersion, {}, std::move(mutant)) {}

static Expected<std::optional<ManifestChoice>> chosen(TargetName name, std::string_view text,
                                                      const fs::path &file, const fs::path &here,
                                                      Whole whole) {
  auto manifest = readManifest(text, file.string());
  if (!manifest)
    return manifest.error();
  auto flags = whole == Whole::OrCompiler && name.isCompilerOnly()
                   ? Expected<Manifest::Words>(Manifest::Words())
                   : flagsOf(*manifest, name);
  if (!flags)
    return flags.error();
  return std::optional(
      ManifestChoice{std::move(*manifest), file, here, std::move(*flags), std::move(name)});
}

static Expected<std::optional<ManifestChoice>> chooseAdded(const TargetName &target, Whole whole) {
  if (!isManifestName(target.compiler) || !target.release.empty())
    return std::optional<ManifestChoice>();
  auto record = manifestRecord(target.compiler);
  if (!record)
    return record.error();
  if (!*record)
    return std::optional<ManifestChoice>();
  auto choice =
      chosen(target, (*record)->text, (*record)->file, (*record)->from.parent_path(), whole);
  if (!choice)
    return choice;
  auto samples = samplesOf(target.compiler);
  if (!samples)
    return samples.error();
  (*choice)->sampled = sampledOn(*samples, target).value_or(Allowances());
  return choice;
}

static Expected<std::optional<ManifestChoice>> choose(const TargetName &target, Whole whole) {
  constexpr std::string_view prefix = "manifest=";
  if (!target.compiler.starts_with(prefix))
    return chooseAdded(target, whole);
  std::error_code code;
  const fs::path path = fs::absolute(target.compiler.substr(prefix.size()), code);
  auto text = manifestText(path);
  if (!text)
    return text.error();
  TargetName everywhere = target;
  everywhere.compiler = fmt::format("{}{}", prefix, path.string());
  return chosen(std::move(everywhere), *text, path, path.parent_path(), whole);
}

Expected<std::optional<ManifestChoice>> chooseManifest(const TargetName &target) {
  return choose(target, Whole::Target);
}

Expected<std::optional<ManifestChoice>> chooseCompiler(const TargetName &name) {
  return choose(name, Whole::OrCompiler);
}

std::optional<TargetName> ManifestChoice::base() const {
  auto base = TargetName::parse(manifest.basedOn);
  if (manifest.basedOn.empty() || !base)
    return std::nullopt;
  // As a pipeline's text has them, without the dashes of flags.
  std::string words = " ";
  const Manifest::Words compile = expanded(manifest.compile, {{}, {{"flags", flags}}});
  for (char letter : fmt::format("{}", fmt::join(compile, " ")))
    if (letter != '-' || std::string_view(" '\"").find(words.back()) == std::string_view::npos)
      words += letter;
  bool hasPass = false;
  for (std::string_view rest = words; !rest.empty();) {
    rest.remove_prefix(std::min(rest.find_first_of(passLetters), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_not_of(passLetters));
    hasPass |= isPass(word);
    rest.remove_prefix(word.size());
  }
  if (hasPass)
    base->pipeline = words;
  return std::move(*base);
}

Expected<void> resolveCommand(Manifest::Words &words, const fs::path &here, const std::string &at) {
  words = expanded(words, {{{"here", here.string()}}, {}});
  std::string &program = words[0];
  if (findPlaceholder(program)) // what was compiled is run itself
    return {};
  if (program.find('/') != std::string::npos)
    program = (here / program).string();
  auto found = llvm::sys::findProgramByName(program);
  if (!found && llvm::sys::fs::is_regular_file(program))
    return Error{fmt::format("{}: {} may not be run: chmod +x", at, program)};
  if (!found || !llvm::sys::fs::can_execute(*found))
    return Error{fmt::format("{}: there is no program {}{}", at, program,
                             program.find('/') == std::string::npos ? " on the PATH" : "")};
  program = *found;
  return {};
}

MadeTarget ManifestTarget::make(const TargetName &name, const TargetOptions &options) {
  auto made = chooseManifest(name);
  if (!made)
    return made.error();
  if (!*made)
    return std::unique_ptr<Target>();
  ManifestChoice &choice = **made;
  Manifest &manifest = choice.manifest;
  if (options.mutant && !manifest.hasMutants)
    return Error{fmt::format("'{}' has no mutants: its manifest does not say \"mutants\": true",
                             name.text())};
  ASSAY_TRY(checkFiles(manifest, choice.here));
  ASSAY_TRY(resolveCommand(manifest.compile, choice.here, manifest.name + ": /compile/0"));
  ASSAY_TRY(resolveCommand(manifest.run, choice.here, manifest.name + ": /run/command/0"));
  Accuracy granted = choice.accuracy();
  return std::unique_ptr<Target>(
      new ManifestTarget(name, std::make_shared<const Manifest>(std::move(manifest)),
                         std::move(choice.flags), granted, options.mutant));
}

/// The folder with what is compiled of a module.
static Outcome<ScratchFolder> compileModule(const Manifest &manifest, const Manifest::Words &flags,
                                            const std::string &text) {
  using Kind = TargetFailure::Kind;
  auto folder = ScratchFolder::create();
  if (!folder)
    return failed(Kind::Unsupported, folder.error().message);
  const fs::path input = folder->path() / "input.mlir", module = folder->path() / moduleName;
  std::ofstream file(input, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    return failed(Kind::Unsupported,
                  fmt::format("cannot write {}: is the disk full?", input.string()));
  auto ended = runCommand(expanded(manifest.compile, {{{"input", input.string()},
                                                       {"output", module.string()},
                                                       {"dir", folder->path().string()}},
                                                      {{"flags", flags}}}),
                          manifest.limits, folder->path());
  if (!ended)
    return failed(Kind::Unsupported, ended.error().message);
  if (auto failure = failureOf(*ended, Stage::Compile, folder->path()))
    return judged(manifest, std::move(*failure));
  if (!wroteModule(folder->path()))
    return failed(Kind::Rejected, "ends well but has written no module");
  return std::move(*folder);
}

Answer<std::string> compiledText(const ManifestChoice &choice, const std::string &module) {
  Manifest manifest = choice.manifest;
  ASSAY_TRY(resolveCommand(manifest.compile, choice.here, manifest.name + ": /compile/0"));
  auto folder = compileModule(manifest, choice.flags, module);
  if (auto *failure = folder.failure())
    return Outcome<std::string>(std::move(*failure));
  auto text = readFile(folder->path() / moduleName);
  if (!text)
    return text.error();
  return Outcome<std::string>(*std::move(text));
}

Outcome<std::unique_ptr<Executable>> ManifestTarget::compile(const TestCase &testCase) const {
  Outcome<std::string> text = writer.write(testCase);
  if (auto *failure = text.failure())
    return *failure;
  auto folder = compileModule(*manifest, flags, *text);
  if (auto *failure = folder.failure())
    return std::move(*failure);
  const fs::path module = folder->path() / moduleName;
  return std::make_unique<ManifestRun>(testCase, manifest, std::move(*folder), module);
}

} // namespace assay
