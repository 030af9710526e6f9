#pragma once

#include "generator/growth/Profile.h"
#include "program/TestCase.h"
#include "support/Random.h"

namespace assay {

/// Runs of other inputs than a finished case has: at extents of one of its runs, drawn anew, and
/// with as many NaN, infinities and extremes as leave the program defined; at extents that it has
/// in none, drawn anew, and as freely as leaves it defined. What the generator knew of a value
/// holds for the first alone, and at other extents a run may turn out undefined. Few elements are
/// computed in all of them, or there are less.
std::vector<Run> furtherRuns(Random &random, const Profile &profile, const TestCaseParts &testCase);

} // namespace assay
