#pragma once

#include "check/Verdict.h"
#include "targets/Target.h"

#include <string>

namespace assay {

/// The case as a lit file for the target of that name, with which it gave the verdict. An error
/// says why there can be none.
Expected<std::string> litText(const TestCase &testCase, const Verdict &verdict,
                              const std::string &target, const TargetOptions &options = {});

} // namespace assay
