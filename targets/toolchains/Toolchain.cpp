#include "targets/toolchains/Toolchain.h"

#include "support/DataFolder.h"
#include "support/FileHash.h"
#include "support/FirstLine.h"
#include "support/Hash.h"
#include "support/WriteFile.h"
#include "support/process/Command.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <tuple>

namespace assay {

namespace fs = std::filesystem;

static constexpr const char *recordName = "toolchain.json";

static constexpr std::string_view ireePrefix = "iree@", mlirPrefix = "mlir@";

std::string ireeRelease(VersionNumber version) {
  return fmt::format("{}{}", ireePrefix, version.text());
}

bool isBuildName(std::string_view release) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789._-";
  constexpr size_t longest = 64;
  return !release.empty() && release.size() <= longest && release[0] >= 'a' && release[0] <= 'z' &&
         release.find_first_not_of(letters) == release.npos;
}

Expected<fs::path> toolchainsFolder() {
  auto data = dataFolder();
  if (!data)
    return data;
  // Programs there run in folders of their own.
  std::error_code code;
  return fs::absolute(*data / "toolchains", code);
}

Expected<fs::path> toolchainFolder(const std::string &name) {
  auto parent = toolchainsFolder();
  if (!parent)
    return parent;
  return *parent / name;
}

Expected<void> removeToolchainFolder(const std::string &name, std::string_view record) {
  auto folder = toolchainFolder(name);
  if (!folder)
    return folder.error();
  std::error_code code;
  if (!fs::exists(*folder / record, code))
    return Error{fmt::format("{} was not added; `assay target list` says what was", name)};
  fs::remove_all(*folder, code);
  if (code)
    return Error{fmt::format("cannot remove {}: {}; check its permissions, and remove the rest by "
                             "hand",
                             folder->string(), code.message())};
  return {};
}

/// The first file below `root` whose path ends so.
static std::optional<fs::path> findBelow(const fs::path &root, const std::string &ending) {
  std::error_code code;
  fs::recursive_directory_iterator at(root, fs::directory_options::skip_permission_denied, code),
      end;
  for (; !code && at != end; at.increment(code))
    if (at->path().string().ends_with(ending))
      return at->path();
  return std::nullopt;
}

namespace {

/// Where a tree has the files of IREE.
struct Layout {
  std::string_view library, tools, run; // folders
};

} // namespace

/// Of builds and installations. Python packages have them below some folder or other.
static constexpr Layout trees[] = {{"lib", "tools", "tools"}, {"lib", "bin", "bin"}};
static constexpr Layout packages = {"/_mlir_libs", "/_mlir_libs", "/_runtime_libs"};

Expected<IreeToolchain> findIree(const fs::path &given) {
  std::error_code code;
  // Workers have folders of their own.
  const fs::path root = fs::absolute(given, code).lexically_normal();
  if (!fs::is_directory(root, code))
    return Error{fmt::format("there is no folder {}: give --path the tree of a build or an "
                             "installation",
                             root.string())};
  IreeToolchain found;
  found.root = root;
  const std::tuple<fs::path *, std::string_view Layout::*, const char *> files[] = {
      {&found.library, &Layout::library, "libIREECompiler.so"},
      {&found.compile, &Layout::tools, "iree-compile"},
      {&found.opt, &Layout::tools, "iree-opt"},
      {&found.run, &Layout::run, "iree-run-module"},
  };
  const Layout *tree = std::ranges::find_if(trees, [&](const Layout &layout) {
    return fs::exists(root / layout.tools / "iree-compile", code) &&
           fs::exists(root / layout.library, code);
  });
  // The tools on a Python environment's PATH are wrappers; its packages have the programs.
  const bool isTree = tree != std::end(trees) && !fs::exists(root / "pyvenv.cfg", code);
  for (const auto &[path, folder, name] : files) {
    const std::string place = fmt::format("{}/{}", (isTree ? *tree : packages).*folder, name);
    const auto file =
        isTree ? fs::exists(root / place, code) ? std::optional(root / place) : std::nullopt
               : findBelow(root, place);
    if (!file && isTree)
      return Error{fmt::format("there is no {} in {}: a tree of IREE has {} and tools or bin with "
                               "iree-compile, iree-opt and iree-run-module",
                               place, root.string(), "lib/libIREECompiler.so")};
    if (!file)
      return Error{
          fmt::format("there is no {} below {}: give a Python environment that has "
                      "iree-base-compiler and iree-base-runtime, or the tree of a build or "
                      "an installation",
                      place.substr(1), root.string())};
    *path = *file;
  }
  return found;
}

Expected<MlirToolchain> findMlir(const fs::path &given) {
  std::error_code code;
  const fs::path root = fs::absolute(given, code).lexically_normal();
  MlirToolchain found;
  found.root = root;
  found.opt = root / "bin/mlir-opt";
  found.runner = root / "bin/mlir-runner";
  if (!fs::exists(found.runner, code) && fs::exists(root / "bin/mlir-cpu-runner", code))
    found.runner = root / "bin/mlir-cpu-runner";
  for (const fs::path &file : {found.opt, found.runner})
    if (!fs::exists(file, code))
      return Error{fmt::format("there is no bin/{} in {}: give the tree of a build or an "
                               "installation of LLVM with MLIR",
                               file.filename().string(), root.string())};
  return found;
}

Expected<std::optional<ToldVersion>> toldVersion(const fs::path &tool, std::string_view words) {
  auto ended = runCommand({tool.string(), "--version"});
  if (!ended)
    return ended.error();
  if (ended->end != CommandResult::End::Exited || ended->exitCode != 0)
    return Error{fmt::format("{} --version does not run: {}; run it by hand, and build it again if "
                             "libraries are missing",
                             tool.string(),
                             firstLine(ended->err.empty() ? ended->out : ended->err))};
  const size_t at = ended->out.find(words);
  if (at == std::string::npos)
    return std::optional<ToldVersion>();
  ToldVersion told;
  told.text = firstLine(std::string_view(ended->out).substr(at + words.size() + 1));
  const auto version =
      parseVersion(told.text.substr(0, told.text.find_first_not_of("0123456789.")));
  if (!version)
    return std::optional<ToldVersion>();
  told.version = *version;
  return std::optional(told);
}

Expected<std::string> contentOf(const std::vector<fs::path> &files) {
  std::string all;
  for (const fs::path &file : files) {
    auto content = fileContentName(file);
    if (!content)
      return content.error();
    all += *content;
  }
  return contentName(all);
}

static Expected<void> writeRecord(const std::string &name, const nlohmann::json &record) {
  auto folder = toolchainFolder(name);
  if (!folder)
    return folder.error();
  return writeFile(*folder / recordName, record.dump(2) + "\n");
}

Expected<void> recordToolchain(const IreeToolchain &toolchain) {
  return writeRecord(toolchain.name(), {{"version", toolchain.version.text()},
                                        {"root", toolchain.root.string()},
                                        {"library", toolchain.library.string()},
                                        {"compile", toolchain.compile.string()},
                                        {"opt", toolchain.opt.string()},
                                        {"run", toolchain.run.string()},
                                        {"process", toolchain.isProcess}});
}

Expected<void> recordToolchain(const MlirToolchain &toolchain) {
  return writeRecord(toolchain.name(), {{"version", fmt::format("{}", toolchain.version)},
                                        {"root", toolchain.root.string()},
                                        {"opt", toolchain.opt.string()},
                                        {"runner", toolchain.runner.string()}});
}

namespace {

/// What is in a record.
struct Record {
  nlohmann::json json;
  VersionNumber version;
  std::string text(const char *key) const { return json.value(key, ""); }
};

} // namespace

/// Of what was added as that name; an error says how to add it.
static Expected<Record> readRecord(const std::string &name) {
  auto folder = toolchainFolder(name);
  if (!folder)
    return folder.error();
  const fs::path path = *folder / recordName;
  std::error_code code;
  if (!fs::exists(path, code)) {
    const bool isBuild = isBuildName(std::string_view(name).substr(name.find('@') + 1));
    return Error{fmt::format("{} is not on this machine: run `assay target add {}{}`", name, name,
                             isBuild ? " --path DIR" : "")};
  }
  std::ifstream file(path);
  Record record{nlohmann::json::parse(file, nullptr, false), {}};
  bool isWell = record.json.is_object();
  for (const char *key : {"version", "root"})
    isWell = isWell && record.json.contains(key) && record.json[key].is_string();
  const auto version = isWell ? parseVersion(record.text("version")) : std::nullopt;
  if (!version)
    return Error{fmt::format("{} cannot be read: remove its folder and add the toolchain again",
                             path.string())};
  record.version = *version;
  return record;
}

static Error gone(const std::string &name, const fs::path &root) {
  return {fmt::format("{} is gone from {}: run `assay target add {}` again", name, root.string(),
                      name)};
}

static Expected<IreeToolchain> readIree(const std::string &release) {
  auto record = readRecord(fmt::format("{}{}", ireePrefix, release));
  if (!record)
    return record.error();
  return IreeToolchain{release,
                       record->version,
                       record->text("root"),
                       record->text("library"),
                       record->text("compile"),
                       record->text("opt"),
                       record->text("run"),
                       record->json.value("process", false)};
}

static Expected<MlirToolchain> readMlir(const std::string &release) {
  auto record = readRecord(fmt::format("{}{}", mlirPrefix, release));
  if (!record)
    return record.error();
  return MlirToolchain{release, record->version.major, record->text("root"), record->text("opt"),
                       record->text("runner")};
}

/// What stands behind the prefix in the names of all that have a record.
static Expected<std::vector<std::string>> recorded(std::string_view prefix) {
  auto parent = toolchainsFolder();
  if (!parent)
    return parent.error();
  std::vector<std::string> releases;
  std::error_code code;
  for (const fs::directory_entry &entry : fs::directory_iterator(*parent, code))
    if (const std::string name = entry.path().filename();
        name.starts_with(prefix) && fs::exists(entry.path() / recordName))
      releases.push_back(name.substr(prefix.size()));
  std::ranges::sort(releases);
  return releases;
}

/// All of a kind.
template <class Toolchain>
static Expected<std::vector<Toolchain>> readAll(std::string_view prefix,
                                                Expected<Toolchain> (*read)(const std::string &)) {
  auto releases = recorded(prefix);
  if (!releases)
    return releases.error();
  std::vector<Toolchain> all;
  for (const std::string &release : *releases) {
    auto one = read(release);
    if (!one)
      return one.error();
    all.push_back(std::move(*one));
  }
  return all;
}

Expected<std::vector<IreeToolchain>> ireeToolchains() {
  auto all = readAll(ireePrefix, readIree);
  if (all)
    std::ranges::sort(*all, {}, [](const IreeToolchain &one) {
      return one.isRelease() ? std::tuple(false, one.version, std::string())
                             : std::tuple(true, VersionNumber(), one.release);
    });
  return all;
}

Expected<std::vector<MlirToolchain>> mlirToolchains() { return readAll(mlirPrefix, readMlir); }

Expected<IreeToolchain> ireeToolchain(const std::string &release) {
  auto toolchain = readIree(release);
  std::error_code code;
  if (toolchain && !fs::exists(toolchain->library, code))
    return gone(toolchain->name(), toolchain->root);
  return toolchain;
}

Expected<MlirToolchain> mlirToolchain(const std::string &release) {
  auto toolchain = readMlir(release);
  std::error_code code;
  if (toolchain && !fs::exists(toolchain->opt, code))
    return gone(toolchain->name(), toolchain->root);
  return toolchain;
}

Expected<void> removeToolchain(const std::string &name) {
  return removeToolchainFolder(name, recordName);
}

} // namespace assay
