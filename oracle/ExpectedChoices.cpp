#include "oracle/ExpectedChoices.h"

#include "oracle/Ranking.h"
#include "oracle/Updates.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace assay {

using namespace oracle;

namespace {

/// The one number that an element is, in parts; nothing if it may be several, or is NaN.
std::optional<std::vector<double>> numbersOf(const Elements &elements, size_t i) {
  if (!elements.isExact(i))
    return std::nullopt;
  if (!elements.isReal())
    return std::vector<double>{static_cast<double>(elements.low[i])};
  std::vector<double> numbers{elements.value[i]};
  if (isComplex(elements.type))
    numbers.push_back(elements.value[i + static_cast<size_t>(elements.count)]);
  if (std::ranges::any_of(numbers, [](double x) { return std::isnan(x); }))
    return std::nullopt;
  return numbers;
}

/// Makes the choice of one node.
class NodeChoice {
public:
  NodeChoice(const EvaluationState &state, int node)
      : state(state), program(state.testCase.program()), op(program.node(node).op),
        operands(program.node(node).operands), first(program.firstResult(node)) {
    bool isChosen = false;
    for (size_t i = 0; i < program.returns().size(); ++i) {
      const int result = program.returns()[i] - first;
      if (result < 0 || result >= program.resultCount(node))
        continue;
      choice.results.push_back(i);
      const std::vector<uint8_t> &marks = expected(result).mark;
      isChosen |= std::ranges::any_of(marks, [](uint8_t mark) { return (mark & Chosen) != 0; });
    }
    isNeeded = isChosen && expected(0).count > 0;
  }

  std::optional<ExpectedChoice> make() {
    if (!isNeeded)
      return std::nullopt;
    choice.groups.resize(static_cast<size_t>(expected(0).count));
    const bool isMade = std::visit(
        [&](const auto &alternative) {
          if constexpr (requires { addAll(alternative); })
            return addAll(alternative);
          return false;
        },
        op);
    return isMade ? std::optional(std::move(choice)) : std::nullopt;
  }

private:
  const Elements &operand(size_t i) const { return state.values[static_cast<size_t>(operands[i])]; }
  const Elements &expected(int result) const {
    return state.values[static_cast<size_t>(first) + static_cast<size_t>(result)];
  }
  /// Which of the node's results the i-th of the choice is.
  int resultOf(size_t i) const { return program.returns()[choice.results[i]] - first; }

  /// What an element, by the place where it stood before, brings to each result.
  using Numbers = std::function<std::optional<std::vector<double>>(int result)>;
  bool addCandidate(int64_t group, bool isCertain, const Numbers &numbers) {
    ExpectedChoice::Candidate candidate{group, isCertain, {}};
    for (size_t i = 0; i < choice.results.size(); ++i) {
      auto parts = numbers(resultOf(i));
      if (!parts)
        return false;
      candidate.numbers.insert(candidate.numbers.end(), parts->begin(), parts->end());
    }
    choice.candidates.push_back(std::move(candidate));
    return true;
  }

  /// Of ops whose first result has elements of operand 0, and whose second has their indices.
  Numbers valueAndIndex(const Lines &lines, size_t line, size_t i) const {
    return [this, &lines, line, i](int result) {
      return result == 0 ? numbersOf(operand(0), lines.at(line, i))
                         : std::optional(std::vector<double>{static_cast<double>(i)});
    };
  }

  bool rank(Ranking &ranking, const Lines &lines, size_t line, const Ranking::Rules &rules) const {
    ranking.rank(operand(0), lines, line, rules);
    return !ranking.isOpen && ranking.isExact;
  }

  bool addAll(const Topk &topk);
  bool addAll(const Sort &sort);
  bool addAll(const ArgReduce &argReduce);
  bool addAll(const Scatter &scatter) { return addUpdates(scatter); }
  bool addAll(const ScatterNd &scatter) { return addUpdates(scatter); }
  template <class ScatterOp> bool addUpdates(const ScatterOp &scatter);

  const EvaluationState &state;
  const Program &program;
  const Op &op;
  const std::vector<ValueId> &operands;
  const ValueId first;
  bool isNeeded = false;
  ExpectedChoice choice;
};

bool NodeChoice::addAll(const Topk &topk) {
  const Lines from(operand(0).shape, topk.dim), to(expected(0).shape, topk.dim);
  const auto k = static_cast<size_t>(to.length);
  bool hasIndices = false;
  for (size_t i = 0; i < choice.results.size(); ++i)
    hasIndices |= resultOf(i) == 1;
  Ranking ranking;
  for (size_t line = 0; line < from.starts.size(); ++line) {
    if (!rank(ranking, from, line, rulesOf(state.testCase, topk)))
      return false;
    // If sorted a run of equal keys, else the whole line.
    auto groupOf = [&](size_t i) {
      return static_cast<int64_t>(line * ranking.size() + (topk.sorted ? ranking.first[i] : 0));
    };
    for (size_t r = 0; r < k; ++r)
      choice.groups[to.at(line, r)] = groupOf(ranking.order[r]);
    for (size_t r = 0; r < ranking.size(); ++r) {
      const size_t i = ranking.order[r];
      // Values alone do not say which of several equal ones they are.
      if (hasIndices ? ranking.first[i] >= k : r >= k)
        break;
      const bool isCertain = !topk.sorted && hasIndices && ranking.last[i] < k;
      if (!addCandidate(groupOf(i), isCertain, valueAndIndex(from, line, i)))
        return false;
    }
  }
  return true;
}

bool NodeChoice::addAll(const Sort &sort) {
  const Lines lines(operand(0).shape, sort.dim);
  // What is not a number cannot be told from others: bounds have to do.
  std::erase_if(choice.results, [&](size_t i) {
    const Elements &carried = operand(static_cast<size_t>(program.returns()[i] - first));
    for (size_t at = 0; at < static_cast<size_t>(carried.count); ++at)
      if (!numbersOf(carried, at))
        return true;
    return false;
  });
  if (choice.results.empty())
    return false;
  Ranking ranking;
  for (size_t line = 0; line < lines.starts.size(); ++line) {
    if (!rank(ranking, lines, line, rulesOf(state.testCase, sort)))
      return false;
    for (size_t r = 0; r < ranking.size(); ++r) {
      const size_t i = ranking.order[r];
      const auto group = static_cast<int64_t>(line * ranking.size() + ranking.first[i]);
      choice.groups[lines.at(line, r)] = group;
      addCandidate(group, false, [&](int result) {
        return numbersOf(operand(static_cast<size_t>(result)), lines.at(line, i));
      });
    }
  }
  return true;
}

bool NodeChoice::addAll(const ArgReduce &argReduce) {
  const Lines lines(operand(0).shape, argReduce.dim);
  Ranking ranking;
  for (size_t line = 0; line < lines.starts.size(); ++line) {
    if (!rank(ranking, lines, line, rulesOf(state.testCase, argReduce)))
      return false;
    choice.groups[line] = static_cast<int64_t>(line);
    for (size_t i : ranking.candidates(0))
      if (!addCandidate(static_cast<int64_t>(line), false, valueAndIndex(lines, line, i)))
        return false;
  }
  return true;
}

/// Each element is one of the updates that reach it, or what is known of it.
template <class ScatterOp> bool NodeChoice::addUpdates(const ScatterOp &scatter) {
  const Elements &result = expected(0), &updates = operand(2);
  std::vector<std::vector<size_t>> reaching(static_cast<size_t>(result.count));
  forEachUpdate(state.testCase, scatter, operand(0), operand(1),
                [&](size_t update, const Reached &reached) {
                  for (int64_t place : reached.places)
                    reaching[static_cast<size_t>(place)].push_back(update);
                });
  for (size_t i = 0; i < reaching.size(); ++i) {
    choice.groups[i] = static_cast<int64_t>(i);
    if (!(result.mark[i] & Chosen)) {
      if (!addCandidate(choice.groups[i], false, [&](int) { return numbersOf(result, i); }))
        return false;
      continue;
    }
    for (size_t update : reaching[i])
      if (!addCandidate(choice.groups[i], false, [&](int) { return numbersOf(updates, update); }))
        return false;
  }
  return true;
}

} // namespace

std::vector<ExpectedChoice> expectedChoices(const EvaluationState &state) {
  std::vector<ExpectedChoice> choices;
  const int nodes = static_cast<int>(state.testCase.program().nodes().size());
  for (int node = 0; node < nodes; ++node)
    if (auto choice = NodeChoice(state, node).make())
      choices.push_back(std::move(*choice));
  return choices;
}

} // namespace assay
