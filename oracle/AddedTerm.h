#pragma once

#include "oracle/Step.h"

#include <functional>

namespace assay::oracle {

/// The Step of a node of the case's program, with operands and results as a fresh evaluation has
/// them.
using StepOf = std::function<Step(int node)>;

/// `step` is that of node `index`, evaluated. If it adds floats to a sum, or subtracts them from
/// one, be it a contraction or a reduction, the result also becomes what it is where the compiler
/// lets the sum start from what is added, in place of zeros if it has any to start from: one more
/// term, in any order. The sum may come by way of reshapes and transposes.
void allowAddedTerms(Step &step, int index, const StepOf &stepOf);

} // namespace assay::oracle
