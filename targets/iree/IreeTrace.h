#pragma once

#include "target/Inspector.h"
#include "targets/iree/IreeOptions.h"

namespace assay {

/// The flag with which a program prints the inputs and outputs of each dispatch when it runs. They
/// are kept for that, so that nothing is computed in the place of something else.
inline constexpr const char *traceFlag = "--iree-flow-trace-dispatch-tensors";

/// All that a run printed, in order.
std::vector<DispatchTrace> readTraces(std::string_view text);

/// The calls of the case in its first run, when it is compiled as the name says.
Outcome<std::vector<DispatchTrace>>
traceDispatches(const IreeOptions &name, const TestCase &testCase, const std::string &module);

} // namespace assay
