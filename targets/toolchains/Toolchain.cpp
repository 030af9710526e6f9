#include "targets/toolchains/Toolchain.h"

#include "support/WriteFile.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace assay {

namespace fs = std::filesystem;

static constexpr const char *recordName = "toolchain.json";

static constexpr std::string_view compilerName = "iree";

std::string ireeRelease(VersionNumber version) {
  return fmt::format("{}@{}", compilerName, version.text());
}

std::optional<VersionNumber> ireeVersion(const TargetName &name) {
  return name.compiler == compilerName && name.isCompilerOnly() ? name.version() : std::nullopt;
}

static Expected<fs::path> dataFolder() {
  auto set = [](const char *name) -> const char * {
    const char *value = std::getenv(name);
    return value && *value ? value : nullptr;
  };
  if (const char *own = set("ASSAY_DATA"))
    return fs::path(own);
  if (const char *shared = set("XDG_DATA_HOME"))
    return fs::path(shared) / "assay";
  if (const char *home = set("HOME"))
    return fs::path(home) / ".local/share/assay";
  return Error{"there is no folder for toolchains: set ASSAY_DATA or HOME"};
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
    return Error{fmt::format("{} was not added", name)};
  fs::remove_all(*folder, code);
  if (code)
    return Error{fmt::format("cannot remove {}: {}", folder->string(), code.message())};
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

Expected<IreeToolchain> findIree(VersionNumber version, const fs::path &root) {
  IreeToolchain found{version, root, {}, {}, {}, {}};
  // The tools on a Python environment's PATH are wrappers; these are the programs themselves.
  const std::pair<fs::path *, const char *> files[] = {
      {&found.library, "/_mlir_libs/libIREECompiler.so"},
      {&found.compile, "/_mlir_libs/iree-compile"},
      {&found.opt, "/_mlir_libs/iree-opt"},
      {&found.run, "/_runtime_libs/iree-run-module"},
  };
  for (const auto &[path, ending] : files) {
    auto file = findBelow(root, ending);
    if (!file)
      return Error{fmt::format("there is no {} below {}: give a Python environment that has "
                               "iree-base-compiler and iree-base-runtime",
                               ending + 1, root.string())};
    *path = *file;
  }
  return found;
}

Expected<void> recordToolchain(const IreeToolchain &toolchain) {
  auto folder = toolchainFolder(toolchain.name());
  if (!folder)
    return folder.error();
  const nlohmann::json record = {
      {"version", toolchain.version.text()},   {"root", toolchain.root.string()},
      {"library", toolchain.library.string()}, {"compile", toolchain.compile.string()},
      {"opt", toolchain.opt.string()},         {"run", toolchain.run.string()}};
  return writeFile(*folder / recordName, record.dump(2) + "\n");
}

static Expected<IreeToolchain> readRecord(const fs::path &path) {
  std::ifstream file(path);
  const nlohmann::json record = nlohmann::json::parse(file, nullptr, false);
  auto text = [&](const char *key) {
    return record.is_object() && record.contains(key) && record[key].is_string()
               ? record[key].get<std::string>()
               : std::string();
  };
  auto version = parseVersion(text("version"));
  if (!version)
    return Error{fmt::format("{} cannot be read: remove its folder and add the toolchain again",
                             path.string())};
  return IreeToolchain{*version,        text("root"), text("library"),
                       text("compile"), text("opt"),  text("run")};
}

Expected<std::vector<IreeToolchain>> ireeToolchains() {
  auto parent = toolchainsFolder();
  if (!parent)
    return parent.error();
  std::vector<IreeToolchain> all;
  std::error_code code;
  for (const fs::directory_entry &entry : fs::directory_iterator(*parent, code)) {
    if (!fs::exists(entry.path() / recordName))
      continue;
    auto one = readRecord(entry.path() / recordName);
    if (!one)
      return one.error();
    all.push_back(std::move(*one));
  }
  std::sort(all.begin(), all.end(),
            [](const auto &a, const auto &b) { return a.version < b.version; });
  return all;
}

Expected<IreeToolchain> ireeToolchain(VersionNumber version) {
  const std::string name = ireeRelease(version);
  auto folder = toolchainFolder(name);
  if (!folder)
    return folder.error();
  if (!fs::exists(*folder / recordName))
    return Error{fmt::format("{} is not on this machine: run `assay target add {}`", name, name)};
  auto toolchain = readRecord(*folder / recordName);
  if (toolchain && !fs::exists(toolchain->library))
    return Error{fmt::format("{} is gone from {}: run `assay target add {}` again", name,
                             toolchain->root.string(), name)};
  return toolchain;
}

Expected<void> removeToolchain(VersionNumber version) {
  return removeToolchainFolder(ireeRelease(version), recordName);
}

} // namespace assay
