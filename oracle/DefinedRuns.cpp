#include "oracle/DefinedRuns.h"

#include "oracle/Oracle.h"

namespace assay {

TestCase withDefinedRuns(const TestCase &testCase) {
  TestCaseParts parts = testCase.parts();
  std::erase_if(parts.runs, [&](const Run &run) {
    return std::holds_alternative<Undefined>(evaluate(testCase, run, testCase.inputs(run)));
  });
  if (parts.runs.empty() || parts.runs.size() == testCase.runs().size())
    return testCase;
  return TestCase::makeValid(std::move(parts));
}

} // namespace assay
