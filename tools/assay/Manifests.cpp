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

/// Prints what the targets can do; whether one of them runs the smoke program.
static Expected<bool> tryOut(const Context &context, const std::vector<std::string> &targets) {
  bool works = false;
  for (const std::string &target : targets) {
    auto verdict = smokeTest(context, target);
    if (!verdict)
      return verdict.error();
    works |= std::holds_alternative<Agree>(verdict->outcome);
    say("  {}  {}\n", target, abilityText(*verdict));
  }
  return works;
}

int addManifest(const std::string &file, const Context &context) {
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
  if (!*works)
    return complain({"it does not run the smoke program, and is not added"});
  if (auto recorded = recordManifest(manifest->name, *text, file); !recorded)
    return complain(recorded.error());
  say("Try: assay fuzz --target {}\n", targetsOf(*manifest, manifest->name).back());
  return AllAgree;
}

bool isManifestWell(const ManifestRecord &record, const Context &context) {
  say("{}\n", record.name);
  auto manifest = readManifest(record.text, record.file.string());
  auto works = manifest ? tryOut(context, targetsOf(*manifest, record.name))
                        : Expected<bool>(manifest.error());
  if (!works)
    complain(works.error());
  return works && *works;
}

} // namespace assay
