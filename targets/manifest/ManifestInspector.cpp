#include "targets/manifest/ManifestInspector.h"

#include "targets/commands/Placeholders.h"
#include "targets/manifest/ManifestFiles.h"
#include "targets/toolchains/Toolchain.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

/// The passes that the name does not leave out, in order.
static std::vector<std::string> runningPasses(const TargetName &name,
                                              const Manifest::Passes &passes) {
  std::vector<std::string> running = passes.names;
  std::erase_if(running, [&](const std::string &pass) {
    return std::ranges::find(name.settings, TargetSetting::parse(leavingOut(pass))) !=
           name.settings.end();
  });
  return running;
}

Expected<std::string> ManifestInspector::module(const TargetName &name,
                                                const TestCase &testCase) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice)
    return Inspector::module(name, testCase);
  const Manifest &manifest = (*choice)->manifest;
  auto text = FlavourWriter(manifest.flavour, manifest.flavourVersion).write(testCase);
  if (const auto *failure = text.failure())
    return Error{failure->detail};
  return std::move(*text);
}

Expected<TargetName> ManifestInspector::basedOn(const TargetName &name) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (*choice)
    if (auto base = (*choice)->base())
      return std::move(*base);
  return Inspector::basedOn(name);
}

Expected<std::string> ManifestInspector::content(const TargetName &name) const {
  auto choice = chooseCompiler(name);
  if (!choice)
    return choice.error();
  if (!*choice)
    return Inspector::content(name);
  auto files = filesOf(**choice);
  if (!files)
    return files.error();
  return contentOf(*files);
}

Expected<std::vector<Variation>> ManifestInspector::variations(const TargetName &name) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice)
    return Inspector::variations(name);
  // The pass to blame first: there may not be time for all.
  std::vector<Variation> variations;
  const Manifest::Passes &passes = (*choice)->manifest.passes;
  for (const std::string &pass : runningPasses(name, passes))
    variations.push_back({pass, name.with(leavingOut(pass)), VariationKind::Pass});
  for (size_t i = 0; i < name.settings.size(); ++i) {
    TargetName other = name;
    other.settings.erase(other.settings.begin() + static_cast<std::ptrdiff_t>(i));
    variations.push_back({"without " + name.settings[i].text(), std::move(other)});
  }
  for (const Manifest::Level &level : (*choice)->manifest.levels)
    if (level.name != name.level) {
      TargetName other = name;
      other.level = level.name;
      variations.push_back({level.name, std::move(other), VariationKind::Level});
    }
  return variations;
}

Expected<Phases> ManifestInspector::phases(const TargetName &name) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice)
    return Inspector::phases(name);
  const Manifest &manifest = (*choice)->manifest;
  if (manifest.passes.names.empty())
    return Error{
        fmt::format("the manifest of {} does not say how to leave a pass out: \"passes\" in "
                    "docs/add-a-target.md",
                    manifest.name)};
  return Error{fmt::format("no phases are known of {}", manifest.name)};
}

Expected<std::vector<Cut>> ManifestInspector::cuts(const TargetName &name) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice)
    return Inspector::cuts(name);
  const Manifest::Passes &passes = (*choice)->manifest.passes;
  const std::vector<std::string> running = runningPasses(name, passes);
  std::vector<Cut> cuts;
  TargetName target = name;
  for (size_t left = running.size();; --left) {
    cuts.push_back({left == 0 ? "" : running[left - 1], target});
    if (left == 0)
      break;
    target = target.with(leavingOut(running[left - 1]));
  }
  std::ranges::reverse(cuts);
  return cuts;
}

Answer<std::string> ManifestInspector::afterPass(const TargetName &name, const std::string &pass,
                                                 const TestCase &testCase) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice || (*choice)->manifest.passes.after.empty())
    return Inspector::afterPass(name, pass, testCase);
  auto module = this->module(name, testCase);
  if (!module)
    return module.error();
  std::ranges::move(expanded((*choice)->manifest.passes.after, {{{"pass", pass}}, {}}),
                    std::back_inserter((*choice)->flags));
  auto text = compiledText(**choice, *module);
  // A compiler that does not come to where it would end goes on to the end.
  if (text && !text->failure() && (*text)->find('\0') != std::string::npos)
    return Error{
        fmt::format("what {} writes where it ends after {} is no text", name.text(), pass)};
  return text;
}

/// Whether both are text, and the same; nothing if one of them is none.
static std::optional<bool> isSameText(const Answer<std::string> &one,
                                      const Answer<std::string> &other) {
  if (!one || !other || one->failure() || other->failure())
    return std::nullopt;
  return **one == **other;
}

Answer<PassIr> ManifestInspector::passIr(const TargetName &name, const std::string &pass,
                                         const TestCase &testCase) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice || (*choice)->manifest.passes.after.empty())
    return Inspector::passIr(name, pass, testCase);
  auto made = afterPass(name, pass, testCase);
  if (!made)
    return made.error();
  auto module = this->module(name, testCase);
  if (!module)
    return module.error();
  PassIr ir{*std::move(module), *std::move(made)};
  // What comes to the pass is what is there where it would end, without it: between two passes of
  // the list there may be others. Where the compiler does not tell that, or does something else
  // ahead of it as well, it is what the pass before it makes.
  const TargetName without = name.with(leavingOut(pass));
  auto before = afterPass(without, pass, testCase);
  const Manifest::Words &names = (*choice)->manifest.passes.names;
  const auto at = std::ranges::find(names, pass);
  const bool isTold = before && !before->failure() && (ir.after.failure() || **before != *ir.after);
  if (at != names.begin()) {
    const std::string &previous = *(at - 1);
    auto ahead = afterPass(name, previous, testCase);
    // One that never writes the same twice tells nothing.
    ir.isOtherAhead = isSameText(ahead, afterPass(without, previous, testCase)) == false &&
                      isSameText(ahead, afterPass(name, previous, testCase)) == true;
    if (!isTold || ir.isOtherAhead)
      before = std::move(ahead);
  }
  if (before && !before->failure())
    ir.before = **std::move(before);
  else if (at != names.begin()) {
    if (!before)
      return before.error();
    return Outcome<PassIr>(std::move(*before->failure()));
  }
  return Outcome<PassIr>(std::move(ir));
}

Expected<TargetName> ManifestInspector::otherCompiler(const TargetName &name) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice || (*choice)->manifest.flavour != Flavour::Linalg ||
      (*choice)->manifest.basedOn.empty())
    return Inspector::otherCompiler(name);
  return "cpu:O0"_target;
}

Expected<std::optional<PassFailure>>
ManifestInspector::failingPass(const TargetName &name, const std::string &module) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (!*choice)
    return Inspector::failingPass(name, module);
  return std::optional<PassFailure>();
}

} // namespace assay
