#include "tools/assay/Manifests.h"

#include "tools/assay/Say.h"
#include "tools/assay/SmokeTest.h"

#include <fmt/format.h>

namespace assay {

/// The targets of a manifest's compiler, as that is called: one for each level.
static std::vector<TargetName> targetsOf(const Manifest &manifest, const std::string &compiler) {
  TargetName target;
  target.compiler = compiler;
  if (manifest.levels.empty())
    return {target};
  std::vector<TargetName> targets;
  for (const Manifest::Level &level : manifest.levels) {
    target.level = level.name;
    targets.push_back(target);
  }
  return targets;
}

namespace {

/// The targets that run the smoke program, as the compiler is called once it is added.
struct WorkingTargets {
  std::vector<TargetName> names;
  bool areStaticOnly = false; // one of them, at least
};

} // namespace

/// Prints what the targets can do, each under the name that it has once the compiler is added as
/// `name`.
static Expected<WorkingTargets>
tryOut(const Context &context, const std::vector<TargetName> &targets, const std::string &name) {
  WorkingTargets works;
  for (const TargetName &target : targets) {
    auto tried = smokeTest(context, target);
    if (!tried)
      return tried.error();
    TargetName known = target;
    known.compiler = name;
    say("  {}  {}\n", known.text(), tried->text());
    if (tried->agrees()) {
      works.names.push_back(std::move(known));
      works.areStaticOnly |= !tried->staticOnly.empty();
    }
  }
  return works;
}

/// A manifest that is added again may have changed; another file of that name is another compiler.
static Expected<void> refuseOther(const std::string &name, const std::string &file) {
  const auto there = manifestRecord(name);
  if (!there)
    return there.error();
  std::error_code code;
  if (!*there || std::filesystem::weakly_canonical((*there)->from, code) ==
                     std::filesystem::weakly_canonical(file, code))
    return {};
  return Error{fmt::format("{} is there already, from {}: give the manifest another name, or run "
                           "`assay target remove {}` first",
                           name, (*there)->from.string(), name)};
}

int addManifest(const std::string &file, const Context &context, const SweepFlags &flags) {
  auto text = manifestText(file);
  if (!text)
    return complain(text.error());
  auto manifest = readManifest(*text, file);
  if (!manifest)
    return complain(manifest.error());
  if (auto other = refuseOther(manifest->name, file); !other)
    return complain(other.error());
  say("{}, version {}\n", manifest->name, manifest->version);
  auto works = tryOut(context, targetsOf(*manifest, "manifest=" + file), manifest->name);
  if (!works)
    return complain(works.error());
  if (works->names.empty())
    return complain({"it does not run the smoke program, and is not added"});
  if (auto recorded = recordManifest(manifest->name, *text, file); !recorded)
    return complain(recorded.error());
  if (auto kept = keepSamples(context, manifest->name, works->names, flags); !kept)
    return complain(kept.error());
  say("Try: assay fuzz --target {}{}\n", targetsOf(*manifest, manifest->name).back().text(),
      works->areStaticOnly ? " --profile static" : "");
  return AllAgree;
}

bool isManifestWell(const ManifestRecord &record, const Context &context, const SweepFlags &flags) {
  say("{}\n", record.name);
  auto manifest = readManifest(record.text, record.file.string());
  using Works = Expected<WorkingTargets>;
  auto works = manifest ? tryOut(context, targetsOf(*manifest, record.name), record.name)
                        : Works(manifest.error());
  if (!works) {
    complain(works.error());
    return false;
  }
  if (works->names.empty())
    return false;
  auto kept = keepSamples(context, record.name, works->names, flags);
  if (!kept)
    complain(kept.error());
  return bool(kept);
}

} // namespace assay
