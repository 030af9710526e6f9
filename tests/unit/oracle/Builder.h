#pragma once

#include "oracle/Oracle.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <initializer_list>

namespace assay {

/// A tensor with these elements.
inline Tensor tensor(ElementType type, const Shape &shape, const std::vector<double> &elements) {
  Tensor result(type, shape);
  REQUIRE(static_cast<size_t>(result.size()) == elements.size());
  for (size_t i = 0; i < elements.size(); ++i)
    result.set(static_cast<int64_t>(i), elements[i]);
  return result;
}
inline Tensor tensor(ElementType type, const std::vector<double> &elements) {
  return tensor(type, {static_cast<int64_t>(elements.size())}, elements);
}
inline std::vector<double> elementsOf(const Tensor &tensor) {
  std::vector<double> elements;
  for (int64_t i = 0; i < tensor.size(); ++i)
    elements.push_back(tensor.real(i));
  return elements;
}

/// A program on static shapes put together op by op; all results of the ops are returned unless
/// asked otherwise. Values are numbered as in a Program: all inputs come before the first op.
class Builder {
public:
  ValueId input(Tensor value) {
    std::vector<Dim> dims(value.shape().begin(), value.shape().end());
    parts.arguments.push_back({value.element(), dims});
    inputs.push_back(std::move(value));
    return next++;
  }
  /// The first result.
  ValueId add(Op op, std::vector<ValueId> operands, std::optional<ValueId> destination = {},
              int results = 1) {
    Node node{std::move(op), std::move(operands), destination, Spelling::Named};
    node.spelling = spellingsOf(kindOf(node.op))[0];
    parts.nodes.push_back(node);
    next += results;
    return next - results;
  }
  Builder &returning(std::vector<ValueId> values) {
    parts.returns = std::move(values);
    return *this;
  }
  Builder &with(Contract contract) {
    contracts.insert(contract);
    return *this;
  }
  TestCase testCase() const {
    ProgramParts complete = parts;
    if (complete.returns.empty())
      for (ValueId value = static_cast<ValueId>(inputs.size()); value < next; ++value)
        complete.returns.push_back(value);
    Run run;
    run.inputs.assign(inputs.begin(), inputs.end());
    return TestCase::makeValid({Program::makeValid(complete), {}, contracts, {run}});
  }
  std::variant<Evaluation, Undefined> tryEvaluate(const Accuracy &accuracy = {}) const {
    TestCase made = testCase();
    return assay::evaluate(made, made.runs()[0], inputs, accuracy);
  }
  Evaluation evaluate(const Accuracy &accuracy = {}) const {
    auto outcome = tryEvaluate(accuracy);
    if (auto *undefined = std::get_if<Undefined>(&outcome))
      FAIL(undefined->reason);
    return std::get<Evaluation>(outcome);
  }
  bool isUndefined() const { return std::holds_alternative<Undefined>(tryEvaluate()); }
  Comparison compare(const std::vector<Tensor> &results, const Accuracy &accuracy = {}) const {
    return assay::compare(testCase(), evaluate(accuracy), results);
  }
  /// Whether a target may return these.
  bool accepts(const std::vector<Tensor> &results, const Accuracy &accuracy = {}) const {
    return compare(results, accuracy).differences.empty();
  }

  std::vector<Tensor> inputs;

private:
  ProgramParts parts;
  std::set<Contract> contracts;
  ValueId next = 0;
};

} // namespace assay
