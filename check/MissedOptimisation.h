#pragma once

#include "check/Verdict.h"
#include "target/Target.h"

#include <functional>

namespace assay {

/// The verdict on a case whose results are right and whose code has these counts, if the target
/// makes better code of another spelling of the program: no worse in any metric that is watched,
/// and better in one. `agrees` says whether the results of a spelling are right as well. The
/// signature is "missed-optimisation:METRIC(HOW):OP..." with the first metric that is better, and
/// how and past which ops the spelling comes about.
std::optional<Verdict> missedOptimisation(const TestCase &testCase, const Metrics &given,
                                          const Target &target,
                                          const std::function<bool(const TestCase &)> &agrees);

} // namespace assay
