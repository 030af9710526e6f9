#include "oracle/ExpectedRuns.h"

#include "oracle/EvaluationState.h"
#include "oracle/ExpectedChoices.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace assay {

std::optional<std::vector<std::optional<Tensor>>> referenceValues(const TestCase &testCase,
                                                                  size_t run) {
  const Run &chosen = testCase.runs()[run];
  auto evaluated = evaluate(testCase, chosen, testCase.inputs(chosen));
  const Evaluation *evaluation = std::get_if<Evaluation>(&evaluated);
  if (!evaluation)
    return std::nullopt;
  std::vector<std::optional<Tensor>> values;
  for (ValueId value = 0; value < testCase.program().valueCount(); ++value)
    values.push_back(evaluation->tensor(value));
  return values;
}

namespace {

using oracle::Interval;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The returned numbers that oracle/Judge.cpp admits for a float element or part, but for which of
/// a run of ties it is: oracle/ExpectedChoices.h.
Interval intervalOf(const oracle::Elements &elements, size_t i) {
  const oracle::Real x = elements.real(i);
  const oracle::Format format(elements.type, {});
  if (x.mark & oracle::MaskedRow)
    return {-infinity, infinity};
  if (x.mark & oracle::Rounded)
    return oracle::roundings(format, x.value);
  return x.isOpen() ? Interval{-infinity, infinity} : oracle::ends(format, x);
}

ExpectedResult expectedOf(const oracle::Elements &elements) {
  ExpectedResult result;
  result.value = Tensor(elements.type, elements.shape);
  const size_t parts = isComplex(elements.type) ? 2 : 1;
  const auto count = static_cast<size_t>(elements.count);
  bool single = true;
  for (size_t i = 0; i < count; ++i) {
    Interval first{};
    for (size_t part = 0; part < parts; ++part) {
      Interval interval = elements.isReal() ? intervalOf(elements, i + part * count)
                                            : Interval{static_cast<double>(elements.low[i]),
                                                       static_cast<double>(elements.high[i])};
      // A NaN is one value, and equals nothing.
      single = single && !(interval.low < interval.high);
      result.low.push_back(interval.low);
      result.high.push_back(interval.high);
      if (part == 0)
        first = interval;
    }
    const auto index = static_cast<int64_t>(i);
    if (!elements.isReal())
      result.value.setInteger(index, elements.low[i]);
    else if (parts == 2)
      result.value.setComplex(index, {first.low, result.low.back()});
    else
      result.value.setReal(index, first.low);
  }
  if (single)
    result.low = result.high = {};
  return result;
}

} // namespace

Expected<std::vector<ExpectedRun>> expectedRuns(const TestCase &testCase,
                                                const Accuracy &accuracy) {
  std::vector<ExpectedRun> expected;
  for (const Run &run : testCase.runs()) {
    auto evaluated = evaluate(testCase, run, testCase.inputs(run), accuracy);
    if (const Undefined *undefined = std::get_if<Undefined>(&evaluated))
      return Error{
          fmt::format("no lit case can be written: node {} of the program is undefined for its "
                      "inputs: {}",
                      undefined->node, undefined->reason)};
    const EvaluationState &state = std::get<Evaluation>(evaluated).detail();
    expected.emplace_back();
    for (ValueId value : testCase.program().returns())
      expected.back().results.push_back(expectedOf(state.values[static_cast<size_t>(value)]));
    expected.back().choices = expectedChoices(state);
  }
  return expected;
}

} // namespace assay
