#include "targets/outside/ManifestTarget.h"

#include "compiler/Pipelines.h"
#include "targets/Sample.h"
#include "targets/outside/Ending.h"
#include "targets/outside/ManifestRun.h"
#include "targets/outside/Words.h"
#include "toolchains/Manifests.h"

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

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

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

/// The flags that the rest of a target's name stands for: ":O2,--fast".
Expected<Manifest::Words> flagsOf(const Manifest &manifest, std::string_view choice) {
  std::vector<std::string_view> words;
  if (!choice.empty())
    words = split(choice.substr(1), ',');
  Manifest::Words flags;
  if (!manifest.levels.empty()) {
    const auto level =
        std::find_if(manifest.levels.begin(), manifest.levels.end(),
                     [&](const auto &one) { return !words.empty() && one.name == words[0]; });
    if (level == manifest.levels.end())
      return Error{fmt::format("{} has the levels {}: write {}:{}", manifest.name,
                               levelNames(manifest), manifest.name, manifest.levels[0].name)};
    flags = level->flags;
    words.erase(words.begin());
  }
  for (std::string_view word : words) {
    if (!word.starts_with('-'))
      return Error{fmt::format("'{}' is no flag for {}{}", word, manifest.name,
                               manifest.levels.empty() ? ", which has no levels" : "")};
    if (!takesFlags(manifest))
      return Error{
          fmt::format("{} takes no flags: its /compile does not say {{flags}}", manifest.name)};
    flags.emplace_back(word);
  }
  return flags;
}

/// The first word as the path of a program: found on the PATH or below the manifest's folder.
Expected<void> resolve(Manifest::Words &words, const fs::path &here, const std::string &at) {
  words = expanded(words, {{{"here", here.string()}}, {}});
  std::string &program = words[0];
  if (findPlaceholder(program)) // what was compiled is run itself
    return {};
  if (program.find('/') != std::string::npos)
    program = (here / program).string();
  auto found = llvm::sys::findProgramByName(program);
  if (!found || !llvm::sys::fs::can_execute(*found))
    return Error{fmt::format("{}: there is no program {}{}", at, program,
                             program.find('/') == std::string::npos ? " on the PATH" : "")};
  program = *found;
  return {};
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

ManifestTarget::ManifestTarget(std::string title, std::shared_ptr<const Manifest> manifest,
                               Manifest::Words flags, Accuracy granted)
    : title(std::move(title)), manifest(std::move(manifest)), flags(std::move(flags)),
      granted(std::move(granted)), writer(this->manifest->flavour, this->manifest->flavourVersion) {
}

static Expected<std::optional<ManifestChoice>> chosen(std::string name, std::string_view text,
                                                      const fs::path &file, const fs::path &here,
                                                      std::string_view choice) {
  auto manifest = readManifest(text, file.string());
  if (!manifest)
    return manifest.error();
  auto flags = flagsOf(*manifest, choice);
  if (!flags)
    return flags.error();
  return std::optional(ManifestChoice{std::move(*manifest), here, std::string(choice),
                                      std::move(*flags), std::move(name)});
}

static Expected<std::optional<ManifestChoice>> chooseAdded(std::string_view target) {
  const size_t colon = std::min(target.find(':'), target.size());
  const std::string known(target.substr(0, colon));
  if (!isManifestName(known))
    return std::optional<ManifestChoice>();
  auto record = manifestRecord(known);
  if (!record)
    return record.error();
  if (!*record)
    return std::optional<ManifestChoice>();
  auto choice = chosen(std::string(target), (*record)->text, (*record)->file,
                       (*record)->from.parent_path(), target.substr(colon));
  if (!choice)
    return choice;
  auto samples = samplesOf(known);
  if (!samples)
    return samples.error();
  (*choice)->sampled = sampledOn(*samples, target).value_or(Allowances());
  return choice;
}

Expected<std::optional<ManifestChoice>> chooseManifest(std::string_view target) {
  constexpr std::string_view prefix = "manifest=", ending = ".json";
  if (!target.starts_with(prefix))
    return chooseAdded(target);
  const std::string_view rest = target.substr(prefix.size());
  size_t end = rest.find(".json:");
  end = end == rest.npos ? rest.size() : end + ending.size();
  std::error_code code;
  const fs::path path = fs::absolute(rest.substr(0, end), code);
  auto text = manifestText(path);
  if (!text)
    return text.error();
  return chosen(fmt::format("{}{}{}", prefix, path.string(), rest.substr(end)), *text, path,
                path.parent_path(), rest.substr(end));
}

std::string ManifestChoice::base() const {
  if (manifest.basedOn.empty())
    return "";
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
  return hasPass ? fmt::format("{}:pipeline={}", manifest.basedOn, words) : manifest.basedOn;
}

MadeTarget ManifestTarget::make(std::string_view name) {
  auto made = chooseManifest(name);
  if (!made)
    return made.error();
  if (!*made)
    return std::unique_ptr<Target>();
  ManifestChoice &choice = **made;
  Manifest &manifest = choice.manifest;
  if (auto found = resolve(manifest.compile, choice.here, manifest.name + ": /compile/0"); !found)
    return found.error();
  if (auto found = resolve(manifest.run, choice.here, manifest.name + ": /run/command/0"); !found)
    return found.error();
  Accuracy granted = choice.accuracy();
  return std::unique_ptr<Target>(
      new ManifestTarget(std::string(name), std::make_shared<const Manifest>(std::move(manifest)),
                         std::move(choice.flags), std::move(granted)));
}

Outcome<std::unique_ptr<Executable>> ManifestTarget::compile(const TestCase &testCase) const {
  using Kind = TargetFailure::Kind;
  Outcome<std::string> text = writer.write(testCase);
  if (auto *failure = std::get_if<TargetFailure>(&text))
    return std::move(*failure);
  auto folder = ScratchFolder::create();
  if (!folder)
    return failed(Kind::Unsupported, folder.error().message);
  const fs::path input = folder->path() / "input.mlir", module = folder->path() / moduleName;
  std::ofstream file(input, std::ios::binary);
  file << std::get<0>(text);
  file.close();
  if (!file)
    return failed(Kind::Unsupported,
                  fmt::format("cannot write {}: is the disk full?", input.string()));
  auto ended = runCommand(expanded(manifest->compile, {{{"input", input.string()},
                                                        {"output", module.string()},
                                                        {"dir", folder->path().string()}},
                                                       {{"flags", flags}}}),
                          manifest->limits, folder->path());
  if (!ended)
    return failed(Kind::Unsupported, ended.error().message);
  if (auto failure = failureOf(*ended, Stage::Compile, folder->path()))
    return judged(*manifest, std::move(*failure));
  if (!wroteModule(folder->path()))
    return failed(Kind::Rejected, "ends well but has written no module");
  return std::make_unique<ManifestRun>(testCase, manifest, std::move(*folder), module);
}

} // namespace assay
