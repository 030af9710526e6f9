#include "naive/Context.h"

#include "support/Random.h"

#include <algorithm>
#include <cmath>

namespace assay::naive {

/// The places along `dim` of one line of `x`, best first, equal ones by ascending place unless the
/// last is to come first. Where a key is NaN any order with `nanSeed`, if that is not 0.
static std::vector<int64_t> ranked(const Array &x, const Shape &line, int64_t dim, bool descending,
                                   bool lastFirst, uint64_t nanSeed) {
  std::vector<Element> keys;
  std::vector<int64_t> order;
  for (int64_t place = 0; place < x.extent(dim); ++place) {
    keys.push_back(x.at(inserted(line, dim, place)));
    order.push_back(place);
  }
  auto isBefore = [&](int64_t first, int64_t second) {
    const Element &a = keys[static_cast<size_t>(first)], &b = keys[static_cast<size_t>(second)];
    return descending ? less(x.element, b, a) : less(x.element, a, b);
  };
  std::sort(order.begin(), order.end(), [&](int64_t first, int64_t second) {
    return isBefore(first, second) ||
           (!isBefore(second, first) && (lastFirst ? first > second : first < second));
  });
  if (nanSeed != 0 && isFloat(x.element) &&
      std::ranges::any_of(keys, [](const Element &key) { return std::isnan(key.real); }))
    Random(nanSeed).shuffle(order);
  return order;
}

std::vector<int64_t> ranked(const Array &x, const Shape &line, int64_t dim, bool descending) {
  return ranked(x, line, dim, descending, false, 0);
}

void apply(const Topk &op, Context &context) {
  const Array &x = context.operand(0);
  Array &values = context.result(0), &indices = context.result(1);
  const Choices &chosen = context.arithmetic.chosen();
  const bool lastFirst =
      chosen.lastOfEqualsInTopk && !context.testCase.has(Contract::LowestIndexFirst);
  const uint64_t nanSeed = context.testCase.has(Contract::NanOrder) ? 0 : chosen.nanKeys;
  forEachIndex(without(x.shape, op.dim), [&](const Shape &line) {
    std::vector<int64_t> order = ranked(x, line, op.dim, op.largest, lastFirst, nanSeed);
    order.resize(static_cast<size_t>(context.extent(op.k)));
    if (!op.sorted && chosen.reversesTopk)
      std::ranges::reverse(order);
    for (int64_t i = 0; i < context.extent(op.k); ++i) {
      int64_t place = order[static_cast<size_t>(i)];
      values.at(inserted(line, op.dim, i)) = x.at(inserted(line, op.dim, place));
      indices.at(inserted(line, op.dim, i)).integer = place;
    }
  });
}

void apply(const Sort &op, Context &context) {
  const Array &key = context.operand(0);
  const Choices &chosen = context.arithmetic.chosen();
  const bool lastFirst =
      chosen.lastOfEqualsInSort && !(op.stable && context.testCase.has(Contract::StableSort));
  const uint64_t nanSeed = context.testCase.has(Contract::NanOrder) ? 0 : chosen.nanKeys;
  forEachIndex(without(key.shape, op.dim), [&](const Shape &line) {
    std::vector<int64_t> order = ranked(key, line, op.dim, op.descending, lastFirst, nanSeed);
    for (size_t operand = 0; operand < context.operands.size(); ++operand)
      for (size_t i = 0; i < order.size(); ++i)
        context.result(operand).at(inserted(line, op.dim, static_cast<int64_t>(i))) =
            context.operand(operand).at(inserted(line, op.dim, order[i]));
  });
}

} // namespace assay::naive
