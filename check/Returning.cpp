#include "check/Returning.h"

namespace assay {

TestCase returning(const TestCase &testCase, ValueId value, const Run &run) {
  TestCaseParts parts = testCase.parts();
  ProgramParts program = parts.program.parts();
  program.returns = {value};
  parts.program = Program::makeValid(std::move(program));
  parts.runs = {run};
  return TestCase::makeValid(std::move(parts));
}

} // namespace assay
