#include "toolchains/Install.h"

#include "runners/process/Command.h"

#include <fmt/format.h>
#include <llvm/Support/Program.h>

namespace assay {

namespace fs = std::filesystem;

static Expected<void> step(const std::vector<std::string> &words, const std::string &failure) {
  CommandLimits limits;
  limits.seconds = 1800;
  auto result = runCommand(words, limits);
  if (!result)
    return result.error();
  if (result->end == CommandResult::End::Exited && result->exitCode == 0)
    return {};
  const std::string &said = result->err.empty() ? result->out : result->err;
  const size_t last = said.find_last_of('\n', said.size() < 2 ? 0 : said.size() - 2);
  return Error{
      fmt::format("{}: {}", failure, said.substr(last == std::string::npos ? 0 : last + 1))};
}

Expected<IreeToolchain> installIree(VersionNumber version, const OnStep &onStep) {
  auto folder = toolchainFolder(version);
  if (!folder)
    return folder.error();
  auto python = llvm::sys::findProgramByName("python3");
  if (!python)
    return Error{"there is no python3 on the PATH: install python3 and python3-venv"};
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
                  "--disable-pip-version-check", "iree-base-compiler==" + version.text(),
                  "iree-base-runtime==" + version.text()},
                 fmt::format("pip cannot install the wheels of {}", version.text()));
        !installed)
      return installed.error();
    return findIree(version, environment);
  };
  auto toolchain = install();
  if (!toolchain) {
    fs::remove_all(*folder, code);
    return toolchain;
  }
  if (auto recorded = recordToolchain(*toolchain); !recorded)
    return recorded.error();
  return toolchain;
}

} // namespace assay
