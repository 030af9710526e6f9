#include "naive/RightAnswers.h"

#include "naive/Context.h"
#include "support/Assert.h"

#include <algorithm>
#include <cmath>

namespace assay::naive {

namespace {

/// What the three ops have in common.
struct RankingRule {
  int64_t dim = 0;
  bool descending = false;
  bool isSorted = true;
  bool keepsOrder = false; // of equal elements
};

RankingRule ruleOf(const TestCase &testCase, const Op &op) {
  if (const auto *topk = std::get_if<Topk>(&op))
    return {topk->dim, topk->largest, topk->sorted, testCase.has(Contract::LowestIndexFirst)};
  if (const auto *sort = std::get_if<Sort>(&op))
    return {sort->dim, sort->descending, true, sort->stable && testCase.has(Contract::StableSort)};
  const auto &arg = std::get<ArgReduce>(op);
  return {arg.dim, !arg.minimum, true, arg.firstIndex};
}

bool isSame(ElementType type, const Element &a, const Element &b) {
  const auto isSameReal = [](long double x, long double y) {
    return x == y || (std::isnan(x) && std::isnan(y));
  };
  if (isComplex(type))
    return isSameReal(a.real, b.real) && isSameReal(a.imaginary, b.imaginary);
  return isFloat(type) ? isSameReal(a.real, b.real) : a.integer == b.integer;
}

/// One line along the dim of an op that ranks.
class RankedLine {
public:
  RankedLine(const Op &op, const RankingRule &rule, const std::vector<const Array *> &operands,
             const std::vector<const Array *> &returned, Shape line)
      : op(op), rule(rule), operands(operands), returned(returned), line(std::move(line)),
        order(ranked(key(), this->line, rule.dim, rule.descending)) {}

  /// Whether each of its first `count` answers is a place of its own that may stand there.
  bool isRight(int64_t count) const {
    if (count == 0)
      return true;
    std::vector<bool> used(order.size());
    for (int64_t answer = 0; answer < count; ++answer) {
      const auto [begin, end] = placesOf(answer, count);
      const auto found = std::find_if(begin, end, [&](int64_t place) {
        return !used[static_cast<size_t>(place)] && gives(answer, place);
      });
      if (found == end)
        return false;
      used[static_cast<size_t>(*found)] = true;
    }
    // What is better than the last run of equals must be among them.
    return std::all_of(order.begin(), runOf(count - 1).first,
                       [&](int64_t place) { return used[static_cast<size_t>(place)]; });
  }

private:
  using Place = std::vector<int64_t>::const_iterator;

  const Array &key() const { return *operands.front(); }
  const Element &keyAt(int64_t place) const { return key().at(inserted(line, rule.dim, place)); }

  /// The places that are equal to the one of that rank.
  std::pair<Place, Place> runOf(int64_t rank) const {
    const auto at = order.begin() + rank;
    if (rule.keepsOrder)
      return {at, at + 1};
    const auto isEqual = [&](int64_t place) {
      return !less(key().element, keyAt(place), keyAt(*at)) &&
             !less(key().element, keyAt(*at), keyAt(place));
    };
    return {std::find_if(order.begin(), order.end(), isEqual),
            std::find_if(order.rbegin(), order.rend(), isEqual).base()};
  }

  std::pair<Place, Place> placesOf(int64_t answer, int64_t count) const {
    if (rule.isSorted)
      return runOf(answer);
    return {order.begin(), runOf(count - 1).second};
  }

  /// Whether what was returned as that answer is what stands at the place.
  bool gives(int64_t answer, int64_t place) const {
    const bool isSort = std::holds_alternative<Sort>(op);
    const bool isArgument = std::holds_alternative<ArgReduce>(op);
    const Shape from = inserted(line, rule.dim, place);
    const Shape to = isArgument ? line : inserted(line, rule.dim, answer);
    for (size_t result = 0; result < returned.size(); ++result) {
      if (!returned[result])
        continue;
      const Element &actual = returned[result]->at(to);
      const bool isIndex = !isSort && result == 1;
      if (isIndex ? actual.integer != place
                  : !isSame(operands[isSort ? result : 0]->element, actual,
                            operands[isSort ? result : 0]->at(from)))
        return false;
    }
    return true;
  }

  const Op &op;
  const RankingRule &rule;
  const std::vector<const Array *> &operands;
  const std::vector<const Array *> &returned;
  const Shape line;
  const std::vector<int64_t> order;
};

bool overwrites(const Op &op) {
  const auto *scatter = std::get_if<Scatter>(&op);
  const auto *scatterNd = std::get_if<ScatterNd>(&op);
  return (scatter && scatter->combine == Combine::Overwrite) ||
         (scatterNd && scatterNd->combine == Combine::Overwrite);
}

/// Of a scatter that overwrites, any of the updates that go to a place may be what stays there.
std::vector<bool> rightUpdates(const Op &op, const std::vector<const Array *> &operands,
                               const Array &returned) {
  Array right(ElementType::I1, returned.shape), written = right;
  const auto check = [&](const Shape &place, const Element &element) {
    right.at(place).integer |= isSame(returned.element, returned.at(place), element);
  };
  forEachWrite(op, operands, [&](const Shape &place, const Element &update) {
    written.at(place).integer = 1;
    check(place, update);
  });
  forEachIndex(returned.shape, [&](const Shape &place) {
    if (written.at(place).integer == 0)
      check(place, operands[0]->at(place));
  });
  std::vector<bool> all;
  for (const Element &element : right.elements)
    all.push_back(element.integer != 0);
  return all;
}

} // namespace

bool leavesChoice(const Op &op) {
  return std::holds_alternative<Topk>(op) || std::holds_alternative<Sort>(op) ||
         std::holds_alternative<ArgReduce>(op) || overwrites(op);
}

std::vector<bool> rightAnswers(const TestCase &testCase, const Op &op,
                               const std::vector<const Array *> &operands,
                               const std::vector<const Array *> &returned) {
  if (overwrites(op))
    return rightUpdates(op, operands, *returned.front());
  const RankingRule rule = ruleOf(testCase, op);
  const auto known = std::ranges::find_if(returned, [](const Array *one) { return one; });
  ASSAY_ASSERT(known != returned.end(), "a result of the op is returned");
  const Array &result = **known;
  const bool isArgument = std::holds_alternative<ArgReduce>(op);
  Array right(ElementType::I1, result.shape);
  forEachIndex(without(operands.front()->shape, rule.dim), [&](const Shape &line) {
    const int64_t count = isArgument ? 1 : result.extent(rule.dim);
    if (!RankedLine(op, rule, operands, returned, line).isRight(count))
      return;
    if (isArgument)
      right.at(line).integer = 1;
    for (int64_t i = 0; !isArgument && i < count; ++i)
      right.at(inserted(line, rule.dim, i)).integer = 1;
  });
  std::vector<bool> all;
  for (const Element &element : right.elements)
    all.push_back(element.integer != 0);
  return all;
}

} // namespace assay::naive
