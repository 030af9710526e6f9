#include "oracle/AddedTerm.h"

#include <algorithm>

namespace assay::oracle {
namespace {

/// Whether the result has the operand's elements, each once.
bool isReordering(const Op &op) {
  return traitsOf(op).viewed != noOperand || std::holds_alternative<Transpose>(op);
}

bool isSum(const Op &op) {
  const auto *reduce = std::get_if<Reduce>(&op);
  const auto *window = std::get_if<ReduceWindow>(&op);
  return std::holds_alternative<Contraction>(op) || std::holds_alternative<Conv>(op) ||
         (reduce && reduce->function == ReduceKind::Sum) ||
         (window && window->function == ReduceKind::Sum);
}

/// Whether the sum of `step` starts from nothing but zeros that a compiler may know, as those of a
/// fill, so that it can start from something else.
bool startsFromZero(const Step &step, const Program &program, const Node &node) {
  if (!step.initial)
    return true;
  if (program.isArgument(*node.destination))
    return false;
  return std::ranges::all_of(step.initial->value, [](double x) { return x == 0; }) &&
         step.initial->isExact();
}

/// The nodes between a sum and a value that is it, but for the order of its elements; the sum,
/// which starts from zero, is the last. None if the value is no such sum.
std::vector<int> pathToSum(const Program &program, const StepOf &stepOf, ValueId value) {
  std::vector<int> path;
  while (!program.isArgument(value)) {
    path.push_back(program.producer(value));
    const Node &node = program.node(path.back());
    if (isSum(node.op)) {
      if (!node.destination || startsFromZero(stepOf(path.back()), program, node))
        return path;
      break;
    }
    if (!isReordering(node.op))
      break;
    value = node.operands[0];
  }
  return {};
}

/// What the layout op of `step` makes `after` of.
Elements undone(const Step &step, const Op &op, Elements after) {
  const Shape &before = step.operands[0]->shape;
  const auto *transpose = std::get_if<Transpose>(&op);
  if (!transpose) {
    after.shape = before;
    return after;
  }
  Transpose back;
  back.permutation.resize(transpose->permutation.size());
  for (size_t i = 0; i < back.permutation.size(); ++i)
    back.permutation[static_cast<size_t>(transpose->permutation[i])] = static_cast<int64_t>(i);
  Step inverse = step;
  inverse.operands = {&after};
  inverse.results = {Elements(after.type, before)};
  evaluateOp(inverse, back);
  return std::move(inverse.results[0]);
}

/// The sum at the end of the path, started from `term`, as its first node returns it.
Elements sumStartedFrom(const Program &program, const std::vector<int> &path, const StepOf &stepOf,
                        Elements term) {
  auto opOf = [&](int node) -> const Op & { return program.node(node).op; };
  for (size_t i = 0; i + 1 < path.size(); ++i)
    term = undone(stepOf(path[i]), opOf(path[i]), std::move(term));
  Step sum = stepOf(path.back());
  sum.initial = &term;
  evaluate(sum, opOf(path.back()));
  Elements result = std::move(sum.results[0]);
  for (size_t i = path.size() - 1; i-- > 0;) {
    Step moved = stepOf(path[i]);
    moved.operands = {&result};
    evaluate(moved, opOf(path[i]));
    result = std::move(moved.results[0]);
  }
  return result;
}

Elements negated(Elements x) {
  for (size_t i = 0; i < x.stored(); ++i)
    x.set(i, negate(x.real(i)));
  return x;
}

} // namespace

void allowAddedTerms(Step &step, int index, const StepOf &stepOf) {
  const Program &program = step.testCase.program();
  const Node &node = program.node(index);
  const auto *op = std::get_if<Binary>(&node.op);
  Elements &result = step.results[0];
  if (!op || !isFloat(result.type) || step.accuracy.sumsInOrder ||
      (op->function != BinaryKind::Add && op->function != BinaryKind::Sub))
    return;
  const bool subtracts = op->function == BinaryKind::Sub;
  for (size_t side = 0; side < 2; ++side) {
    const std::vector<int> path = pathToSum(program, stepOf, node.operands[side]);
    if (path.empty())
      continue;
    const Elements &term = *step.operands[1 - side];
    Elements sum =
        sumStartedFrom(program, path, stepOf, subtracts ? negated(term) : term); // s - t, or
    if (subtracts && side == 1)                                                  // -(s - t)
      sum = negated(std::move(sum));
    for (size_t i = 0; i < result.stored(); ++i)
      if (!(sum.real(i).isExact() && result.real(i).isExact()))
        result.set(i, hull(result.real(i), sum.real(i)));
  }
}

} // namespace assay::oracle
