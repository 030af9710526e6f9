#pragma once

#include "support/Expected.h"
#include "target/Target.h"

namespace assay {

/// The target called `name`; an error says which names there are.
Expected<std::unique_ptr<Target>> makeTarget(const TargetName &name,
                                             const TargetOptions &options = {});

/// What `assay targets` lists.
std::vector<TargetDescription> targetDescriptions();

} // namespace assay
