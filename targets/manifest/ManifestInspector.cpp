#include "targets/manifest/ManifestInspector.h"

#include "targets/manifest/ManifestTarget.h"

namespace assay {

Expected<TargetName> ManifestInspector::basedOn(const TargetName &name) const {
  auto choice = chooseManifest(name);
  if (!choice)
    return choice.error();
  if (*choice)
    if (auto base = (*choice)->base())
      return std::move(*base);
  return Inspector::basedOn(name);
}

} // namespace assay
