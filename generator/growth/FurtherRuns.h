#pragma once

#include "generator/growth/Facts.h"
#include "generator/growth/Profile.h"
#include "program/TestCase.h"
#include "support/Random.h"

namespace assay {

/// Runs of other inputs than a finished case has, within what leaves the program defined: with as
/// many NaN, infinities and extremes as that allows; of few small numbers, of one sign mostly,
/// whose sums are exact and which are equal at times; as free as it can be; and drawn anew. They
/// are at extents of one of its runs and at others (RunExtents). What the generator knew of a value
/// holds for what is drawn anew at extents of the case alone, and at others a run may turn out
/// undefined. There are fewer where a run is much work, and more where it is very little. `wider`
/// is, by argument, what is within the same limits where nothing else is (widerInputs()).
std::vector<Run> furtherRuns(Random &random, const Profile &profile, const TestCaseParts &testCase,
                             std::span<const std::optional<Facts>> wider);

} // namespace assay
