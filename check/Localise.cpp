#include "check/Localise.h"

#include "check/Returning.h"
#include "program/Ancestors.h"
#include "support/Assert.h"
#include "support/Stopwatch.h"

#include <algorithm>

namespace assay {

static bool isWrongAlone(const TestCase &testCase, const Target &target,
                         const std::vector<Tensor> &inputs, const Evaluation &reference, int runs,
                         StageSeconds &seconds) {
  Outcome<std::unique_ptr<Executable>> executable = [&] {
    Stopwatch watch(seconds.compile);
    return target.compile(testCase);
  }();
  if (!executable)
    return false;
  for (int i = 0; i < runs; ++i) {
    Outcome<std::vector<Tensor>> results = [&] {
      Stopwatch watch(seconds.run);
      return (*executable)->run(testCase.runs()[0], inputs);
    }();
    if (!results)
      return false;
    Stopwatch watch(seconds.compare);
    if (!compare(testCase, reference, *results).differences.empty())
      return true;
  }
  return false;
}

Origin localise(const TestCase &testCase, const Target &target, const Run &run,
                const std::vector<Tensor> &inputs, const Evaluation &reference,
                const std::vector<ValueId> &wrong, int runs, StageSeconds &seconds) {
  ASSAY_ASSERT(!wrong.empty(), "nothing is wrong");
  const Program &program = testCase.program();
  const std::vector<bool> suspects = ancestors(program, wrong);
  for (ValueId value = 0; value < program.valueCount(); ++value)
    if (suspects[static_cast<size_t>(value)] && !program.isArgument(value) &&
        isWrongAlone(returning(testCase, value, run), target, inputs, reference, runs, seconds))
      return {value, Visibility::Alone};
  return {*std::min_element(wrong.begin(), wrong.end()), Visibility::Together};
}

} // namespace assay
