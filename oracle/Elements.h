#pragma once

#include "oracle/Real.h"
#include "program/types/Tensor.h"

#include <span>

namespace assay::oracle {

/// An integer (or i1: 0, 1) element: any number in [low, high] may be held; one, if they are equal.
struct Range {
  int64_t low = 0;
  int64_t high = 0;

  bool isExact() const { return low == high; }
  bool operator==(const Range &) const = default;
};

/// Everything that is known of one value of a program: flat arrays in row-major order. Floats use
/// `value` and `error`, integers and i1 `low` and `high`. A complex tensor has its real parts first
/// and its imaginary parts `count` places behind, in value, error and mark.
struct Elements {
  ElementType type = ElementType::F32;
  Shape shape;
  int64_t count = 0;
  std::vector<double> value, error;
  std::vector<int64_t> low, high;
  std::vector<uint8_t> mark;

  Elements() = default;
  /// All zero, and exact.
  Elements(ElementType type, Shape shape);
  /// Exactly those of a tensor. A subnormal float is also taken for zero by arithmetic.
  Elements(const Tensor &tensor, const Accuracy &accuracy);

  bool isReal() const { return isFloat(type) || isComplex(type); }
  /// Entries of each array.
  size_t stored() const { return static_cast<size_t>(isComplex(type) ? 2 * count : count); }
  int64_t rank() const { return static_cast<int64_t>(shape.size()); }

  /// Element (or, of a complex tensor, part) `i`; the mark Chosen is of the value alone and left
  /// out.
  Real real(size_t i) const {
    return {value[i], error[i], static_cast<uint8_t>(mark[i] & ~Chosen)};
  }
  Range range(size_t i) const { return {low[i], high[i]}; }
  void set(size_t i, const Real &x) {
    value[i] = x.value;
    error[i] = x.error;
    mark[i] = x.mark;
  }
  void set(size_t i, const Range &x) {
    low[i] = x.low;
    high[i] = x.high;
  }
  /// Element `i` becomes `from`'s element `j`, of one type, whatever the type.
  void copy(size_t i, const Elements &from, size_t j);
  /// Element `i` may also be `from`'s element `j`.
  void merge(size_t i, const Elements &from, size_t j);
  /// Element `i` may be anything.
  void setOpen(size_t i);
  /// Element `i` becomes `number`, which the type holds.
  void setNumber(size_t i, double number, const Accuracy &accuracy);
  void fill(double number, const Accuracy &accuracy);
  /// Subnormal numbers may be zero, where the format flushes: for what chooses between numbers. To
  /// x86 a comparison and a selection are a minimum, and that flushes.
  void letFlush(const Format &format);
  /// Marks element `i`, with both parts of a complex number.
  void choose(size_t i);

  /// Every element has one right answer, whatever the order and precision of operations.
  bool isExact() const;
  bool isExact(size_t i) const;
};

/// The values by themselves, whatever is known of how exact they are; of integers the lower bounds.
Tensor valuesOf(const Elements &elements);

/// Places in a tensor: first element and stride of each dim, in elements.
struct Places {
  int64_t offset = 0;
  std::vector<int64_t> strides;
};
/// All of a tensor of that shape, in row-major order.
Places allOf(const Shape &shape);
/// The row-major offsets of a walk over `shape`.
std::vector<int64_t> offsets(const Shape &shape, const Places &places);
/// to[places] = from[places] for each index in `shape`.
void copyStrided(const Shape &shape, Elements &to, const Places &toPlaces, const Elements &from,
                 const Places &fromPlaces);

/// A tensor seen as lines along one dim: element i of line l is at starts[l] + i * stride.
struct Lines {
  std::vector<int64_t> starts;
  int64_t length = 0;
  int64_t stride = 1;

  Lines(const Shape &shape, int64_t dim);
  size_t at(size_t line, size_t i) const {
    return static_cast<size_t>(starts[line] + static_cast<int64_t>(i) * stride);
  }
};

} // namespace assay::oracle
