#pragma once

#include "target/LitParts.h"

namespace assay {

/// The module in the flavour that the target takes, and RUN lines of iree-compile and
/// iree-run-module that fail on the version that gave the verdict. Inputs and expected results
/// stand on the command line; what no line can hold, ties between several right answers and
/// elements without bounds, is not compared. What the pass that strips does wrong is shown by
/// iree-opt and FileCheck on the one function with configs. An error says why there can be none.
Expected<LitParts> ireeLit(const TargetName &target, const LitRequest &request);

} // namespace assay
