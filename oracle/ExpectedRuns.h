#pragma once

#include "oracle/Oracle.h"
#include "reducer/Judge.h"
#include "triage/litcase/LitCase.h"

namespace assay {

/// The reference's values of a run, for reductions; nothing if the program is undefined there.
std::optional<RunValues> referenceValues(const TestCase &testCase, size_t run);

/// What each run may return, for lit cases; an error says why there is no such thing.
Expected<std::vector<ExpectedRun>> expectedRuns(const TestCase &testCase, const Accuracy &accuracy);

} // namespace assay
