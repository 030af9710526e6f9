#pragma once

#include "compiler/plan/Plan.h"
#include "target/Executable.h"

namespace assay {

/// The element types of what the program returns.
std::vector<ElementType> returnedElements(const Program &program);

/// What a run of the program's plan left in memory, as values of the program. What a plan says is a
/// value, and has another number of bytes or of dims that are permuted, is none.
std::vector<DispatchResult> dispatchResults(const Program &program, const Run &run,
                                            const std::vector<HeldMemory> &held);

} // namespace assay
