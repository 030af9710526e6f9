#pragma once

#include "check/Verdict.h"
#include "tools/assay/Cli.h"

namespace assay {

/// The verdict on a target of the smallest program that shows whether it compiles and runs at all.
Expected<Verdict> smokeTest(const Context &context, const TargetName &target);

/// What the verdict says about the target: "compiles and runs".
std::string abilityText(const Verdict &verdict);

} // namespace assay
