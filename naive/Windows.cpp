#include "naive/Context.h"

#include "support/Assert.h"

#include <limits>

namespace assay::naive {

/// Where element `k` of window `o` lies along a dim; padding is outside of the extent.
static int64_t placeAlong(const Windows &windows, size_t i, int64_t o, int64_t k,
                          const Context &context) {
  return o * windows.strides[i] + k * windows.dilations[i] - context.extent(windows.low[i]);
}

namespace {

/// Loops over one convolution.
struct Convolution {
  const Conv &op;
  Context &context;

  bool isFirst() const { return op.layout == ConvLayout::ChannelsFirst; }

  /// Batches, or filters for the kernel; channels; and the spatial dims, in the layout's order.
  Shape imageIndex(int64_t n, int64_t c, const Shape &spatial) const {
    Shape index = isFirst() ? Shape{n, c} : Shape{n};
    index.insert(index.end(), spatial.begin(), spatial.end());
    if (!isFirst())
      index.push_back(c);
    return index;
  }
  Shape kernelIndex(int64_t f, int64_t c, const Shape &window) const {
    Shape index = isFirst() ? Shape{f, c} : Shape{};
    index.insert(index.end(), window.begin(), window.end());
    if (!isFirst()) {
      index.push_back(c);
      index.push_back(f);
    }
    return index;
  }

  /// out[n, f, o] with everything added that a window holds, in the style's order.
  Element sum(int64_t n, int64_t f, const Shape &o, Element total) const {
    const Array &x = context.operand(0), &kernel = context.operand(1);
    const Arithmetic &arithmetic = context.arithmetic;
    Shape taps = {isFirst() ? kernel.shape[1] : kernel.shape[kernel.shape.size() - 2]};
    for (size_t i = 0; i < o.size(); ++i)
      taps.push_back(kernel.shape[isFirst() ? 2 + i : i]);
    const int64_t filters = isFirst() ? kernel.shape.front() : kernel.shape.back();
    const int64_t group = f / (filters / op.groups);
    std::vector<Term> terms;
    context.forEachTerm(taps, [&](const Shape &tap) {
      const int64_t c = tap[0];
      const Shape window(tap.begin() + 1, tap.end());
      Shape place;
      bool isInside = true;
      for (size_t i = 0; i < o.size(); ++i) {
        place.push_back(placeAlong(op.windows, i, o[i], window[i], context));
        isInside = isInside && place[i] >= 0 && place[i] < x.shape[isFirst() ? 2 + i : 1 + i];
      }
      // What knows where the padding is leaves it out; others multiply by it.
      if (!isInside && arithmetic.isBackwards())
        return;
      Element a;
      if (isInside)
        a = extended(x.element, op.result, op.isUnsigned,
                     x.at(imageIndex(n, group * taps[0] + c, place)));
      const bool byZero = op.kernelUnsigned ? *op.kernelUnsigned : op.isUnsigned;
      const Element b =
          extended(kernel.element, op.result, byZero, kernel.at(kernelIndex(f, c, window)));
      terms.push_back({a.real, b.real});
      const uint64_t product = static_cast<uint64_t>(a.integer) * static_cast<uint64_t>(b.integer);
      total.integer = wrapInteger(
          op.result, static_cast<int64_t>(static_cast<uint64_t>(total.integer) + product));
    });
    if (isFloat(op.result))
      total.real = arithmetic.sum(Arithmetic::accumulator(op.result), total.real, std::move(terms));
    return total;
  }
};

} // namespace

void apply(const Conv &op, Context &context) {
  Array &y = context.result();
  const Convolution convolution{op, context};
  forEachIndex(y.shape, [&](const Shape &index) {
    const bool isFirst = convolution.isFirst();
    const int64_t f = isFirst ? index[1] : index.back();
    const Shape o =
        isFirst ? Shape(index.begin() + 2, index.end()) : Shape(index.begin() + 1, index.end() - 1);
    Element start = context.destination ? context.destination->at(index) : Element{};
    Element total = convolution.sum(index[0], f, o, start);
    total.real = context.arithmetic.round(op.result, total.real);
    y.at(index) = total;
  });
}

/// What padding holds, and a window starts from.
static Element identity(const ReduceWindow &op) {
  const long double infinity = std::numeric_limits<long double>::infinity();
  const int64_t least = wrapInteger(op.result, int64_t(1) << (bitWidth(op.result) - 1));
  switch (op.function) {
  case ReduceKind::Sum:
    return {};
  case ReduceKind::Max:
    return {-infinity, 0, op.isUnsigned ? 0 : least};
  case ReduceKind::Min:
    return {infinity, 0, op.isUnsigned ? -1 : ~least};
  case ReduceKind::Product:
  case ReduceKind::And:
  case ReduceKind::Or:
    break;
  }
  ASSAY_ASSERT(false, "windows are summed, or their extreme is taken");
}

void apply(const ReduceWindow &op, Context &context) {
  const Array &x = context.operand(0);
  const Arithmetic &arithmetic = context.arithmetic;
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    Element total = context.destination ? context.destination->at(index) : identity(op);
    std::vector<Term> terms;
    context.forEachTerm(op.window, [&](const Shape &step) {
      Shape place;
      bool isInside = true;
      for (size_t i = 0; i < step.size(); ++i) {
        place.push_back(placeAlong(op.windows, i, index[i], step[i], context));
        isInside = isInside && place[i] >= 0 && place[i] < x.shape[i];
      }
      const Element element =
          isInside ? extended(x.element, op.result, op.isUnsigned, x.at(place)) : identity(op);
      if (op.function != ReduceKind::Sum)
        total = extreme(op.result, op.function == ReduceKind::Min, op.isUnsigned, total, element);
      else if (isFloat(op.result))
        terms.push_back({element.real});
      else
        total.integer =
            wrapInteger(op.result, static_cast<int64_t>(static_cast<uint64_t>(total.integer) +
                                                        static_cast<uint64_t>(element.integer)));
    });
    if (isFloat(op.result) && op.function == ReduceKind::Sum)
      total.real = arithmetic.sum(Arithmetic::accumulator(op.result), total.real, std::move(terms));
    total.real = arithmetic.round(op.result, total.real);
    y.at(index) = total;
  });
}

} // namespace assay::naive
