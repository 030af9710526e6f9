#pragma once

#include "program/TestCase.h"

namespace assay {

/// The case with that value alone returned, and one run.
TestCase returning(const TestCase &testCase, ValueId value, const Run &run);

} // namespace assay
