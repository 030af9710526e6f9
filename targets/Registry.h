#pragma once

#include "support/Expected.h"
#include "target/Inspector.h"
#include "target/LitParts.h"
#include "target/Target.h"

namespace assay {

/// The target called `name`; an error says which names there are.
Expected<std::unique_ptr<Target>> makeTarget(const TargetName &name,
                                             const TargetOptions &options = {});

/// The part of a lit case that is the own of the target of that name, which need not be here. An
/// error says why there can be none.
Expected<LitParts> litParts(const TargetName &name, const LitRequest &request);

/// Whom to ask about the target of that name, which need not be here; about one that does not
/// exist, or whose compiler tells nothing, somebody who cannot say anything.
std::unique_ptr<Inspector> inspectorOf(const TargetName &name);

/// What `assay targets` lists.
std::vector<TargetDescription> targetDescriptions();

} // namespace assay
