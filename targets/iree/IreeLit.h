#pragma once

#include "check/Verdict.h"
#include "triage/litcase/LitCase.h"
#include "target/TargetName.h"

#include <span>

namespace assay {

/// The part of a lit case that is IREE's own: the module in the flavour that the target takes, and
/// RUN lines of iree-compile and iree-run-module that fail on the version that gave the verdict.
/// Inputs and expected results stand on the command line; what no line can hold, ties between
/// several right answers and elements without bounds, is not compared. What the pass that strips
/// does wrong is shown by iree-opt and FileCheck on the one function with configs. An error says
/// why there can be none.
struct IreeLit {
  std::string module;
  std::vector<std::string> runLines;
};
Expected<IreeLit> ireeLit(const TestCase &testCase, const Verdict &verdict,
                          const TargetName &target, const std::vector<ExpectedRun> &expected,
                          const std::string &fault = {});

/// The same of a module with the programs of several cases, of which the one at `accused` gave the
/// verdict in that company, and would not alone.
Expected<IreeLit> ireeJointLit(std::span<const TestCase> cases, size_t accused,
                               const Verdict &verdict, const TargetName &target,
                               const std::vector<ExpectedRun> &expected);

} // namespace assay
