#pragma once

#include "triage/litcase/LitCase.h"
#include "triage/litcase/LitWriter.h"

namespace assay {

/// Holds results, of that shape, against what goes together in a function of the module, and prints
/// how many places hold no candidate, or one that stands at another place too, and the first of
/// them; -1 for a candidate that is missing, or if there is none.
void countMisplaced(LitWriter &writer, const ExpectedChoice &choice, const Shape &shape);

} // namespace assay
