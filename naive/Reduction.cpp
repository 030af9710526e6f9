#include "naive/Context.h"

#include "support/Assert.h"
#include "support/Random.h"

#include <cmath>
#include <limits>

namespace assay::naive {

/// What leaves the other operand unchanged.
static Element identity(ReduceKind function, ElementType type, bool isUnsigned) {
  const long double infinity = std::numeric_limits<long double>::infinity();
  const int64_t least = wrapInteger(type, int64_t(1) << (bitWidth(type) - 1));
  switch (function) {
  case ReduceKind::Sum:
  case ReduceKind::Or:
    return {};
  case ReduceKind::Product:
    return {1, 0, 1};
  case ReduceKind::Max:
    return {-infinity, 0, isUnsigned ? 0 : least};
  case ReduceKind::Min:
    return {infinity, 0, isUnsigned ? -1 : ~least};
  case ReduceKind::And:
    return {0, 0, isBool(type) ? 1 : -1};
  }
  ASSAY_ASSERT(false, "reduction out of range");
}

/// `a` combined with `b`, both of `type`.
static Element combined(ReduceKind function, ElementType type, bool isUnsigned, const Element &a,
                        const Element &b, const Arithmetic &arithmetic) {
  const ElementType accumulator = Arithmetic::accumulator(type);
  const auto ua = static_cast<uint64_t>(a.integer), ub = static_cast<uint64_t>(b.integer);
  switch (function) {
  case ReduceKind::Sum:
    if (isFloat(type))
      return {arithmetic.add(accumulator, a.real, b.real)};
    return {0, 0, wrapInteger(type, static_cast<int64_t>(ua + ub))};
  case ReduceKind::Product:
    if (isFloat(type))
      return {arithmetic.multiply(accumulator, a.real, b.real)};
    return {0, 0, wrapInteger(type, static_cast<int64_t>(ua * ub))};
  case ReduceKind::Max:
  case ReduceKind::Min:
    return extreme(type, function == ReduceKind::Min, isUnsigned, a, b);
  case ReduceKind::And:
    return {0, 0, a.integer & b.integer};
  case ReduceKind::Or:
    return {0, 0, a.integer | b.integer};
  }
  ASSAY_ASSERT(false, "reduction out of range");
}

/// start and all of these numbers, summed or multiplied in the style's order.
static long double folded(ReduceKind function, ElementType type, long double start,
                          const std::vector<long double> &numbers, const Arithmetic &arithmetic) {
  const ElementType accumulator = Arithmetic::accumulator(type);
  if (function == ReduceKind::Product)
    return arithmetic.product(accumulator, start, numbers);
  std::vector<Term> terms;
  for (long double number : numbers)
    terms.push_back({number});
  return arithmetic.sum(accumulator, start, std::move(terms));
}

static bool hasOrder(ReduceKind function, ElementType type) {
  return isFloat(type) && (function == ReduceKind::Sum || function == ReduceKind::Product);
}

void apply(const Reduce &op, Context &context) {
  const Array &x = context.operand(0);
  const Arithmetic &arithmetic = context.arithmetic;
  Array &y = context.result();
  for (size_t i = 0; i < y.elements.size(); ++i)
    y.elements[i] = context.destination ? context.destination->elements[i]
                                        : identity(op.function, op.result, op.isUnsigned);
  std::vector<std::vector<long double>> numbers(y.elements.size());
  const Element *first = y.elements.data();
  context.forEachTerm(x.shape, [&](const Shape &from) {
    Shape to = from;
    for (size_t i = op.dims.size(); i > 0; --i)
      to = without(to, op.dims[i - 1]);
    Element element = extended(x.element, op.result, op.isUnsigned, x.at(from));
    Element &total = y.at(to);
    if (hasOrder(op.function, op.result))
      numbers[static_cast<size_t>(&total - first)].push_back(element.real);
    else
      total = combined(op.function, op.result, op.isUnsigned, total, element, arithmetic);
  });
  for (size_t i = 0; i < y.elements.size(); ++i) {
    long double &real = y.elements[i].real;
    if (hasOrder(op.function, op.result))
      real = folded(op.function, op.result, real, numbers[i], arithmetic);
    real = arithmetic.round(op.result, real);
  }
}

/// Whether an element of the line along `dim` is NaN.
static bool hasNan(const Array &x, const Shape &line, int64_t dim) {
  for (int64_t i = 0; i < x.extent(dim); ++i)
    if (std::isnan(x.at(inserted(line, dim, i)).real))
      return true;
  return false;
}

void apply(const ArgReduce &op, Context &context) {
  const Array &x = context.operand(0);
  Array &value = context.result(0), &place = context.result(1);
  const Choices &chosen = context.arithmetic.chosen();
  const bool takesLast = chosen.lastOfEqualsInArgReduce && !op.firstIndex;
  const uint64_t nanSeed = context.testCase.has(Contract::NanOrder) ? 0 : chosen.nanKeys;
  forEachIndex(value.shape, [&](const Shape &line) {
    int64_t best = 0;
    for (int64_t i = 1; i < x.extent(op.dim); ++i) {
      const Element &candidate = x.at(inserted(line, op.dim, i));
      const Element &leader = x.at(inserted(line, op.dim, best));
      const Element &better = op.minimum ? candidate : leader,
                    &worse = op.minimum ? leader : candidate;
      if (less(x.element, better, worse) || (takesLast && !less(x.element, worse, better)))
        best = i;
    }
    place.at(line).integer = best;
    // Not even a place of the line: it may have one element.
    if (nanSeed != 0 && isFloat(x.element) && hasNan(x, line, op.dim)) {
      best = Random(nanSeed).between(0, x.extent(op.dim) - 1);
      place.at(line).integer = best + static_cast<int64_t>(nanSeed % 2);
    }
    value.at(line) = x.at(inserted(line, op.dim, best));
  });
}

void apply(const Scan &op, Context &context) {
  const Array &x = context.operand(0);
  Array &y = context.result();
  const int64_t count = x.extent(op.dim);
  forEachIndex(without(x.shape, op.dim), [&](const Shape &line) {
    Element running = context.destination ? context.destination->at(line)
                                          : identity(op.function, op.result, false);
    const Element start = running;
    std::vector<long double> numbers;
    for (int64_t step = 0; step < count; ++step) {
      Shape index = inserted(line, op.dim, op.reverse ? count - 1 - step : step);
      Element before = running;
      Element element = extended(x.element, op.result, false, x.at(index));
      running = combined(op.function, op.result, false, running, element, context.arithmetic);
      y.at(index) = op.inclusive ? running : before;
      // Each place as a sum of its own: scans need not run along.
      if (hasOrder(op.function, op.result) && context.arithmetic.style() != Style::Backwards) {
        if (op.inclusive)
          numbers.push_back(element.real);
        y.at(index).real = folded(op.function, op.result, start.real, numbers, context.arithmetic);
        if (!op.inclusive)
          numbers.push_back(element.real);
      }
      y.at(index).real = context.arithmetic.round(op.result, y.at(index).real);
    }
  });
}

} // namespace assay::naive
