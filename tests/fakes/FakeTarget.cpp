#include "tests/fakes/FakeTarget.h"

#include "oracle/Oracle.h"
#include "support/Assert.h"

#include <algorithm>

namespace assay::test {

namespace {

/// Adds something that no bound excuses.
void spoil(Tensor &tensor) {
  for (int64_t i = 0; i < tensor.size(); ++i)
    if (isBool(tensor.element()))
      tensor.setInteger(i, !tensor.integer(i));
    else if (isInteger(tensor.element()))
      tensor.setInteger(i, tensor.integer(i) + 1);
    else
      tensor.setReal(i, 2 * tensor.real(i) + 1000);
}

/// For each value whether it is one of the picked nodes' results or computed from one.
std::vector<bool> tainted(const Program &program, const NodePredicate &picks) {
  std::vector<bool> marks(static_cast<size_t>(program.valueCount()), false);
  auto isMarked = [&](ValueId value) { return bool(marks[static_cast<size_t>(value)]); };
  for (int i = 0; i < static_cast<int>(program.nodes().size()); ++i) {
    const Node &node = program.node(i);
    const bool reads = std::any_of(node.operands.begin(), node.operands.end(), isMarked) ||
                       (node.destination && isMarked(*node.destination));
    if (reads || picks(program, node))
      std::fill_n(marks.begin() + program.firstResult(i), program.resultCount(i), true);
  }
  return marks;
}

class FakeExecutable : public Executable {
public:
  FakeExecutable(TestCase testCase, std::vector<bool> wrong, std::optional<TargetFailure> failure)
      : testCase(std::move(testCase)), wrong(std::move(wrong)), failure(std::move(failure)) {}

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
    if (failure)
      return *failure;
    auto evaluated = evaluate(testCase, run, inputs);
    if (std::holds_alternative<Undefined>(evaluated))
      return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, "undefined"};
    std::vector<Tensor> results;
    for (ValueId value : testCase.program().returns()) {
      auto tensor = std::get<Evaluation>(evaluated).tensor(value);
      if (!tensor)
        return TargetFailure{TargetFailure::Kind::Unsupported, Stage::Run, "a result is open"};
      if (wrong[static_cast<size_t>(value)])
        spoil(*tensor);
      results.push_back(std::move(*tensor));
    }
    return results;
  }

private:
  TestCase testCase;
  std::vector<bool> wrong; // by value
  std::optional<TargetFailure> failure;
};

} // namespace

Outcome<std::unique_ptr<Executable>> FakeTarget::compile(const TestCase &testCase) const {
  ++count;
  const Program &program = testCase.program();
  const bool isPicked =
      std::any_of(program.nodes().begin(), program.nodes().end(),
                  [&](const Node &node) { return picks && picks(program, node); });
  std::vector<bool> wrong(static_cast<size_t>(program.valueCount()), false);
  std::optional<TargetFailure> atRun;
  if (isPicked)
    switch (fault) {
    case Fault::None:
      break;
    case Fault::Miscompiles:
      wrong = tainted(program, picks);
      break;
    case Fault::MiscompilesAll:
      wrong.assign(wrong.size(), program.returns().size() > 1);
      break;
    case Fault::Fails:
      return failure;
    case Fault::FailsToRun:
      atRun = failure;
      break;
    }
  return std::make_unique<FakeExecutable>(testCase, std::move(wrong), std::move(atRun));
}

NodePredicate isA(OpKind kind) {
  return [kind](const Program &, const Node &node) { return kindOf(node.op) == kind; };
}

} // namespace assay::test
