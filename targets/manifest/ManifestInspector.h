#pragma once

#include "target/Inspector.h"

namespace assay {

/// Asks the manifests of compilers; of names that are none's it cannot say anything.
class ManifestInspector : public Inspector {
public:
  Expected<TargetName> basedOn(const TargetName &name) const override;
};

} // namespace assay
