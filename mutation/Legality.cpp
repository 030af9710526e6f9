#include "mutation/Legality.h"

#include "mutation/SameBits.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace assay {

using naive::Choices;
using naive::Style;

namespace {

/// The least that docs/semantics.md grants every function.
constexpr int grantedUlps = 2;

/// Orders in which each choice is made: two that round differently, and functions that are off.
std::vector<Choices> inSomeOrders(const Choices &choice) {
  std::vector<Choices> all;
  for (const Style style : {Style::Rounded, Style::Fused, Style::Lanes})
    for (const int ulps : {0, grantedUlps, -grantedUlps}) {
      Choices one = choice;
      one.style = style;
      one.functionUlps = ulps;
      all.push_back(one);
    }
  return all;
}

std::vector<Choices> seeded(uint64_t Choices::*seed, std::initializer_list<uint64_t> seeds) {
  std::vector<Choices> all;
  for (const uint64_t one : seeds) {
    Choices choice;
    choice.*seed = one;
    all.push_back(choice);
  }
  return all;
}

std::vector<Choices> set(bool Choices::*flag) {
  Choices choice;
  choice.*flag = true;
  return {choice};
}

/// Whether a number lies between the least and the greatest of some; NaN is one of them or not.
bool isAmong(const std::vector<double> &some, double number) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  bool hasNan = false, hasFinite = false;
  for (const double one : some) {
    hasNan = hasNan || std::isnan(one);
    hasFinite = hasFinite || std::isfinite(one);
    low = std::fmin(low, one);
    high = std::fmax(high, one);
  }
  if (std::isnan(number))
    return hasNan;
  // Two infinities have nothing between them.
  if (!hasFinite && low != high)
    return low < high && (number == low || number == high);
  return low <= number && number <= high;
}

/// Whether an element may be that of any of these, or lie between them.
bool isAmong(const std::vector<std::vector<Tensor>> &evaluations, size_t result, int64_t index,
             const Tensor &actual) {
  const auto hasPart = [&](double (Tensor::*part)(int64_t) const) {
    std::vector<double> some;
    for (const auto &one : evaluations)
      some.push_back((one[result].*part)(index));
    return isAmong(some, (actual.*part)(index));
  };
  if (isComplex(actual.element()))
    return hasPart(&Tensor::real) && hasPart(&Tensor::imaginary);
  if (isFloat(actual.element()))
    return hasPart(&Tensor::real);
  return std::ranges::any_of(evaluations, [&](const auto &one) {
    return one[result].integer(index) == actual.integer(index);
  });
}

bool areZeros(const Tensor &a, const Tensor &b, int64_t index) {
  const auto isZero = [&](const Tensor &tensor) {
    return tensor.real(index) == 0 &&
           (!isComplex(tensor.element()) || tensor.imaginary(index) == 0);
  };
  return (isFloat(a.element()) || isComplex(a.element())) && isZero(a) && isZero(b);
}

/// That which makes an element a right one.
SemanticsLine lineOf(const Op &op, naive::Answer answer) {
  const bool isScatter =
      std::holds_alternative<Scatter>(op) || std::holds_alternative<ScatterNd>(op);
  if (answer == naive::Answer::OpenByNan)
    return isScatter ? SemanticsLine::ScatterNan : SemanticsLine::NanKeys;
  if (isScatter)
    return SemanticsLine::ScatterOrder;
  if (const auto *topk = std::get_if<Topk>(&op))
    return topk->sorted ? SemanticsLine::TopkTies : SemanticsLine::TopkOrder;
  if (std::holds_alternative<Sort>(op))
    return SemanticsLine::SortTies;
  return SemanticsLine::ArgIndex;
}

} // namespace

Legality::Legality(const TestCase &testCase, const Run &run, const std::vector<Tensor> &inputs,
                   std::function<void()> onEvaluation)
    : testCase(testCase), run(run), inputs(inputs), onEvaluation(std::move(onEvaluation)) {
  addLiberties();
}

void Legality::addLiberties() {
  std::set<OpKind> ops;
  for (const Node &node : testCase.program().nodes())
    ops.insert(kindOf(node.op));
  const auto has = [&](std::initializer_list<OpKind> some) {
    return std::ranges::any_of(some, [&](OpKind op) { return ops.contains(op); });
  };
  const auto add = [&](bool applies, SemanticsLine line, std::vector<Choices> choices,
                       bool isOpen = false) {
    if (applies)
      liberties.push_back({line, std::move(choices), isOpen});
  };
  using Line = SemanticsLine;
  add(true, Line::FunctionUlps, {Choices()});
  add(true, Line::Flush, set(&Choices::flushes));
  add(true, Line::ZeroEffect, seeded(&Choices::zeros, {Choices::allZeros, 1, 2, 3}));
  add(has({OpKind::Topk}), Line::TopkTies, set(&Choices::lastOfEqualsInTopk));
  add(has({OpKind::Topk}), Line::TopkOrder, set(&Choices::reversesTopk));
  add(has({OpKind::Sort}), Line::SortTies, set(&Choices::lastOfEqualsInSort));
  add(has({OpKind::ArgReduce}), Line::ArgIndex, set(&Choices::lastOfEqualsInArgReduce));
  add(has({OpKind::Scatter, OpKind::ScatterNd}), Line::ScatterOrder,
      seeded(&Choices::updates, {Choices::lastFirst, 1, 2, 3}));
  add(has({OpKind::Scatter, OpKind::ScatterNd}), Line::ScatterNan,
      set(&Choices::numberWinsInScatter));
  add(has({OpKind::Softmax, OpKind::Attention}), Line::MaskedRow, set(&Choices::maskedRowsAreZero));
  add(has({OpKind::Attention}), Line::RemovedKey, set(&Choices::removesByAdding));
  add(has({OpKind::Topk, OpKind::Sort, OpKind::ArgReduce}), Line::NanKeys,
      seeded(&Choices::nanKeys, {1, 2, 3, 4, 5, 6, 7, 8}), true);
  add(has({OpKind::Binary}), Line::ComplexProduct, seeded(&Choices::complexProducts, {1, 2}), true);
}

std::optional<naive::Values> Legality::evaluate(const Choices &choices) const {
  if (onEvaluation)
    onEvaluation();
  auto evaluated = naive::evaluate(testCase, run, inputs, choices);
  auto *made = std::get_if<naive::Values>(&evaluated);
  return made ? std::optional(std::move(*made)) : std::nullopt;
}

void Legality::evaluateOrders() {
  if (!values.empty())
    return;
  for (const Style style : naive::allStyles) {
    Choices choices;
    choices.style = style;
    if (auto made = evaluate(choices)) {
      orders.push_back(naive::returned(testCase.program(), *made));
      values.push_back(std::move(*made));
    }
  }
}

const std::vector<Legality::Evaluations> &Legality::evaluationsOf(Liberty &liberty) {
  if (liberty.made)
    return *liberty.made;
  liberty.made.emplace();
  for (const Choices &choice : liberty.choices) {
    Evaluations &some = liberty.made->emplace_back();
    for (const Choices &one : inSomeOrders(choice))
      if (auto made = evaluate(one))
        some.push_back(naive::returned(testCase.program(), *made));
    // What is computed in any order is also off by what functions are, and flushed.
    if (liberty.line == SemanticsLine::FunctionUlps || liberty.line == SemanticsLine::Flush)
      some.insert(some.end(), orders.begin(), orders.end());
  }
  return *liberty.made;
}

bool Legality::gives(Liberty &liberty, size_t result, int64_t index, const Tensor &actual) {
  const std::vector<Evaluations> &made = evaluationsOf(liberty);
  if (!liberty.isOpen)
    return std::ranges::any_of(
        made, [&](const Evaluations &some) { return isAmong(some, result, index, actual); });
  // It depends on what is open if another choice gives something else.
  return std::ranges::any_of(made, [&](const Evaluations &some) {
    return !some.empty() && !isAmong(orders, result, index, some.front()[result]);
  });
}

std::vector<naive::Answer> Legality::answers(size_t result,
                                             const std::vector<Tensor> &results) const {
  const Program &program = testCase.program();
  const ValueId value = program.returns()[result];
  if (program.isArgument(value))
    return {};
  const int node = program.producer(value);
  const Node &what = program.node(node);
  if (!naive::leavesChoice(what.op))
    return {};
  std::vector<naive::Array> arrays(static_cast<size_t>(program.resultCount(node)));
  std::vector<const naive::Array *> returned(arrays.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const int of = program.returns()[i] - program.firstResult(node);
    if (of < 0 || of >= program.resultCount(node))
      continue;
    const auto place = static_cast<size_t>(of);
    // Of a value that is returned twice, the one that is asked about.
    if (returned[place] && i != result)
      continue;
    arrays[place] = naive::fromTensor(results[i]);
    returned[place] = &arrays[place];
  }
  std::vector<naive::Answer> best(static_cast<size_t>(results[result].size()));
  for (const naive::Values &made : values) {
    std::vector<const naive::Array *> operands;
    for (const ValueId operand : what.operands)
      operands.push_back(&made[static_cast<size_t>(operand)]);
    const std::vector<naive::Answer> here = naive::answers(testCase, what.op, operands, returned);
    for (size_t i = 0; i < best.size(); ++i)
      best[i] = std::max(best[i], here[i]);
  }
  return best;
}

std::optional<std::vector<SemanticsLine>> Legality::linesOf(const std::vector<Tensor> &results,
                                                            const std::vector<Tensor> &before) {
  const auto difference = bitDifference(results, before);
  if (difference && !difference->isOfValues)
    return std::nullopt;
  evaluateOrders();
  std::set<SemanticsLine> lines;
  const auto lineOfElement = [&](size_t result, int64_t index,
                                 naive::Answer answer) -> std::optional<SemanticsLine> {
    const Tensor &actual = results[result];
    const bool isOfOrder = isAmong(orders, result, index, actual);
    if (isOfOrder && areZeros(actual, before[result], index))
      return SemanticsLine::ZeroSign;
    if (answer != naive::Answer::Wrong) {
      const Program &program = testCase.program();
      return lineOf(program.node(program.producer(program.returns()[result])).op, answer);
    }
    if (isOfOrder)
      return isFloat(actual.element()) || isComplex(actual.element())
                 ? SemanticsLine::AnyOrder
                 : SemanticsLine::Discontinuity;
    for (Liberty &liberty : liberties)
      if (gives(liberty, result, index, actual))
        return liberty.line;
    return std::nullopt;
  };
  for (size_t result = 0; result < results.size(); ++result) {
    if (!bitDifference({results[result]}, {before[result]}))
      continue;
    const std::vector<naive::Answer> all = answers(result, results);
    for (int64_t index = 0; index < results[result].size(); ++index)
      if (!isSameElement(results[result], before[result], index)) {
        const auto line = lineOfElement(
            result, index, all.empty() ? naive::Answer::Wrong : all[static_cast<size_t>(index)]);
        if (!line)
          return std::nullopt;
        lines.insert(*line);
      }
  }
  return std::vector(lines.begin(), lines.end());
}

} // namespace assay
