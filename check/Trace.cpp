#include "check/Trace.h"

#include "check/Returning.h"

namespace assay {

static DispatchCheck checked(const TestCase &testCase, const Run &run, size_t number,
                             const Evaluation &reference, const DispatchResult &result) {
  DispatchCheck made{result.dispatch, number, result.value, {}};
  if (!result.value)
    return made;
  const Comparison comparison =
      compare(returning(testCase, *result.value, run), reference, {result.tensor});
  if (!comparison.differences.empty())
    made.difference = comparison.differences.front();
  return made;
}

std::vector<DispatchCheck> traceDispatches(const TestCase &testCase, const Target &target) {
  std::vector<DispatchCheck> all;
  auto executable = target.compile(testCase);
  if (!executable)
    return all;
  for (size_t i = 0; i < testCase.runs().size(); ++i) {
    const Run &run = testCase.runs()[i];
    const std::vector<Tensor> inputs = testCase.inputs(run);
    const auto evaluated = evaluate(testCase, run, inputs, target.accuracy());
    const auto *reference = std::get_if<Evaluation>(&evaluated);
    if (!reference)
      continue;
    const auto results = (*executable)->dispatchResults(run, inputs);
    if (!results || !*results)
      return all;
    for (const DispatchResult &result : **results)
      all.push_back(checked(testCase, run, i, *reference, result));
  }
  return all;
}

} // namespace assay
