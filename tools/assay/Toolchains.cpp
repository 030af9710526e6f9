#include "targets/toolchains/Install.h"

#include "targets/iree/IreeOptions.h"
#include "tools/assay/Manifests.h"
#include "tools/assay/Say.h"
#include "tools/assay/SmokeTest.h"
#include "tools/assay/Sweep.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string name, path;
  SweepCommand sweep;
};

Expected<VersionNumber> versionOf(const std::string &name) {
  if (auto target = TargetName::parse(name))
    if (auto version = ireeVersion(*target))
      return *version;
  return Error{fmt::format("'{}' is no release that can be added: write iree@VERSION, as in "
                           "iree@3.13.0, or the file of a manifest, as in my.json",
                           name)};
}

/// Prints what the toolchain can do; the targets that run.
Expected<std::vector<TargetName>> tryOut(const Context &context, const IreeToolchain &toolchain) {
  std::vector<TargetName> works;
  for (const char *backend : {"llvm-cpu", "vmvx", "hip"}) {
    IreeOptions options;
    options.version = toolchain.version;
    options.backend = backend;
    options.level = "O1"; // left out where there are none
    const TargetName target = targetNameOf(options);
    auto tried = smokeTest(context, target);
    if (!tried)
      return tried.error();
    if (tried->agrees())
      works.push_back(target);
    say("  {:8}  {}\n", backend, tried->text());
  }
  return works;
}

Expected<IreeToolchain> obtain(VersionNumber version, const std::string &path) {
  if (path.empty())
    return installIree(version, [](const std::string &step) { say(stderr, "{} ...\n", step); });
  auto found = findIree(version, path);
  if (!found)
    return found;
  ASSAY_TRY(recordToolchain(*found));
  return found;
}

int runAdd(const Flags &flags, const Context &context) {
  if (flags.name.ends_with(".json")) {
    if (!flags.path.empty())
      return complain({"--path is for releases: a manifest says itself where its compiler lies"});
    return addManifest(flags.name, context, flags.sweep.flags);
  }
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
  if (works->empty())
    return complain({"none of its backends runs the smoke program"});
  if (auto kept = keepSamples(context, toolchain->name(), *works, flags.sweep.flags); !kept)
    return complain(kept.error());
  say("Try: assay fuzz --target {}:llvm-cpu{}\n", toolchain->name(),
      hasLevels(toolchain->version) ? ":O2" : "");
  return AllAgree;
}

int runList() {
  auto all = ireeToolchains();
  if (!all)
    return complain(all.error());
  auto manifests = manifestRecords();
  if (!manifests)
    return complain(manifests.error());
  for (const IreeToolchain &toolchain : *all)
    say("{:14}  {}\n", toolchain.name(), toolchain.root.string());
  for (const ManifestRecord &record : *manifests)
    say("{:14}  {}\n", record.name, record.from.string());
  if (all->empty() && manifests->empty())
    say("none; add one with `assay target add iree@3.13.0` or `assay target add my.json`\n");
  return AllAgree;
}

int runRemove(const Flags &flags) {
  if (isManifestName(flags.name)) {
    auto removed = removeManifest(flags.name);
    return removed ? int(AllAgree) : complain(removed.error());
  }
  auto version = versionOf(flags.name);
  if (!version)
    return complain(version.error());
  auto removed = removeToolchain(*version);
  return removed ? int(AllAgree) : complain(removed.error());
}

int runDoctor(const Context &context, const SweepFlags &flags) {
  auto all = ireeToolchains();
  if (!all)
    return complain(all.error());
  auto manifests = manifestRecords();
  if (!manifests)
    return complain(manifests.error());
  bool isWell = true;
  for (const IreeToolchain &toolchain : *all) {
    say("{}\n", toolchain.name());
    auto present = ireeToolchain(toolchain.version);
    using Works = Expected<std::vector<TargetName>>;
    auto works = present ? tryOut(context, toolchain) : Works(present.error());
    if (!works)
      complain(works.error());
    isWell &= works && !works->empty();
    if (works && !works->empty())
      if (auto kept = keepSamples(context, toolchain.name(), *works, flags); !kept)
        return complain(kept.error());
  }
  for (const ManifestRecord &record : *manifests)
    isWell &= isManifestWell(record, context, flags);
  if (all->empty() && manifests->empty())
    return runList();
  return isWell ? AllAgree : SomethingFound;
}

} // namespace

Action declareTarget(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  ArgumentParser add = parser.addSubcommand(
      "add", "Install a release from PyPI, take what lies in a folder, or what "
             "a manifest describes");
  add.add("NAME", &flags->name, "Such as iree@3.13.0, or a manifest: my.json").required();
  add.add("--path", "DIR", &flags->path, "A Python environment that has it, or its packages");
  const ArgumentParser list = parser.addSubcommand("list", "Print what was added");
  ArgumentParser remove = parser.addSubcommand("remove", "Delete what was added");
  remove.add("NAME", &flags->name, "Such as iree@3.13.0, or the name in a manifest").required();
  ArgumentParser doctor = parser.addSubcommand("doctor", "Try out everything that was added");
  ArgumentParser sweep =
      parser.addSubcommand("sweep", "Look at what functions and attention lose on a target");
  sweep.add("TARGET", &flags->sweep.targets, "Such as cpu:O0").required();
  sweep.add("--json", "FILE", &flags->sweep.json,
            "Write what was seen to this file, beside what it has of other targets");
  for (ArgumentParser sweeping : {add, doctor, sweep})
    declareSweepFlags(sweeping, flags->sweep.flags);
  parser.requireSubcommand();
  return [flags, add, list, remove, sweep](const Context &context) {
    if (add.isChosen())
      return runAdd(*flags, context);
    if (list.isChosen())
      return runList();
    if (sweep.isChosen())
      return runSweep(context, flags->sweep);
    return remove.isChosen() ? runRemove(*flags) : runDoctor(context, flags->sweep.flags);
  };
}

} // namespace assay
