#pragma once

#include "check/Verdict.h"
#include "target/Target.h"

namespace assay {

/// Holds what each dispatch made, in each of the case's runs, against the reference's value of the
/// same tensor. Compiles the case for it. Empty if the target has no dispatches or cannot tell, or
/// if it fails otherwise than by wrong results, which check() is for.
std::vector<DispatchCheck> traceDispatches(const TestCase &testCase, const Target &target);

} // namespace assay
