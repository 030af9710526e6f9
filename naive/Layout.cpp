#include "naive/Context.h"

#include <algorithm>

namespace assay::naive {

void apply(const Transpose &op, Context &context) {
  const Array &x = context.operand(0);
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    Shape from(index.size());
    for (size_t i = 0; i < index.size(); ++i)
      from[static_cast<size_t>(op.permutation[i])] = index[i];
    y.at(index) = x.at(from);
  });
}

void apply(const Broadcast &op, Context &context) {
  const Array &x = context.operand(0);
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    Shape from;
    for (size_t i = 0; i < index.size(); ++i)
      if (std::find(op.added.begin(), op.added.end(), static_cast<int64_t>(i)) == op.added.end())
        from.push_back(index[i]);
    y.at(index) = x.at(from);
  });
}

// Reshapes keep the row-major order of elements.
void apply(const Expand &, Context &context) {
  context.result().elements = context.operand(0).elements;
}
void apply(const Collapse &, Context &context) {
  context.result().elements = context.operand(0).elements;
}
void apply(const DimCast &, Context &context) {
  context.result().elements = context.operand(0).elements;
}

void apply(const Reverse &op, Context &context) {
  const Array &x = context.operand(0);
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    Shape from = index;
    for (int64_t dim : op.dims)
      from[static_cast<size_t>(dim)] = x.extent(dim) - 1 - index[static_cast<size_t>(dim)];
    y.at(index) = x.at(from);
  });
}

} // namespace assay::naive
