#include "oracle/RoundedRun.h"

#include "oracle/Step.h"

namespace assay {

using oracle::Elements;

/// Each element as an implementation has it that rounds correctly: one number, of the type.
static Elements rounded(const Elements &known, const Accuracy &accuracy) {
  Elements held(known.type, known.shape);
  if (!known.isReal()) {
    held.low = held.high = known.low;
    return held;
  }
  const oracle::Format format(known.type, accuracy);
  for (size_t i = 0; i < known.stored(); ++i)
    held.value[i] = format.round(known.value[i]);
  return held;
}

std::optional<RoundedRun> RoundedRun::of(const TestCase &testCase, const Run &run,
                                         const std::vector<Tensor> &inputs,
                                         const Accuracy &accuracy) {
  const Program &program = testCase.program();
  RoundedRun made(std::make_shared<EvaluationState>(EvaluationState{testCase, accuracy, {}}), run);
  std::vector<Elements> &values = made.state->values;
  values.reserve(static_cast<size_t>(program.valueCount()));
  for (const Tensor &input : inputs) {
    made.ofOps.emplace_back(input, accuracy);
    values.push_back(rounded(made.ofOps.back(), accuracy));
  }
  for (int node = 0; node < static_cast<int>(program.nodes().size()); ++node) {
    oracle::Step step = oracle::stepOf(*made.state, run, node);
    oracle::evaluate(step, program.node(node).op);
    if (step.undefined)
      return std::nullopt;
    for (Elements &result : step.results) {
      values.push_back(rounded(result, accuracy));
      made.ofOps.push_back(std::move(result));
    }
  }
  return made;
}

std::vector<Tensor> RoundedRun::returnedFrom(const EvaluationState &from) const {
  std::vector<Tensor> results;
  for (ValueId value : from.testCase.program().returns())
    results.push_back(valuesOf(from.values[static_cast<size_t>(value)]));
  return results;
}

std::optional<std::vector<Tensor>> RoundedRun::returnedWith(ValueId value, size_t i,
                                                            double number) const {
  const Program &program = state->testCase.program();
  EvaluationState changed = *state;
  changed.values[static_cast<size_t>(value)].value[i] = number;
  std::vector<bool> isChanged(static_cast<size_t>(program.valueCount()));
  isChanged[static_cast<size_t>(value)] = true;
  for (int node = program.producer(value) + 1; node < static_cast<int>(program.nodes().size());
       ++node) {
    const Node &op = program.node(node);
    bool reads = op.destination && isChanged[static_cast<size_t>(*op.destination)];
    for (ValueId operand : op.operands)
      reads |= isChanged[static_cast<size_t>(operand)];
    if (!reads)
      continue;
    oracle::Step step = oracle::stepOf(changed, run, node);
    oracle::evaluate(step, op.op);
    if (step.undefined)
      return std::nullopt;
    for (size_t result = 0; result < step.results.size(); ++result) {
      const auto at = static_cast<size_t>(program.firstResult(node)) + result;
      changed.values[at] = rounded(step.results[result], state->accuracy);
      isChanged[at] = true;
    }
  }
  return returnedFrom(changed);
}

} // namespace assay
