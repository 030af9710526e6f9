#include "oracle/Elements.h"

#include "program/types/TensorNumbers.h"
#include "support/Assert.h"

#include <algorithm>
#include <array>

namespace assay::oracle {

Elements::Elements(ElementType type, Shape shape)
    : type(type), shape(std::move(shape)), count(elementCount(this->shape)), mark(stored()) {
  if (isReal()) {
    value.resize(stored());
    error.resize(stored());
  } else {
    low.resize(stored());
    high.resize(stored());
  }
}

/// A number that the type holds. A subnormal one is returned as it is, but arithmetic may flush it.
static Real given(const Format &format, double number) {
  if (format.flushes && number != 0 && std::fabs(number) < format.minNormal)
    return {number, std::fabs(number), Rounded};
  return {number, 0, Plain};
}

Elements::Elements(const Tensor &tensor, const Accuracy &accuracy)
    : Elements(tensor.element(), tensor.shape()) {
  if (!isReal()) {
    readIntegers(tensor, low);
    high = low;
    return;
  }
  const Format format(type, accuracy);
  readReals(tensor, value);
  if (format.flushes) // else all are exact, as they are by now
    for (size_t i = 0; i < value.size(); ++i)
      set(i, given(format, value[i]));
}

void Elements::copy(size_t i, const Elements &from, size_t j) {
  if (!isReal())
    return set(i, from.range(j));
  set(i, from.real(j));
  if (isComplex(type))
    set(i + static_cast<size_t>(count), from.real(j + static_cast<size_t>(from.count)));
}

void Elements::letFlush(const Format &format) {
  if (!format.flushes || !isReal())
    return;
  for (size_t i = 0; i < stored(); ++i)
    if (std::fabs(value[i]) < format.minNormal)
      mark[i] &= static_cast<uint8_t>(~Rounded);
}

void Elements::merge(size_t i, const Elements &from, size_t j) {
  if (!isReal()) {
    low[i] = std::min(low[i], from.low[j]);
    high[i] = std::max(high[i], from.high[j]);
    return;
  }
  set(i, hull(real(i), from.real(j)));
  if (isComplex(type)) {
    const size_t k = i + static_cast<size_t>(count);
    set(k, hull(real(k), from.real(j + static_cast<size_t>(from.count))));
  }
}

void Elements::setOpen(size_t i) {
  if (!isReal())
    return set(i, Range{minInteger(type), maxInteger(type)});
  set(i, Real::open());
  if (isComplex(type))
    set(i + static_cast<size_t>(count), Real::open());
}

void Elements::setNumber(size_t i, double number, const Accuracy &accuracy) {
  if (isBool(type))
    return set(i, Range{number != 0, number != 0});
  if (!isReal()) {
    const int64_t integer = wrapTo(type, static_cast<int64_t>(number));
    return set(i, Range{integer, integer});
  }
  set(i, given(Format(type, accuracy), number));
  if (isComplex(type))
    set(i + static_cast<size_t>(count), Real{});
}

void Elements::fill(double number, const Accuracy &accuracy) {
  if (count == 0)
    return;
  setNumber(0, number, accuracy);
  for (size_t i = 1; i < static_cast<size_t>(count); ++i)
    copy(i, *this, 0);
}

void Elements::choose(size_t i) {
  mark[i] |= Chosen;
  if (isComplex(type))
    mark[i + static_cast<size_t>(count)] |= Chosen;
}

Tensor valuesOf(const Elements &elements) {
  Tensor tensor(elements.type, elements.shape);
  const auto count = static_cast<size_t>(elements.count);
  for (size_t i = 0; i < count; ++i) {
    const auto index = static_cast<int64_t>(i);
    if (!elements.isReal())
      tensor.setInteger(index, elements.low[i]);
    else if (isComplex(elements.type))
      tensor.setComplex(index, {elements.value[i], elements.value[i + count]});
    else
      tensor.setReal(index, elements.value[i]);
  }
  return tensor;
}

bool Elements::isExact(size_t i) const {
  if (!isReal())
    return low[i] == high[i];
  return error[i] == 0 && (!isComplex(type) || error[i + static_cast<size_t>(count)] == 0);
}

bool Elements::isExact() const {
  if (!isReal())
    return low == high;
  return std::all_of(error.begin(), error.end(), [](double e) { return e == 0; });
}

Places allOf(const Shape &shape) { return {0, rowMajorStrides(shape)}; }

/// Calls run(a, b) with the first places of each run along the last dim, in row-major order.
template <class Run>
static void forEachRun(const Shape &shape, const Places &a, const Places &b, Run run) {
  std::array<int64_t, 16> index{};
  const size_t outer = shape.size() - 1;
  ASSAY_ASSERT(shape.size() <= index.size(), "more dims than any program may have");
  int64_t atA = a.offset, atB = b.offset;
  while (true) {
    run(atA, atB);
    size_t dim = outer;
    while (dim > 0) {
      --dim;
      atA += a.strides[dim];
      atB += b.strides[dim];
      if (++index[dim] < shape[dim])
        break;
      atA -= a.strides[dim] * shape[dim];
      atB -= b.strides[dim] * shape[dim];
      index[dim] = 0;
      if (dim == 0)
        return;
    }
    if (outer == 0)
      return;
  }
}

std::vector<int64_t> offsets(const Shape &shape, const Places &places) {
  std::vector<int64_t> result;
  const int64_t total = elementCount(shape);
  if (total == 0)
    return result;
  if (shape.empty())
    return {places.offset};
  result.reserve(static_cast<size_t>(total));
  forEachRun(shape, places, places, [&](int64_t at, int64_t) {
    for (int64_t i = 0; i < shape.back(); ++i, at += places.strides.back())
      result.push_back(at);
  });
  return result;
}

void copyStrided(const Shape &shape, Elements &to, const Places &toPlaces, const Elements &from,
                 const Places &fromPlaces) {
  if (elementCount(shape) == 0)
    return;
  if (shape.empty())
    return to.copy(static_cast<size_t>(toPlaces.offset), from,
                   static_cast<size_t>(fromPlaces.offset));
  const int64_t length = shape.back();
  const int64_t toStride = toPlaces.strides.back(), fromStride = fromPlaces.strides.back();
  auto move = [&](auto &target, const auto &source, int64_t toShift, int64_t fromShift) {
    forEachRun(shape, toPlaces, fromPlaces, [&](int64_t t, int64_t f) {
      t += toShift;
      f += fromShift;
      for (int64_t i = 0; i < length; ++i, t += toStride, f += fromStride)
        target[static_cast<size_t>(t)] = source[static_cast<size_t>(f)];
    });
  };
  if (!to.isReal()) {
    move(to.low, from.low, 0, 0);
    move(to.high, from.high, 0, 0);
    return;
  }
  for (int64_t part = 0; part < (isComplex(to.type) ? 2 : 1); ++part) {
    move(to.value, from.value, part * to.count, part * from.count);
    move(to.error, from.error, part * to.count, part * from.count);
    move(to.mark, from.mark, part * to.count, part * from.count);
  }
  for (uint8_t &mark : to.mark)
    mark &= static_cast<uint8_t>(~Chosen);
}

Lines::Lines(const Shape &shape, int64_t dim) {
  const auto at = static_cast<size_t>(dim);
  Places places = allOf(shape);
  length = shape[at];
  stride = places.strides[at];
  Shape others = shape;
  others.erase(others.begin() + dim);
  places.strides.erase(places.strides.begin() + dim);
  starts = offsets(others, places);
}

} // namespace assay::oracle
