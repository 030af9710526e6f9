#include "targets/manifest/ManifestInspector.h"

#include "targets/manifest/ManifestTarget.h"
#include "targets/toolchains/Toolchain.h"

namespace assay {

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
  auto choice = chooseManifest(name);
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
  std::vector<Variation> variations;
  for (const Manifest::Level &level : (*choice)->manifest.levels)
    if (level.name != name.level) {
      TargetName other = name;
      other.level = level.name;
      variations.push_back({level.name, std::move(other), VariationKind::Level});
    }
  for (size_t i = 0; i < name.settings.size(); ++i) {
    TargetName other = name;
    other.settings.erase(other.settings.begin() + static_cast<std::ptrdiff_t>(i));
    variations.push_back({"without " + name.settings[i].text(), std::move(other)});
  }
  return variations;
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
