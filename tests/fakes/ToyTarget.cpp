#include "tests/fakes/ToyTarget.h"

#include "oracle/Oracle.h"
#include "oracle/RealFunction.h"

#include <algorithm>
#include <cmath>

namespace assay::test {

namespace {

class ToyExecutable : public Executable {
public:
  ToyExecutable(TestCase testCase, Alteration alter)
      : testCase(std::move(testCase)), alter(std::move(alter)) {}

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
    const Program &program = testCase.program();
    auto evaluated = evaluate(testCase, run, inputs);
    if (std::holds_alternative<Undefined>(evaluated))
      return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, "undefined"};
    std::vector<Tensor> results;
    for (ValueId value : program.returns()) {
      const Node &node = program.node(program.producer(value));
      auto tensor = std::get<Evaluation>(evaluated).tensor(value);
      if (const auto *unary = std::get_if<Unary>(&node.op); unary && isOfArgument(node)) {
        const Tensor &x = inputs[static_cast<size_t>(node.operands[0])];
        tensor = Tensor(x.element(), x.shape());
        for (int64_t i = 0; i < x.size(); ++i)
          tensor->setReal(i, static_cast<double>(
                                 oracle::realFunction<long double>(unary->function, x.real(i))));
      }
      if (!tensor)
        return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, "a result is open"};
      if (alter)
        alter(program, node, inputs, *tensor);
      results.push_back(std::move(*tensor));
    }
    return results;
  }

private:
  bool isOfArgument(const Node &node) const {
    return testCase.program().isArgument(node.operands[0]);
  }

  TestCase testCase;
  Alteration alter;
};

} // namespace

Outcome<std::unique_ptr<Executable>> ToyTarget::compile(const TestCase &testCase) const {
  return std::make_unique<ToyExecutable>(testCase, alter);
}

Alteration altered(UnaryKind function, std::function<double(ElementType, double)> compute) {
  return [=](const Program &, const Node &node, const std::vector<Tensor> &inputs, Tensor &result) {
    const auto *unary = std::get_if<Unary>(&node.op);
    if (!unary || unary->function != function)
      return;
    const Tensor &x = inputs[static_cast<size_t>(node.operands[0])];
    for (int64_t i = 0; i < x.size(); ++i)
      result.setReal(i, compute(x.element(), x.real(i)));
  };
}

Alteration flushed() {
  return [](const Program &, const Node &node, const std::vector<Tensor> &, Tensor &result) {
    const bool isArithmetic =
        std::holds_alternative<Binary>(node.op) || std::holds_alternative<Unary>(node.op);
    for (int64_t i = 0; isArithmetic && i < result.size(); ++i)
      if (std::fabs(result.real(i)) < minNormal(result.element()))
        result.setReal(i, 0);
  };
}

Alteration flashAttention(std::function<double(double)> exp2) {
  return [=](const Program &, const Node &node, const std::vector<Tensor> &inputs, Tensor &result) {
    const auto *attention = std::get_if<Attention>(&node.op);
    if (!attention)
      return;
    const auto &operand = [&](size_t i) -> const Tensor & {
      return inputs[static_cast<size_t>(node.operands[i])];
    };
    const Tensor &q = operand(0), &k = operand(1), &v = operand(2);
    const ElementType type = q.element();
    const auto extent = [](const Tensor &tensor, int64_t fromEnd) {
      return tensor.shape()[static_cast<size_t>(tensor.rank() - fromEnd)];
    };
    const int64_t rows = extent(q, 2), depth = extent(q, 1), keys = extent(k, 2),
                  columns = extent(v, 1);
    const double scale = roundTo(type, attention->scale * 1.4426950408889634);
    for (int64_t m = 0; m < rows; ++m) {
      std::vector<double> weights;
      for (int64_t n = 0; n < keys; ++n) {
        double score = 0;
        for (int64_t i = 0; i < depth; ++i)
          score += roundTo(type, q.real(m * depth + i) * scale) * k.real(n * depth + i);
        weights.push_back(score);
      }
      const double highest = *std::max_element(weights.begin(), weights.end());
      double sum = 0;
      for (double &weight : weights) {
        weight = exp2(weight - highest);
        sum += weight;
        weight = roundTo(type, weight);
      }
      for (int64_t d = 0; d < columns; ++d) {
        double mixed = 0;
        for (int64_t n = 0; n < keys; ++n)
          mixed += weights[static_cast<size_t>(n)] * v.real(n * columns + d);
        result.setReal(m * columns + d, mixed / sum);
      }
    }
  };
}

Alteration both(Alteration first, Alteration second) {
  return [=](const Program &program, const Node &node, const std::vector<Tensor> &inputs,
             Tensor &result) {
    first(program, node, inputs, result);
    second(program, node, inputs, result);
  };
}

} // namespace assay::test
