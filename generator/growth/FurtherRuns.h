#pragma once

#include "generator/growth/Profile.h"
#include "program/TestCase.h"
#include "support/Random.h"

namespace assay {

/// Runs of other inputs than a finished case has, within what leaves the program defined: with as
/// many NaN, infinities and extremes as that allows; of few small numbers, of one sign mostly,
/// whose sums are exact and which are equal at times; as free as it can be; and drawn anew. They
/// are at extents of one of its runs and at others (RunExtents). What the generator knew of a value
/// holds for what is drawn anew at extents of the case alone, and at others a run may turn out
/// undefined. Few elements are computed in all of them, or there are less; where a run has very
/// few, there are more.
std::vector<Run> furtherRuns(Random &random, const Profile &profile, const TestCaseParts &testCase);

} // namespace assay
