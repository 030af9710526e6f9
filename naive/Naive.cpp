#include "naive/Naive.h"

#include "naive/Context.h"

#include "support/Random.h"

#include <cmath>

namespace assay::naive {

namespace {

/// Whether the op computes what it gives; others move what they are given.
bool computes(OpKind op) {
  constexpr std::array computing = {OpKind::Unary,       OpKind::Binary,  OpKind::Cast,
                                    OpKind::Contraction, OpKind::Conv,    OpKind::Softmax,
                                    OpKind::Reduce,      OpKind::Scan,    OpKind::ReduceWindow,
                                    OpKind::Attention,   OpKind::Scatter, OpKind::ScatterNd};
  return std::ranges::find(computing, op) != computing.end();
}

/// Gives zeros the other sign, as chosen.
void changeZeros(const Choices &choices, int node, std::vector<Array> &results) {
  if (choices.zeros == 0)
    return;
  Random random = Random::forIndex(choices.zeros, static_cast<uint64_t>(node));
  const auto change = [&](long double &part) {
    if (part == 0 && (choices.zeros == Choices::allZeros || random.chance(50)))
      part = -part;
  };
  for (Array &result : results)
    for (Element &element : result.elements) {
      change(element.real);
      change(element.imaginary);
    }
}

} // namespace

std::variant<Values, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                         const std::vector<Tensor> &inputs, Style style) {
  Choices choices;
  choices.style = style;
  return evaluate(testCase, run, inputs, choices);
}

std::variant<Values, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                         const std::vector<Tensor> &inputs,
                                         const Choices &choices) {
  const Program &program = testCase.program();
  Arithmetic arithmetic(choices);
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
    if (computes(kindOf(what.op)))
      changeZeros(choices, node, context.results);
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
