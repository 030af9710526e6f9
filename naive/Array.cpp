#include "naive/Array.h"

#include "naive/Arithmetic.h"
#include "support/Assert.h"

#include <cmath>
#include <cstring>

namespace assay::naive {

Array::Array(ElementType element, Shape shape) : element(element), shape(std::move(shape)) {
  size_t count = 1;
  for (int64_t extent : this->shape)
    count *= static_cast<size_t>(extent);
  elements.resize(count);
}

size_t Array::place(const Shape &index) const {
  size_t place = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    ASSAY_ASSERT(index[i] >= 0 && index[i] < shape[i], "index out of range in the naive oracle");
    place = place * static_cast<size_t>(shape[i]) + static_cast<size_t>(index[i]);
  }
  return place;
}

void forEachIndexByColumns(const Shape &shape, const std::function<void(const Shape &)> &visit) {
  forEachIndex(Shape(shape.rbegin(), shape.rend()),
               [&](const Shape &index) { visit(Shape(index.rbegin(), index.rend())); });
}

void forEachIndex(const Shape &shape, const std::function<void(const Shape &)> &visit) {
  for (int64_t extent : shape)
    if (extent == 0)
      return;
  Shape index(shape.size(), 0);
  while (true) {
    visit(index);
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

Shape withExtent(Shape shape, int64_t dim, int64_t extent) {
  shape[static_cast<size_t>(dim)] = extent;
  return shape;
}
Shape without(Shape shape, int64_t dim) {
  shape.erase(shape.begin() + dim);
  return shape;
}
Shape inserted(Shape shape, int64_t dim, int64_t extent) {
  shape.insert(shape.begin() + dim, extent);
  return shape;
}

/// The number that the 16 bits stand for, in a format with that many exponent bits and bias.
static long double decode16(uint16_t bits, int fractionBits, int bias) {
  int exponent = (bits & 0x7fff) >> fractionBits;
  int fraction = bits & ((1 << fractionBits) - 1);
  int allOnes = 0x7fff >> fractionBits;
  long double magnitude;
  if (exponent == allOnes)
    magnitude = fraction ? std::nanl("") : HUGE_VALL;
  else if (exponent == 0)
    magnitude = std::ldexp(static_cast<long double>(fraction), 1 - bias - fractionBits);
  else
    magnitude = std::ldexp(1.0L + std::ldexp(static_cast<long double>(fraction), -fractionBits),
                           exponent - bias);
  return bits & 0x8000 ? -magnitude : magnitude;
}

template <class T> static T load(const std::byte *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

static Element decode(ElementType type, const std::byte *from) {
  switch (type) {
  case ElementType::F64:
    return {load<double>(from)};
  case ElementType::F32:
    return {load<float>(from)};
  case ElementType::F16:
    return {decode16(load<uint16_t>(from), 10, 15)};
  case ElementType::BF16:
    return {decode16(load<uint16_t>(from), 7, 127)};
  case ElementType::I64:
    return {0, 0, load<int64_t>(from)};
  case ElementType::I32:
    return {0, 0, load<int32_t>(from)};
  case ElementType::I16:
    return {0, 0, load<int16_t>(from)};
  case ElementType::I8:
    return {0, 0, load<int8_t>(from)};
  case ElementType::I1:
    return {0, 0, load<uint8_t>(from)};
  case ElementType::C64:
    return {load<float>(from), load<float>(from + 4)};
  }
  ASSAY_ASSERT(false, "element type out of range");
}

Array fromTensor(const Tensor &tensor) {
  Array array(tensor.element(), tensor.shape());
  for (size_t i = 0; i < array.elements.size(); ++i)
    array.elements[i] =
        decode(tensor.element(), tensor.data() + i * storageBytes(tensor.element()));
  return array;
}

Tensor toTensor(const Array &array) {
  Tensor tensor(array.element, array.shape);
  for (size_t i = 0; i < array.elements.size(); ++i) {
    const Element &element = array.elements[i];
    auto at = static_cast<int64_t>(i);
    auto rounded = [&](long double value) {
      return static_cast<double>(roundReal(array.element, value));
    };
    if (isComplex(array.element))
      tensor.setComplex(at, {rounded(element.real), rounded(element.imaginary)});
    else if (isFloat(array.element))
      tensor.setReal(at, rounded(element.real));
    else
      tensor.setInteger(at, element.integer);
  }
  return tensor;
}

} // namespace assay::naive
