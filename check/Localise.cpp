#include "check/Localise.h"

#include "check/Returning.h"
#include "program/Ancestors.h"
#include "support/Assert.h"
#include "support/Stopwatch.h"

#include <algorithm>

namespace assay {
namespace {

/// Looks at what a target makes of one run, again and again.
class Looking {
public:
  Looking(const Target &target, const Run &run, const std::vector<Tensor> &inputs,
          const Evaluation &reference, int runs, StageSeconds &seconds)
      : target(target), run(run), inputs(inputs), reference(reference), runs(runs),
        seconds(seconds) {}

  bool isWrong(const TestCase &testCase) const {
    Outcome<std::unique_ptr<Executable>> executable = [&] {
      Stopwatch watch(seconds.compile);
      return target.compile(testCase);
    }();
    if (!executable)
      return false;
    for (int i = 0; i < runs; ++i) {
      Outcome<std::vector<Tensor>> results = [&] {
        Stopwatch watch(seconds.run);
        return (*executable)->run(run, inputs);
      }();
      if (!results)
        return false;
      Stopwatch watch(seconds.compare);
      if (!compare(testCase, reference, *results).differences.empty())
        return true;
    }
    return false;
  }

private:
  const Target &target;
  const Run &run;
  const std::vector<Tensor> &inputs;
  const Evaluation &reference;
  int runs;
  StageSeconds &seconds;
};

} // namespace

Origin localise(const TestCase &testCase, const Target &target, const Run &run,
                const std::vector<Tensor> &inputs, const Evaluation &reference,
                const std::vector<ValueId> &wrong, int runs, StageSeconds &seconds) {
  ASSAY_ASSERT(!wrong.empty(), "nothing is wrong");
  const Looking looking(target, run, inputs, reference, runs, seconds);
  const Program &program = testCase.program();
  const std::vector<bool> suspects = ancestors(program, wrong);
  for (ValueId value = 0; value < program.valueCount(); ++value)
    if (suspects[static_cast<size_t>(value)] && !program.isArgument(value) &&
        looking.isWrong(returning(testCase, value, run)))
      return {value, Visibility::Alone};
  // What is right by now comes and goes: that no value was wrong alone tells nothing.
  return {*std::min_element(wrong.begin(), wrong.end()),
          looking.isWrong(testCase) ? Visibility::Together : Visibility::Alone};
}

} // namespace assay
