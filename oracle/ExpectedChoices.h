#pragma once

#include "oracle/EvaluationState.h"
#include "oracle/ExpectedRuns.h"

namespace assay {

/// For each op with several right answers whose results are returned, which of them go together;
/// the rules of oracle/Choice.h as data. Nothing for an op whose operands are themselves not single
/// numbers: there only bounds can be told.
std::vector<ExpectedChoice> expectedChoices(const EvaluationState &state);

} // namespace assay
