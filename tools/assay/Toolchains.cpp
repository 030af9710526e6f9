#include "toolchains/Install.h"

#include "program/Text.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string name, path;
};

/// x + x with an extent that the compiler is not told.
constexpr const char *smokeProgram = R"(assay 1
d0 dynamic
%0 = argument f32[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
)";

Expected<VersionNumber> versionOf(const std::string &name) {
  constexpr std::string_view prefix = "iree@";
  if (name.starts_with(prefix))
    if (auto version = parseVersion(std::string_view(name).substr(prefix.size())))
      return *version;
  return Error{fmt::format("'{}' is no release that can be added: write iree@VERSION, as in "
                           "iree@3.13.0",
                           name)};
}

/// What a verdict on the smoke program says about a backend.
std::string ability(const Verdict &verdict) {
  if (std::holds_alternative<Agree>(verdict.outcome))
    return "compiles and runs";
  if (std::holds_alternative<Unsupported>(verdict.outcome))
    return "compiles, " + std::get<Unsupported>(verdict.outcome).reason;
  return fmt::format("does not work: {}", verdict.describe());
}

/// Prints what the toolchain can do; whether that is something.
Expected<bool> tryOut(const Context &context, const IreeToolchain &toolchain) {
  auto smoke = readText(smokeProgram, "smoke program");
  if (!smoke)
    return smoke.error();
  bool works = false;
  for (const char *backend : {"llvm-cpu", "vmvx", "hip"}) {
    const bool hasLevels = toolchain.version >= VersionNumber{3, 3, 0};
    const std::string target =
        fmt::format("{}:{}{}", toolchain.name(), backend, hasLevels ? ":O1" : "");
    Pool pool(onePool(context, {target}, ""));
    if (auto started = pool.start(); !started)
      return started.error();
    auto checked = checkCase(pool, {target}, "smoke", *smoke);
    if (!checked)
      return checked.error();
    const Verdict &verdict = checked->front().verdict;
    works |= std::holds_alternative<Agree>(verdict.outcome);
    say("  {:8}  {}\n", backend, ability(verdict));
  }
  return works;
}

Expected<IreeToolchain> obtain(VersionNumber version, const std::string &path) {
  if (path.empty())
    return installIree(version, [](const std::string &step) { say(stderr, "{} ...\n", step); });
  auto found = findIree(version, path);
  if (!found)
    return found;
  if (auto recorded = recordToolchain(*found); !recorded)
    return recorded.error();
  return found;
}

int runAdd(const Flags &flags, const Context &context) {
  auto version = versionOf(flags.name);
  if (!version)
    return complain(version.error());
  auto toolchain = obtain(*version, flags.path);
  if (!toolchain)
    return complain(toolchain.error());
  say("{} in {}\n", toolchain->name(), toolchain->root.string());
  auto works = tryOut(context, *toolchain);
  if (!works)
    return complain(works.error());
  if (!*works)
    return complain({"none of its backends runs the smoke program"});
  say("Try: assay fuzz --target {}:llvm-cpu{}\n", toolchain->name(),
      toolchain->version >= VersionNumber{3, 3, 0} ? ":O2" : "");
  return AllAgree;
}

int runList() {
  auto all = ireeToolchains();
  if (!all)
    return complain(all.error());
  for (const IreeToolchain &toolchain : *all)
    say("{:14}  {}\n", toolchain.name(), toolchain.root.string());
  if (all->empty())
    say("none; add one with `assay target add iree@3.13.0`\n");
  return AllAgree;
}

int runRemove(const Flags &flags) {
  auto version = versionOf(flags.name);
  if (!version)
    return complain(version.error());
  auto removed = removeToolchain(*version);
  return removed ? int(AllAgree) : complain(removed.error());
}

int runDoctor(const Context &context) {
  auto all = ireeToolchains();
  if (!all)
    return complain(all.error());
  bool isWell = true;
  for (const IreeToolchain &toolchain : *all) {
    say("{}\n", toolchain.name());
    auto present = ireeToolchain(toolchain.version);
    auto works = present ? tryOut(context, toolchain) : Expected<bool>(present.error());
    if (!works)
      complain(works.error());
    isWell &= works && *works;
  }
  if (all->empty())
    return runList();
  return isWell ? AllAgree : SomethingFound;
}

} // namespace

Action declareTarget(CLI::App &app) {
  auto flags = std::make_shared<Flags>();
  auto *add =
      app.add_subcommand("add", "Install a release from PyPI, or take what lies in a folder");
  add->add_option("NAME", flags->name, "Such as iree@3.13.0")->required();
  add->add_option("--path", flags->path, "A Python environment that has it, or its packages")
      ->type_name("DIR");
  auto *list = app.add_subcommand("list", "Print what was added");
  auto *remove = app.add_subcommand("remove", "Delete what was added");
  remove->add_option("NAME", flags->name, "Such as iree@3.13.0")->required();
  app.add_subcommand("doctor", "Try out everything that was added");
  app.require_subcommand(1);
  return [flags, add, list, remove](const Context &context) {
    if (add->parsed())
      return runAdd(*flags, context);
    if (list->parsed())
      return runList();
    return remove->parsed() ? runRemove(*flags) : runDoctor(context);
  };
}

} // namespace assay
