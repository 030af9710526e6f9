#include "tests/naive/Naive.h"

#include "tests/naive/Context.h"

namespace assay::naive {

std::variant<Values, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                         const std::vector<Tensor> &inputs, Style style) {
  const Program &program = testCase.program();
  Arithmetic arithmetic(style);
  Values values;
  for (const Tensor &input : inputs)
    values.push_back(fromTensor(input));
  for (int node = 0; node < static_cast<int>(program.nodes().size()); ++node) {
    const Node &what = program.node(node);
    Context context{arithmetic, testCase, run.bindings, {}, nullptr, {}, {}};
    for (ValueId operand : what.operands)
      context.operands.push_back(&values[static_cast<size_t>(operand)]);
    if (what.destination && destinationRole(kindOf(what.op)) == DestinationRole::Initial)
      context.destination = &values[static_cast<size_t>(*what.destination)];
    for (int i = 0; i < program.resultCount(node); ++i) {
      const TensorType &type = program.type(program.firstResult(node) + i);
      context.results.emplace_back(type.element, type.shape(run.bindings));
    }
    std::visit([&](const auto &op) { apply(op, context); }, what.op);
    if (!context.undefined.empty())
      return Undefined{node, context.undefined};
    for (Array &result : context.results)
      values.push_back(std::move(result));
  }
  return values;
}

std::vector<Tensor> returned(const Program &program, const Values &values) {
  std::vector<Tensor> results;
  for (ValueId value : program.returns())
    results.push_back(toTensor(values[static_cast<size_t>(value)]));
  return results;
}

} // namespace assay::naive
