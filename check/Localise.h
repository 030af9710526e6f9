#pragma once

#include "check/MismatchSignature.h"
#include "target/Target.h"

namespace assay {

/// Where a wrong result begins.
struct Origin {
  ValueId value = 0;
  Visibility visibility = Visibility::Alone;
};

/// The first value in topological order, among the `wrong` ones and what they are computed from,
/// that is wrong when the program returns just that value: compiles the program once for each,
/// until one is, in any of so many runs. If none is, the first of `wrong`: among others only if the
/// program is still wrong. Adds the time spent to `seconds`.
Origin localise(const TestCase &testCase, const Target &target, const Run &run,
                const std::vector<Tensor> &inputs, const Evaluation &reference,
                const std::vector<ValueId> &wrong, int runs, StageSeconds &seconds);

} // namespace assay
