#pragma once

#include "program/types/Dim.h"
#include "program/types/ElementType.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {

/// Extents of a concrete tensor, outermost first; empty for rank 0.
using Shape = std::vector<int64_t>;

/// Number of elements; 1 for rank 0.
int64_t elementCount(const Shape &shape);
/// Row-major strides in elements.
std::vector<int64_t> rowMajorStrides(const Shape &shape);

/// Element type and symbolic extents: the type of a value of a Program.
struct TensorType {
  ElementType element = ElementType::F32;
  std::vector<Dim> dims;

  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  Shape shape(const Bindings &bindings) const;
  /// "f32[d0,4]".
  std::string text() const;
  bool operator==(const TensorType &) const = default;
};

/// A concrete dense tensor, row-major, elements as the machine stores them (an i1 is a byte 0 or
/// 1).
class Tensor {
public:
  /// The f32 of rank 0 that is 0.
  Tensor() : Tensor(ElementType::F32, {}) {}
  /// All bytes zero.
  Tensor(ElementType element, Shape shape);

  ElementType element() const { return type; }
  const Shape &shape() const { return extents; }
  int64_t rank() const { return static_cast<int64_t>(extents.size()); }
  int64_t size() const { return count; }

  std::byte *data() { return bytes.data(); }
  const std::byte *data() const { return bytes.data(); }
  size_t byteSize() const { return bytes.size(); }

  /// Element `index` in row-major order as a real number. Floats and integers up to 53 bits
  /// exactly; the real part of a complex number.
  double real(int64_t index) const;
  double imaginary(int64_t index) const;
  /// Integers and i1, sign-extended (i1: 0 or 1).
  int64_t integer(int64_t index) const;

  /// Rounds to nearest even where the type cannot hold the value; floats and complex.
  void setReal(int64_t index, double value);
  void setComplex(int64_t index, std::complex<double> value);
  /// Wraps; integers and i1 (value != 0 is true).
  void setInteger(int64_t index, int64_t value);
  /// setReal or setInteger, as the type asks. An integer type takes the value truncated.
  void set(int64_t index, double value);

  bool operator==(const Tensor &) const = default;

private:
  ElementType type = ElementType::F32;
  Shape extents;
  int64_t count = 1;
  std::vector<std::byte> bytes;
};

/// `value` rounded to nearest even in `type`, as a double; for integer types wrapped.
double roundTo(ElementType type, double value);

/// `value` wrapped into two's complement of `type`, sign-extended.
int64_t wrapTo(ElementType type, int64_t value);

} // namespace assay
