#include "oracle/AddedTerm.h"
#include "oracle/EvaluationState.h"
#include "oracle/Judge.h"
#include "oracle/Oracle.h"
#include "oracle/Step.h"

#include "support/Assert.h"

namespace assay {

using oracle::Elements;

oracle::Step oracle::stepOf(const EvaluationState &state, const Run &run, int index) {
  const Program &program = state.testCase.program();
  const Node &node = program.node(index);
  Step step{state.testCase, run, state.accuracy, {}, nullptr, {}, {}};
  step.operands.reserve(node.operands.size());
  for (ValueId operand : node.operands)
    step.operands.push_back(&state.values[static_cast<size_t>(operand)]);
  if (node.destination && destinationRole(kindOf(node.op)) == DestinationRole::Initial)
    step.initial = &state.values[static_cast<size_t>(*node.destination)];
  const ValueId first = program.firstResult(index), end = program.firstResult(index + 1);
  step.results.reserve(static_cast<size_t>(end - first));
  for (ValueId value = first; value < end; ++value) {
    const TensorType &type = program.type(value);
    step.results.emplace_back(type.element, type.shape(run.bindings));
  }
  return step;
}

/// Evaluates one node from the values before it, and appends its results.
static std::optional<Undefined> evaluateNode(EvaluationState &state, const Run &run, int index) {
  oracle::Step step = oracle::stepOf(state, run, index);
  oracle::evaluate(step, state.testCase.program().node(index).op);
  if (step.undefined)
    return Undefined{index, *step.undefined};
  oracle::allowAddedTerms(step, index, [&](int node) { return oracle::stepOf(state, run, node); });
  for (Elements &result : step.results)
    state.values.push_back(std::move(result));
  return std::nullopt;
}

std::variant<Evaluation, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                             const std::vector<Tensor> &inputs,
                                             const Accuracy &accuracy) {
  const Program &program = testCase.program();
  ASSAY_ASSERT(inputs.size() == program.arguments().size(), "one input for each argument");
  auto state = std::make_shared<EvaluationState>(EvaluationState{testCase, accuracy, {}});
  // Steps point at values: no growth may move them.
  state->values.reserve(static_cast<size_t>(program.valueCount()));
  for (const Tensor &input : inputs)
    state->values.emplace_back(input, accuracy);
  for (int node = 0; node < static_cast<int>(program.nodes().size()); ++node)
    if (auto undefined = evaluateNode(*state, run, node))
      return *undefined;
  return Evaluation(std::move(state));
}

static const Elements &elementsOf(const EvaluationState &state, ValueId value) {
  return state.values[static_cast<size_t>(value)];
}

std::optional<Tensor> Evaluation::tensor(ValueId value) const {
  const Elements &elements = elementsOf(*state, value);
  const auto count = static_cast<size_t>(elements.count);
  for (size_t i = 0; i < count; ++i)
    if (elements.mark[i] & (oracle::Chosen | oracle::MaskedRow))
      return std::nullopt;
  for (size_t i = 0; i < elements.stored(); ++i)
    if (elements.isReal() ? elements.real(i).isOpen() && !(elements.mark[i] & oracle::Rounded)
                          : !elements.isExact(i))
      return std::nullopt;
  return oracle::valuesOf(elements);
}

bool Evaluation::isExact(ValueId value) const {
  const Elements &elements = elementsOf(*state, value);
  for (uint8_t mark : elements.mark)
    if (mark & oracle::Chosen)
      return false;
  return elements.isExact();
}

double Evaluation::bound(ValueId value, int64_t index) const {
  const Elements &elements = elementsOf(*state, value);
  ASSAY_ASSERT(elements.isReal(), "only floats have a bound");
  const auto i = static_cast<size_t>(index);
  if (!isComplex(elements.type))
    return elements.error[i];
  return std::fmax(elements.error[i], elements.error[i + static_cast<size_t>(elements.count)]);
}

std::string Evaluation::describe(ValueId value, int64_t index) const {
  const Elements &elements = elementsOf(*state, value);
  if (elements.mark[static_cast<size_t>(index)] & oracle::Chosen)
    return "one of several";
  return oracle::describe(elements, static_cast<size_t>(index));
}

} // namespace assay
