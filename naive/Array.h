#pragma once

#include "program/types/Tensor.h"

#include <functional>

namespace assay::naive {

/// One element of any type: floats use `real`, complex numbers `real` and `imaginary`, integers and
/// i1 `integer` (sign-extended; i1: 0 or 1).
struct Element {
  long double real = 0;
  long double imaginary = 0;
  int64_t integer = 0;
};

/// A dense row-major array.
struct Array {
  ElementType element = ElementType::F32;
  Shape shape;
  std::vector<Element> elements;

  Array() = default;
  Array(ElementType element, Shape shape);

  int64_t extent(int64_t dim) const { return shape[static_cast<size_t>(dim)]; }
  Element &at(const Shape &index) { return elements[place(index)]; }
  const Element &at(const Shape &index) const { return elements[place(index)]; }

private:
  /// Row-major place of `index`, which must be in range.
  size_t place(const Shape &index) const;
};

/// Calls visit(index) for each index into `shape`, the last dim fastest; once for rank 0.
void forEachIndex(const Shape &shape, const std::function<void(const Shape &)> &visit);

/// The same with the first dim fastest.
void forEachIndexByColumns(const Shape &shape, const std::function<void(const Shape &)> &visit);

/// `shape` with `extent` at `dim`.
Shape withExtent(Shape shape, int64_t dim, int64_t extent);
/// `shape` without its dim `dim`, and the opposite.
Shape without(Shape shape, int64_t dim);
Shape inserted(Shape shape, int64_t dim, int64_t extent);

Array fromTensor(const Tensor &tensor);
/// Each element rounded to nearest even in the array's type.
Tensor toTensor(const Array &array);

} // namespace assay::naive
