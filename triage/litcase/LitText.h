#pragma once

#include "check/Verdict.h"
#include "target/Target.h"

#include <span>
#include <string>

namespace assay {

/// The case as a lit file for the target of that name, with which it gave the verdict. An error
/// says why there can be none.
Expected<std::string> litText(const TestCase &testCase, const Verdict &verdict,
                              const TargetName &target, const TargetOptions &options = {});

/// The same of a module with the programs of all the cases, of which the one at `accused` gave the
/// verdict. Has no case that could be replayed.
Expected<std::string> jointLitText(std::span<const TestCase> cases, size_t accused,
                                   const Verdict &verdict, const TargetName &target);

} // namespace assay
