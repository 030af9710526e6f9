#pragma once

#include "check/Verdict.h"
#include "target/Target.h"

namespace assay {

/// Told what is about to happen, so that a process that dies leaves behind where it was.
using StageObserver = std::function<void(Stage)>;

/// Builds the case with the target, runs it, and holds the results against the reference.
/// Everything hangs on this function: campaign, reducer and replay call it; none knows how a target
/// works.
Verdict check(const TestCase &testCase, const Target &target, const StageObserver &observe = {});

} // namespace assay
