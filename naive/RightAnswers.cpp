#include "naive/RightAnswers.h"

#include "naive/Context.h"
#include "support/Assert.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::naive {

namespace {

/// What the three ops have in common.
struct RankingRule {
  int64_t dim = 0;
  bool descending = false;
  bool isSorted = true;
  bool keepsOrder = false; // of equal elements
  bool ordersNan = false;
};

RankingRule ruleOf(const TestCase &testCase, const Op &op) {
  const bool ordersNan = testCase.has(Contract::NanOrder);
  if (const auto *topk = std::get_if<Topk>(&op))
    return {topk->dim, topk->largest, topk->sorted, testCase.has(Contract::LowestIndexFirst),
            ordersNan};
  if (const auto *sort = std::get_if<Sort>(&op))
    return {sort->dim, sort->descending, true, sort->stable && testCase.has(Contract::StableSort),
            ordersNan};
  const auto &arg = std::get<ArgReduce>(op);
  return {arg.dim, !arg.minimum, true, arg.firstIndex, ordersNan};
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
        order(ranked(key(), this->line, rule.dim, rule.descending)),
        isOpenByNan(!rule.ordersNan && isFloat(key().element) &&
                    std::ranges::any_of(
                        order, [&](int64_t place) { return std::isnan(keyAt(place).real); })) {}

  Answer answer(int64_t count) const {
    if (!isRight(count))
      return Answer::Wrong;
    return isOpenByNan ? Answer::OpenByNan : Answer::Right;
  }

private:
  using Place = std::vector<int64_t>::const_iterator;

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

  const Array &key() const { return *operands.front(); }
  const Element &keyAt(int64_t place) const { return key().at(inserted(line, rule.dim, place)); }

  /// The places that are equal to the one of that rank.
  std::pair<Place, Place> runOf(int64_t rank) const {
    if (isOpenByNan)
      return {order.begin(), order.end()};
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
  const bool isOpenByNan;
};

/// How a scatter combines; nothing for another op.
std::optional<Combine> combineOf(const Op &op) {
  if (const auto *scatter = std::get_if<Scatter>(&op))
    return scatter->combine;
  if (const auto *scatterNd = std::get_if<ScatterNd>(&op))
    return scatterNd->combine;
  return std::nullopt;
}

bool overwrites(const Op &op) { return combineOf(op) == Combine::Overwrite; }

/// The elements of `answers`, in row-major order.
std::vector<Answer> listed(const Array &answers) {
  std::vector<Answer> all;
  for (const Element &element : answers.elements)
    all.push_back(static_cast<Answer>(element.integer));
  return all;
}

/// Of a scatter that overwrites, any of the updates that go to a place may be what stays there. Of
/// one that takes the least or the greatest nothing is said of places that no NaN goes to.
std::vector<Answer> answersOfUpdates(const Op &op, const std::vector<const Array *> &operands,
                                     const Array &returned) {
  const bool isOverwritten = overwrites(op);
  Array found(ElementType::I8, returned.shape), written = found, hasNan = found;
  const auto meet = [&](const Shape &place, const Element &element) {
    hasNan.at(place).integer |= std::isnan(element.real);
    found.at(place).integer |= isSame(returned.element, returned.at(place), element);
  };
  forEachWrite(op, operands, [&](const Shape &place, const Element &update) {
    written.at(place).integer = 1;
    meet(place, update);
  });
  forEachIndex(returned.shape, [&](const Shape &place) {
    if (!isOverwritten || written.at(place).integer == 0)
      meet(place, operands[0]->at(place));
    const bool isSaid = isOverwritten || hasNan.at(place).integer != 0;
    const Answer answer = isOverwritten ? Answer::Right : Answer::OpenByNan;
    found.at(place).integer =
        static_cast<int64_t>(isSaid && found.at(place).integer != 0 ? answer : Answer::Wrong);
  });
  return listed(found);
}

} // namespace

bool leavesChoice(const Op &op) {
  return std::holds_alternative<Topk>(op) || std::holds_alternative<Sort>(op) ||
         std::holds_alternative<ArgReduce>(op) ||
         combineOf(op).value_or(Combine::Add) != Combine::Add;
}

std::vector<Answer> answers(const TestCase &testCase, const Op &op,
                            const std::vector<const Array *> &operands,
                            const std::vector<const Array *> &returned) {
  if (combineOf(op))
    return answersOfUpdates(op, operands, *returned.front());
  const RankingRule rule = ruleOf(testCase, op);
  const auto known = std::ranges::find_if(returned, [](const Array *one) { return one; });
  ASSAY_ASSERT(known != returned.end(), "a result of the op is returned");
  const Array &result = **known;
  const bool isArgument = std::holds_alternative<ArgReduce>(op);
  Array found(ElementType::I8, result.shape);
  forEachIndex(without(operands.front()->shape, rule.dim), [&](const Shape &line) {
    const int64_t count = isArgument ? 1 : result.extent(rule.dim);
    const auto answer =
        static_cast<int64_t>(RankedLine(op, rule, operands, returned, line).answer(count));
    if (isArgument)
      found.at(line).integer = answer;
    for (int64_t i = 0; !isArgument && i < count; ++i)
      found.at(inserted(line, rule.dim, i)).integer = answer;
  });
  return listed(found);
}

} // namespace assay::naive
