#include "naive/Context.h"

#include <algorithm>

namespace assay::naive {

/// `value` as an element of `type`; the model keeps it representable.
static Element scalar(ElementType type, double value) {
  if (isFloat(type) || isComplex(type))
    return {value};
  return {0, 0, static_cast<int64_t>(value)};
}

/// The place in the whole that slice element `index` (without the dropped dims) stands for.
static Shape placeInWhole(const Shape &index, const std::vector<Dim> &offsets,
                          const std::vector<int64_t> &strides, const std::vector<int64_t> &dropped,
                          const Context &context) {
  Shape place;
  size_t next = 0;
  for (size_t i = 0; i < offsets.size(); ++i) {
    bool isDropped =
        std::find(dropped.begin(), dropped.end(), static_cast<int64_t>(i)) != dropped.end();
    int64_t step = isDropped ? 0 : index[next++];
    place.push_back(context.extent(offsets[i]) + step * strides[i]);
  }
  return place;
}

void apply(const ExtractSlice &op, Context &context) {
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    y.at(index) =
        context.operand(0).at(placeInWhole(index, op.offsets, op.strides, op.dropped, context));
  });
}

void apply(const InsertSlice &op, Context &context) {
  const Array &source = context.operand(0);
  Array &y = context.result();
  y.elements = context.operand(1).elements;
  forEachIndex(source.shape, [&](const Shape &index) {
    y.at(placeInWhole(index, op.offsets, op.strides, op.dropped, context)) = source.at(index);
  });
}

void apply(const Concat &op, Context &context) {
  Array &y = context.result();
  int64_t start = 0;
  for (const Array *operand : context.operands) {
    forEachIndex(operand->shape, [&](const Shape &index) {
      int64_t along = index[static_cast<size_t>(op.dim)];
      y.at(withExtent(index, op.dim, start + along)) = operand->at(index);
    });
    start += operand->extent(op.dim);
  }
}

void apply(const Pad &op, Context &context) {
  Array &y = context.result();
  std::fill(y.elements.begin(), y.elements.end(), scalar(y.element, op.value));
  forEachIndex(context.operand(0).shape, [&](const Shape &index) {
    Shape to = index;
    for (size_t i = 0; i < to.size(); ++i)
      to[i] += context.extent(op.low[i]);
    y.at(to) = context.operand(0).at(index);
  });
}

void apply(const Iota &op, Context &context) {
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    int64_t position = index[static_cast<size_t>(op.dim)];
    if (isFloat(op.element))
      y.at(index).real = roundReal(op.element, static_cast<long double>(position));
    else
      y.at(index).integer = wrapInteger(op.element, position);
  });
}

void apply(const Fill &op, Context &context) {
  Array &y = context.result();
  std::fill(y.elements.begin(), y.elements.end(), scalar(op.element, op.value));
}

void apply(const Constant &op, Context &context) { context.result() = fromTensor(op.value); }

} // namespace assay::naive
