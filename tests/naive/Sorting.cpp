#include "tests/naive/Context.h"

#include <algorithm>

namespace assay::naive {

/// The places along `dim` of one line of `x`, best first, equal ones by ascending place.
static std::vector<int64_t> ranked(const Array &x, const Shape &line, int64_t dim,
                                   bool descending) {
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
    return isBefore(first, second) || (!isBefore(second, first) && first < second);
  });
  return order;
}

void apply(const Topk &op, Context &context) {
  const Array &x = context.operand(0);
  Array &values = context.result(0), &indices = context.result(1);
  forEachIndex(without(x.shape, op.dim), [&](const Shape &line) {
    std::vector<int64_t> order = ranked(x, line, op.dim, op.largest);
    for (int64_t i = 0; i < context.extent(op.k); ++i) {
      int64_t place = order[static_cast<size_t>(i)];
      values.at(inserted(line, op.dim, i)) = x.at(inserted(line, op.dim, place));
      indices.at(inserted(line, op.dim, i)).integer = place;
    }
  });
}

void apply(const Sort &op, Context &context) {
  const Array &key = context.operand(0);
  forEachIndex(without(key.shape, op.dim), [&](const Shape &line) {
    std::vector<int64_t> order = ranked(key, line, op.dim, op.descending);
    for (size_t operand = 0; operand < context.operands.size(); ++operand)
      for (size_t i = 0; i < order.size(); ++i)
        context.result(operand).at(inserted(line, op.dim, static_cast<int64_t>(i))) =
            context.operand(operand).at(inserted(line, op.dim, order[i]));
  });
}

} // namespace assay::naive
