#pragma once

#include "program/TestCase.h"
#include "target/Outcome.h"
#include "targets/iree/IreeOptions.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// The flag with which a program prints the inputs and outputs of each dispatch when it runs. They
/// are kept for that, so that nothing is computed in the place of something else.
inline constexpr const char *traceFlag = "--iree-flow-trace-dispatch-tensors";

/// One call of a dispatch, with its tensors as text.
struct DispatchTrace {
  std::string name; // "main_dispatch_0::main_dispatch_0_sort_2xf32"
  std::string inputs, outputs;
};

/// All that a run printed, in order.
std::vector<DispatchTrace> readTraces(std::string_view text);

/// The calls of the case in its first run, when it is compiled as the name says.
Outcome<std::vector<DispatchTrace>>
traceDispatches(const IreeOptions &name, const TestCase &testCase, const std::string &module);

/// What two runs of one program differ in first.
struct TraceDifference {
  std::string dispatch;
  bool isInput = false; // it is given other tensors; else it makes others of the same
};

/// Compares what both runs have; `common` says how many calls that are.
std::optional<TraceDifference> firstDifference(const std::vector<DispatchTrace> &one,
                                               const std::vector<DispatchTrace> &other,
                                               size_t &common);

} // namespace assay
