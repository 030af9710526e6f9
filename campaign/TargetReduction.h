#pragma once

#include "target/TargetName.h"

#include <functional>

namespace assay {

/// Whether a case fails on the target as it did on that which is reduced.
using FailsOn = std::function<bool(const TargetName &)>;

/// Whether there may be something for reduceTarget() to leave out: flags, which the passes of a
/// pipeline are not. What the target draws is to be spelled out.
bool hasFlags(const TargetName &target);

/// The target with those of its flags alone that the failure needs, and at the level that compilers
/// have by default if it shows there; all else stays. It fails as well, and with one flag less it
/// does not, unless `mostTrials` targets were not enough. Deterministic.
TargetName reduceTarget(const TargetName &target, const FailsOn &failsOn, size_t mostTrials);

} // namespace assay
