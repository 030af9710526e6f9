#pragma once

#include "program/TestCase.h"

namespace assay {

/// The case without the runs that are undefined; as it is if all of them are.
TestCase withDefinedRuns(const TestCase &testCase);

} // namespace assay
