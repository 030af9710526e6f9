#include "tools/assay/Inventory.h"

#include "targets/toolchains/Toolchain.h"
#include "tools/assay/Build.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {

std::vector<std::string> compilersHere(const Services &services) {
  std::vector<std::string> compilers;
  const auto add = [&](std::string name) {
    if (std::ranges::find(compilers, name) == compilers.end())
      compilers.push_back(std::move(name));
  };
  // Those that `assay targets` says in capitals what to write for are none themselves.
  for (const TargetDescription &target : services.targets())
    if (std::string name = target.name.substr(0, target.name.find_first_of(":[="));
        name != "manifest" && std::ranges::none_of(name, isupper))
      add(std::move(name));
  // What cannot be read is told of by `assay target list`.
  if (auto toolchains = ireeToolchains())
    for (const IreeToolchain &toolchain : *toolchains)
      add(toolchain.name());
  if (auto toolchains = mlirToolchains())
    for (const MlirToolchain &toolchain : *toolchains)
      add(toolchain.name());
  return compilers;
}

std::string inventory(const Services &services) {
  return fmt::format("build    {}, {}, {}\nLLVM     {}\ntargets  {}\n", build::commit, build::type,
                     build::compiler, build::llvm, fmt::join(compilersHere(services), ", "));
}

} // namespace assay
