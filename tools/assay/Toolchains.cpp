#include "targets/toolchains/Install.h"

#include "flavours/Flavour.h"
#include "targets/iree/IreeOptions.h"
#include "tools/assay/Manifests.h"
#include "tools/assay/Say.h"
#include "tools/assay/SmokeTest.h"
#include "tools/assay/Sweep.h"

#include <fmt/format.h>

namespace assay {
namespace {

/// What every version of MLIR takes from linalg on tensors to the LLVM dialect.
constexpr std::string_view plainPipeline =
    "one-shot-bufferize{bufferize-function-boundaries=1 "
    "function-boundary-type-conversion=identity-layout-map},"
    "func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,"
    "finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,"
    "convert-index-to-llvm,reconcile-unrealized-casts";

struct Flags {
  std::string name, path, basedOn;
  SweepCommand sweep;
};

/// "iree@3.13.0", "iree@mybuild" or "mlir@mybuild".
Expected<TargetName> addableName(const std::string &name) {
  const auto target = TargetName::parse(name);
  if (target && target->isCompilerOnly() &&
      ((target->compiler == "iree" && (target->version() || isBuildName(target->release))) ||
       (target->compiler == "mlir" && isBuildName(target->release))))
    return *target;
  return Error{
      fmt::format("'{}' is nothing that can be added: write iree@VERSION for a release, as "
                  "in iree@3.13.0, iree@NAME or mlir@NAME in small letters for a tree that "
                  "--path names, or the file of a manifest, as in my.json",
                  name)};
}

/// The number behind the @ of --based-on, or what the tool says of itself. A release that is newer
/// than all that are known is one only if the tool says so.
Expected<VersionNumber> versionOfBuild(const Flags &flags, const TargetName &name,
                                       const std::filesystem::path &tool, std::string_view words) {
  if (!flags.basedOn.empty()) {
    const VersionNumber newest =
        name.compiler == "iree" ? newestKnownVersion : VersionNumber{newestKnownMlir, 0, 0};
    const auto base = TargetName::parse(flags.basedOn);
    if (base && base->isCompilerOnly() && base->compiler == name.compiler && base->version()) {
      if (*base->version() <= newest)
        return *base->version();
      const auto told = toldVersion(tool, words);
      if (told && *told && *base->version() <= (*told)->version)
        return *base->version();
      return Error{
          fmt::format("there is no release {} that assay knows of, nor does {} say that it "
                      "is one: write --based-on {}@{} or an older one",
                      flags.basedOn, tool.string(), name.compiler,
                      name.compiler == "iree" ? newest.text() : fmt::format("{}", newest.major))};
    }
    return Error{fmt::format("'{}' is no release of {}: write --based-on as in {}", flags.basedOn,
                             name.compiler, name.compiler == "iree" ? "iree@3.13.0" : "mlir@22")};
  }
  auto told = toldVersion(tool, words);
  if (!told)
    return told.error();
  if (*told)
    return (*told)->version;
  return Error{fmt::format("{} does not say which version it is: give --based-on {}", tool.string(),
                           name.compiler == "iree" ? "iree@3.13.0" : "mlir@22")};
}

/// Prints what the toolchain can do; the targets that run. `wrong` becomes what is wrong with the
/// first that does not.
Expected<std::vector<TargetName>> tryOut(const Context &context, const IreeToolchain &toolchain,
                                         std::string *wrong = nullptr) {
  std::vector<TargetName> works;
  for (const char *backend : {"llvm-cpu", "vmvx", "hip"}) {
    IreeOptions options;
    options.release = toolchain.release;
    options.version = toolchain.version;
    options.backend = backend;
    options.level = "O1"; // left out where there are none
    const TargetName target = targetNameOf(options);
    auto tried = smokeTest(context, target);
    if (!tried)
      return tried.error();
    if (tried->agrees())
      works.push_back(target);
    else if (wrong && wrong->empty() &&
             !std::holds_alternative<Unsupported>(tried->verdict.outcome))
      *wrong = tried->text();
    say("  {:8}  {}\n", backend, tried->text());
  }
  return works;
}

/// Has the targets of a toolchain that was just recorded, in processes of its own where its library
/// does not do in a worker. An error if none runs, which leaves no record.
Expected<std::vector<TargetName>> tryOutAdded(const Context &context, IreeToolchain toolchain) {
  std::string wrong;
  auto works = tryOut(context, toolchain, &wrong);
  if ((works && !works->empty()) || toolchain.isRelease())
    return works;
  if (!works)
    wrong = works.error().message;
  say("its library does not do in a worker; with a process for each program:\n");
  toolchain.isProcess = true;
  ASSAY_TRY(recordToolchain(toolchain));
  works = tryOut(context, toolchain);
  if (works && !works->empty())
    return works;
  ASSAY_TRY(removeToolchain(toolchain.name()));
  return Error{fmt::format("{} is not added: {} and {} together do not run the smoke program; {}",
                           toolchain.name(), toolchain.compile.string(), toolchain.run.string(),
                           wrong)};
}

/// What is there under that name stays unless it is asked for again.
Expected<void> refuseOther(const std::string &name, const std::filesystem::path &there,
                           const std::filesystem::path &given) {
  std::error_code code;
  if (std::filesystem::weakly_canonical(there, code) ==
      std::filesystem::weakly_canonical(given, code))
    return {};
  return Error{fmt::format("{} is there already, from {}: take another name, or run `assay target "
                           "remove {}` first",
                           name, there.string(), name)};
}

/// Installs the release, or finds what --path names.
Expected<IreeToolchain> obtain(const Flags &flags, const TargetName &name) {
  const auto version = name.version();
  auto there = ireeToolchain(name.release);
  if (flags.path.empty() && !version)
    return Error{fmt::format("say where {} is: --path DIR", name.text())};
  if (flags.path.empty() && there)
    return there;
  if (flags.path.empty())
    return installIree(*version, [](const std::string &step) { say(stderr, "{} ...\n", step); });
  auto found = findIree(flags.path);
  if (!found)
    return found;
  if (there)
    ASSAY_TRY(refuseOther(name.text(), there->root, found->root));
  found->release = name.release;
  constexpr std::string_view words = "IREE compiler version";
  if (version) {
    auto told = toldVersion(found->compile, words);
    if (!told)
      return told.error();
    if (!*told || (*told)->version != *version)
      return Error{fmt::format("{} is not {}, it {}: add it under a name of its own, as in "
                               "iree@mybuild",
                               found->compile.string(), name.text(),
                               *told ? "says it is " + (*told)->text : "names no version")};
    found->version = *version;
  } else {
    auto base = versionOfBuild(flags, name, found->compile, words);
    if (!base)
      return base.error();
    found->version = *base;
  }
  ASSAY_TRY(recordToolchain(*found));
  return found;
}

/// What was added under the same name before, if that is another; `before` is empty for nothing.
void sayReplaced(const std::string &before, const std::string &now) {
  if (!before.empty() && before != now)
    say("  it was there already, based on {}: that is replaced\n", before);
}

int addIree(const Flags &flags, const TargetName &name, const Context &context) {
  const auto before = ireeToolchain(name.release);
  auto toolchain = obtain(flags, name);
  if (!toolchain)
    return complain(toolchain.error());
  say("{} in {}{}\n", toolchain->name(), toolchain->root.string(),
      toolchain->isRelease() ? "" : ", based on " + ireeRelease(toolchain->version));
  sayReplaced(before ? ireeRelease(before->version) : "", ireeRelease(toolchain->version));
  auto works = tryOutAdded(context, *toolchain);
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

/// Prints whether the tools of a tree of LLVM work.
Expected<SmokeTest> tryOut(const Context &context, const MlirToolchain &toolchain) {
  const auto target =
      TargetName::parse(fmt::format("{}:pipeline={}", toolchain.name(), plainPipeline));
  auto tried = smokeTest(context, *target);
  if (tried)
    say("  {}  {}\n", toolchain.name(), tried->text());
  return tried;
}

int addMlir(const Flags &flags, const TargetName &name, const Context &context) {
  if (flags.path.empty())
    return complain({fmt::format("say where {} is: --path DIR", name.text())});
  auto toolchain = findMlir(flags.path);
  if (!toolchain)
    return complain(toolchain.error());
  const auto there = mlirToolchain(name.release);
  if (there)
    if (auto refused = refuseOther(name.text(), there->root, toolchain->root); !refused)
      return complain(refused.error());
  auto version = versionOfBuild(flags, name, toolchain->opt, "LLVM version");
  if (!version)
    return complain(version.error());
  toolchain->release = name.release;
  toolchain->version = version->major;
  if (auto recorded = recordToolchain(*toolchain); !recorded)
    return complain(recorded.error());
  say("{} in {}, based on mlir@{}\n", toolchain->name(), toolchain->root.string(),
      toolchain->version);
  sayReplaced(there ? fmt::format("mlir@{}", there->version) : "",
              fmt::format("mlir@{}", toolchain->version));
  auto tried = tryOut(context, *toolchain);
  if (tried && tried->agrees()) {
    say("Try: assay fuzz --target '{}:pipeline={}'\n", toolchain->name(), plainPipeline);
    return AllAgree;
  }
  if (auto removed = removeToolchain(toolchain->name()); !removed)
    return complain(removed.error());
  return complain(tried ? Error{"it does not run the smoke program, and is not added"}
                        : tried.error());
}

int runAdd(const Flags &flags, const Context &context) {
  if (flags.name.ends_with(".json")) {
    if (!flags.path.empty() || !flags.basedOn.empty())
      return complain({"--path and --based-on are for IREE and LLVM: a manifest says itself where "
                       "its compiler lies"});
    return addManifest(flags.name, context, flags.sweep.flags);
  }
  auto name = addableName(flags.name);
  if (!name)
    return complain(name.error());
  if (!flags.basedOn.empty() && name->version())
    return complain({"--based-on is for builds of your own: a release is itself"});
  return name->compiler == "iree" ? addIree(flags, *name, context) : addMlir(flags, *name, context);
}

/// All that was added.
struct Added {
  std::vector<IreeToolchain> iree;
  std::vector<MlirToolchain> mlir;
  std::vector<ManifestRecord> manifests;

  bool isEmpty() const { return iree.empty() && mlir.empty() && manifests.empty(); }
  static Expected<Added> read() {
    auto iree = ireeToolchains();
    if (!iree)
      return iree.error();
    auto mlir = mlirToolchains();
    if (!mlir)
      return mlir.error();
    auto manifests = manifestRecords();
    if (!manifests)
      return manifests.error();
    return Added{std::move(*iree), std::move(*mlir), std::move(*manifests)};
  }
};

int runList() {
  auto added = Added::read();
  if (!added)
    return complain(added.error());
  for (const IreeToolchain &toolchain : added->iree)
    say("{:14}  {}{}\n", toolchain.name(), toolchain.root.string(),
        toolchain.isRelease() ? "" : ", based on " + ireeRelease(toolchain.version));
  for (const MlirToolchain &toolchain : added->mlir)
    say("{:14}  {}, based on mlir@{}\n", toolchain.name(), toolchain.root.string(),
        toolchain.version);
  for (const ManifestRecord &record : added->manifests)
    say("{:14}  {}\n", record.name, record.from.string());
  if (added->isEmpty())
    say("none; add one with `assay target add iree@3.13.0` or `assay target add my.json`\n");
  return AllAgree;
}

int runRemove(const Flags &flags) {
  if (isManifestName(flags.name)) {
    auto removed = removeManifest(flags.name);
    return removed ? int(AllAgree) : complain(removed.error());
  }
  auto name = addableName(flags.name);
  if (!name)
    return complain(name.error());
  auto removed = removeToolchain(name->text());
  return removed ? int(AllAgree) : complain(removed.error());
}

int runDoctor(const Context &context, const SweepFlags &flags) {
  auto added = Added::read();
  if (!added)
    return complain(added.error());
  bool isWell = true;
  for (const IreeToolchain &toolchain : added->iree) {
    say("{}\n", toolchain.name());
    auto present = ireeToolchain(toolchain.release);
    using Works = Expected<std::vector<TargetName>>;
    auto works = present ? tryOut(context, toolchain) : Works(present.error());
    if (!works)
      complain(works.error());
    isWell &= works && !works->empty();
    if (works && !works->empty())
      if (auto kept = keepSamples(context, toolchain.name(), *works, flags); !kept)
        return complain(kept.error());
  }
  for (const MlirToolchain &toolchain : added->mlir) {
    auto tried = tryOut(context, toolchain);
    if (!tried)
      complain(tried.error());
    isWell &= tried && tried->agrees();
  }
  for (const ManifestRecord &record : added->manifests)
    isWell &= isManifestWell(record, context, flags);
  return added->isEmpty() ? runList() : isWell ? AllAgree : SomethingFound;
}

} // namespace

Action declareTarget(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  ArgumentParser add = parser.addSubcommand(
      "add", "Install a release from PyPI, take what lies in a folder, or what "
             "a manifest describes");
  add.add("NAME", &flags->name,
          "A release, such as iree@3.13.0, a build of yours, iree@mybuild or mlir@mybuild, or a "
          "manifest: my.json")
      .required();
  add.add("--path", "DIR", &flags->path,
          "The tree of a build or installation, a Python environment, or its packages");
  add.add("--based-on", "RELEASE", &flags->basedOn,
          "The release that a build descends from, as in iree@3.13.0: whose known bugs it has and "
          "whose syntax it reads; default: what its own tools say");
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
