#include "targets/toolchains/Install.h"

#include "support/FirstLine.h"
#include "support/process/Command.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

namespace fs = std::filesystem;

static Expected<std::string> findPython() {
  auto said = runCommand({"/usr/bin/env", "python3", "-c", "import sys; print(sys.executable)"});
  if (!said)
    return said.error();
  if (said->end != CommandResult::End::Exited || said->exitCode != 0)
    return Error{"there is no python3 on the PATH: install python3 and python3-venv"};
  return firstLine(said->out);
}

static Expected<void> step(const std::vector<std::string> &words, const std::string &failure) {
  CommandLimits limits;
  limits.seconds = 1800;
  limits.fileMebibytes = 0; // the compiler's library has hundreds
  auto result = runCommand(words, limits);
  if (!result)
    return result.error();
  if (result->end == CommandResult::End::Exited && result->exitCode == 0)
    return {};
  if (result->end != CommandResult::End::Exited)
    return Error{fmt::format(
        "{}: it {}", failure,
        result->end == CommandResult::End::TimedOut ? "took too long" : "was ended by a signal")};
  const std::string &said = result->err.empty() ? result->out : result->err;
  const size_t last = said.find_last_of('\n', said.size() < 2 ? 0 : said.size() - 2);
  return Error{
      fmt::format("{}: {}", failure, said.substr(last == std::string::npos ? 0 : last + 1))};
}

/// The versions of one package, ascending, as `pip index` lists them.
static Expected<std::vector<VersionNumber>> releasedPackage(const std::string &python,
                                                            const std::string &package) {
  auto listed = runCommand({python, "-m", "pip", "index", "versions", package});
  if (!listed)
    return listed.error();
  constexpr std::string_view mark = "Available versions: ";
  const size_t begin = listed->out.find(mark);
  if (listed->exitCode != 0 || begin == std::string::npos)
    return Error{fmt::format("pip cannot list the releases of {}: is PyPI reachable?", package)};
  const std::string line = firstLine(std::string_view(listed->out).substr(begin + mark.size()));
  std::vector<VersionNumber> versions;
  for (size_t at = 0; at < line.size();) {
    const size_t end = std::min(line.find(", ", at), line.size());
    if (auto version = parseVersion(std::string_view(line).substr(at, end - at)))
      versions.push_back(*version);
    at = end + 2;
  }
  std::sort(versions.begin(), versions.end());
  return versions;
}

Expected<std::vector<VersionNumber>> releasedIree() {
  auto python = findPython();
  if (!python)
    return python.error();
  auto compilers = releasedPackage(*python, "iree-base-compiler");
  if (!compilers)
    return compilers;
  auto runtimes = releasedPackage(*python, "iree-base-runtime");
  if (!runtimes)
    return runtimes;
  std::vector<VersionNumber> both;
  std::set_intersection(compilers->begin(), compilers->end(), runtimes->begin(), runtimes->end(),
                        std::back_inserter(both));
  return both;
}

Expected<IreeToolchain> installIree(VersionNumber version, const OnStep &onStep) {
  auto folder = toolchainFolder(ireeRelease(version));
  if (!folder)
    return folder.error();
  auto python = findPython();
  if (!python)
    return python.error();
  std::error_code code;
  const fs::path environment = *folder / "venv";
  fs::remove_all(environment, code);
  fs::create_directories(*folder, code);
  auto install = [&]() -> Expected<IreeToolchain> {
    onStep("making a Python environment");
    if (auto made = step({*python, "-m", "venv", environment.string()},
                         "the Python environment cannot be made (install python3-venv)");
        !made)
      return made.error();
    onStep("installing the wheels of compiler and runtime");
    if (auto installed =
            step({(environment / "bin/python").string(), "-m", "pip", "install", "--quiet",
                  "--disable-pip-version-check", "--retries", "1", "--timeout", "30",
                  "iree-base-compiler==" + version.text(), "iree-base-runtime==" + version.text()},
                 fmt::format("pip cannot install the wheels of {}", version.text()));
        !installed)
      return installed.error();
    auto found = findIree(environment);
    if (found) {
      found->release = version.text();
      found->version = version;
    }
    return found;
  };
  auto toolchain = install();
  if (!toolchain) {
    fs::remove_all(*folder, code);
    return toolchain;
  }
  ASSAY_TRY(recordToolchain(*toolchain));
  return toolchain;
}

} // namespace assay
