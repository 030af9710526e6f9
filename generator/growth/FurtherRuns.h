#pragma once

#include "generator/growth/Profile.h"
#include "program/TestCase.h"
#include "support/Random.h"

namespace assay {

/// Runs of other inputs than a finished case has: at extents of one of its runs, with as many NaN,
/// infinities and extremes as leave the program defined; at few that are neither 0 nor 1, drawn
/// anew and without what is special; and at extents that no run has, as freely as leaves the
/// program defined, or of few small numbers. What the generator knew of a value holds for what is
/// drawn anew at extents of the case alone, and at others a run may turn out undefined. Few
/// elements are computed in all of them, or there are less; where a run has very few, there are
/// more.
std::vector<Run> furtherRuns(Random &random, const Profile &profile, const TestCaseParts &testCase);

} // namespace assay
