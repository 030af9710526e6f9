#pragma once

#include "oracle/Elements.h"
#include "program/TestCase.h"

namespace assay {

/// What an Evaluation holds.
struct EvaluationState {
  TestCase testCase;
  Accuracy accuracy;
  std::vector<oracle::Elements> values; // by ValueId
};

} // namespace assay
