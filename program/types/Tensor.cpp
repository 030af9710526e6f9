#include "program/types/Tensor.h"

#include "program/types/StoredNumbers.h"
#include "support/Assert.h"
#include "support/Float16.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace assay {

int64_t elementCount(const Shape &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::vector<int64_t> rowMajorStrides(const Shape &shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i > 1; --i)
    strides[i - 2] = strides[i - 1] * shape[i - 1];
  return strides;
}

Shape TensorType::shape(const Bindings &bindings) const {
  Shape result;
  result.reserve(dims.size());
  for (const Dim &dim : dims)
    result.push_back(dim.evaluate(bindings));
  return result;
}

std::string TensorType::text() const {
  return fmt::format("{}[{}]", name(element), assay::text(dims));
}

Tensor::Tensor(ElementType element, Shape shape)
    : type(element), extents(std::move(shape)), count(elementCount(extents)),
      bytes(static_cast<size_t>(count) * storageBytes(element)) {}

/// Element `index` of an array of T.
template <class T> static T load(const std::byte *array, int64_t index) {
  T value;
  std::memcpy(&value, array + static_cast<size_t>(index) * sizeof(T), sizeof(T));
  return value;
}
template <class T> static void store(std::byte *array, int64_t index, T value) {
  std::memcpy(array + static_cast<size_t>(index) * sizeof(T), &value, sizeof(T));
}

double Tensor::real(int64_t index) const {
  if (isInteger(type) || isBool(type))
    return static_cast<double>(integer(index));
  return withStoredFloat(type, [&]<class Stored>(auto widened, auto) {
    return widened(load<Stored>(data(), isComplex(type) ? 2 * index : index));
  });
}

double Tensor::imaginary(int64_t index) const {
  ASSAY_ASSERT(isComplex(type), "only complex numbers have an imaginary part");
  return load<float>(data(), 2 * index + 1);
}

int64_t Tensor::integer(int64_t index) const {
  return withStoredInteger(type,
                           [&]<class Stored>() -> int64_t { return load<Stored>(data(), index); });
}

void Tensor::setReal(int64_t index, double value) {
  if (isComplex(type))
    return setComplex(index, value);
  withStoredFloat(type, [&]<class Stored>(auto, auto narrowed) {
    store<Stored>(data(), index, narrowed(value));
  });
}

void Tensor::setComplex(int64_t index, std::complex<double> value) {
  ASSAY_ASSERT(isComplex(type), "setComplex() of a real tensor");
  store(data(), 2 * index, static_cast<float>(value.real()));
  store(data(), 2 * index + 1, static_cast<float>(value.imag()));
}

void Tensor::setInteger(int64_t index, int64_t value) {
  withStoredInteger(type, [&]<class Stored>() {
    store<Stored>(data(), index, static_cast<Stored>(isBool(type) ? value != 0 : value));
  });
}

void Tensor::set(int64_t index, double value) {
  if (isInteger(type) || isBool(type))
    setInteger(index, static_cast<int64_t>(value));
  else
    setReal(index, value);
}

double roundTo(ElementType type, double value) {
  switch (type) {
  case ElementType::F64:
    return value;
  case ElementType::F32:
  case ElementType::C64:
    return static_cast<float>(value);
  case ElementType::F16:
    return fromHalf(toHalf(value));
  case ElementType::BF16:
    return fromBFloat(toBFloat(value));
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I16:
  case ElementType::I8:
  case ElementType::I1:
    return static_cast<double>(wrapTo(type, static_cast<int64_t>(value)));
  }
  ASSAY_ASSERT(false, "element type out of range");
}

int64_t wrapTo(ElementType type, int64_t value) {
  if (isBool(type))
    return value & 1;
  const int shift = 64 - bitWidth(type);
  return static_cast<int64_t>(static_cast<uint64_t>(value) << shift) >> shift;
}

} // namespace assay
