#include "tools/assay/Manifests.h"

#include "tools/assay/Say.h"
#include "tools/assay/SmokeTest.h"

#include <fmt/format.h>

namespace assay {

/// The names of all levels of a target, or its own.
static std::vector<std::string> targetsOf(const Manifest &manifest, const std::string &name) {
  std::vector<std::string> targets;
  for (const Manifest::Level &level : manifest.levels)
    targets.push_back(fmt::format("{}:{}", name, level.name));
  if (targets.empty())
    targets.push_back(name);
  return targets;
}

/// Prints what the targets can do; those that run the smoke program.
static Expected<std::vector<std::string>> tryOut(const Context &context,
                                                 const std::vector<std::string> &targets) {
  std::vector<std::string> works;
  for (const std::string &target : targets) {
    auto verdict = smokeTest(context, target);
    if (!verdict)
      return verdict.error();
    if (std::holds_alternative<Agree>(verdict->outcome))
      works.push_back(target);
    say("  {}  {}\n", target, abilityText(*verdict));
  }
  return works;
}

/// The same targets by the name under which the manifest was added.
static std::vector<std::string> added(std::vector<std::string> targets, const std::string &file,
                                      const std::string &name) {
  for (std::string &target : targets)
    target.replace(0, std::string("manifest=").size() + file.size(), name);
  return targets;
}

int addManifest(const std::string &file, const Context &context, const SweepFlags &flags) {
  auto text = manifestText(file);
  if (!text)
    return complain(text.error());
  auto manifest = readManifest(*text, file);
  if (!manifest)
    return complain(manifest.error());
  say("{}, version {}\n", manifest->name, manifest->version);
  auto works = tryOut(context, targetsOf(*manifest, "manifest=" + file));
  if (!works)
    return complain(works.error());
  if (works->empty())
    return complain({"it does not run the smoke program, and is not added"});
  if (auto recorded = recordManifest(manifest->name, *text, file); !recorded)
    return complain(recorded.error());
  if (auto kept = keepSamples(context, manifest->name, added(*works, file, manifest->name), flags);
      !kept)
    return complain(kept.error());
  say("Try: assay fuzz --target {}\n", targetsOf(*manifest, manifest->name).back());
  return AllAgree;
}

bool isManifestWell(const ManifestRecord &record, const Context &context, const SweepFlags &flags) {
  say("{}\n", record.name);
  auto manifest = readManifest(record.text, record.file.string());
  using Works = Expected<std::vector<std::string>>;
  auto works =
      manifest ? tryOut(context, targetsOf(*manifest, record.name)) : Works(manifest.error());
  if (!works) {
    complain(works.error());
    return false;
  }
  if (works->empty())
    return false;
  auto kept = keepSamples(context, record.name, *works, flags);
  if (!kept)
    complain(kept.error());
  return bool(kept);
}

} // namespace assay
