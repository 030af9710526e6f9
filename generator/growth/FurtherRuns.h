#pragma once

#include "generator/growth/Profile.h"
#include "program/TestCase.h"
#include "support/Random.h"

namespace assay {

/// Runs at extents that a finished case has a run with already, of other inputs: one as that run
/// has them, but drawn anew, and up to `profile.freeRuns` that are drawn as freely as leaves the
/// program defined, with NaN, extremes, and numbers of any size; what the generator knew of a value
/// holds for none of these. Few elements are computed in all of them, or there are less.
std::vector<Run> furtherRuns(Random &random, const Profile &profile, const TestCaseParts &testCase);

} // namespace assay
