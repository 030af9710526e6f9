#pragma once

#include "triage/litcase/LitCase.h"
#include "triage/litcase/LitWriter.h"

namespace assay {

/// Compares the i-th result with its bounds in a function of the module, and prints how many
/// elements are wrong and the row-major place of the first, -1 if there is none.
void countWrong(LitWriter &writer, size_t i, const ExpectedResult &expected);

} // namespace assay
