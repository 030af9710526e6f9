#include "oracle/Fold.h"
#include "oracle/Step.h"

#include <algorithm>

namespace assay::oracle {
namespace {

/// What windows over a tensor hold: its dims, those from `first` on replaced by the windows' sizes,
/// and the extents of a window behind them. Padding has no place in the tensor.
class Patches {
public:
  static constexpr int64_t padding = -1;

  Patches(const Step &step, const Windows &windows, const Shape &from, size_t first,
          const Shape &window)
      : windows(windows), from(from), first(first), shape(from) {
    for (size_t i = 0; i < windows.rank(); ++i) {
      shape[first + i] = step.extent(windows.sizes[i]);
      low.push_back(step.extent(windows.low[i]));
    }
    shape.insert(shape.end(), window.begin(), window.end());
    walk();
  }

  const Shape &extents() const { return shape; }
  /// For each element in row-major order its place in the tensor, or padding.
  std::vector<int64_t> places;

private:
  void walk() {
    const int64_t count = elementCount(shape);
    places.reserve(static_cast<size_t>(count));
    Shape index(shape.size(), 0);
    for (int64_t i = 0; i < count; ++i) {
      places.push_back(placeOf(index));
      for (size_t dim = shape.size(); dim-- > 0;) {
        if (++index[dim] < shape[dim])
          break;
        index[dim] = 0;
      }
    }
  }

  int64_t placeOf(const Shape &index) const {
    int64_t place = 0;
    for (size_t dim = 0; dim < from.size(); ++dim) {
      int64_t at = index[dim];
      if (dim >= first && dim < first + windows.rank()) {
        const size_t i = dim - first;
        at = at * windows.strides[i] + index[from.size() + i] * windows.dilations[i] - low[i];
        if (at < 0 || at >= from[dim])
          return padding;
      }
      place = place * from[dim] + at;
    }
    return place;
  }

  const Windows &windows;
  const Shape &from;
  size_t first;
  std::vector<int64_t> low;
  Shape shape;
};

/// The shape with a dim of its own for the groups that `dim` is made of, if there are several.
Shape grouped(Shape shape, size_t dim, int64_t groups) {
  if (groups == 1)
    return shape;
  shape[dim] /= groups;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(dim), groups);
  return shape;
}

/// A convolution as Conv::overPatches() says it.
class PatchProduct {
public:
  PatchProduct(const Step &step, const Conv &op)
      : step(step), product(op.overPatches()),
        patches(step, op.windows, step.operands[0]->shape, op.parts().spatial, windowOf(step, op)),
        patchShape(grouped(patches.extents(), op.parts().channel, op.groups)),
        kernelShape(grouped(step.operands[1]->shape, op.parts().filter, op.groups)),
        resultShape(grouped(step.results[0].shape, op.parts().channel, op.groups)) {}

  Elements evaluate() const {
    const Elements &x = *step.operands[0];
    Elements left(x.type, patchShape), right = *step.operands[1]; // zero where nothing is copied
    right.shape = kernelShape;
    forEachPatch([&](size_t i, int64_t place) {
      if (place != Patches::padding)
        left.copy(i, x, static_cast<size_t>(place));
    });
    return contracted(left, right, product, step.results[0].type, step.initial);
  }

  /// An infinity, a NaN or what may be one.
  static bool isSpecial(const Real &x) { return x.isOpen() || !x.isFinite(); }

  bool hasSpecialKernel() const {
    const Elements &kernel = *step.operands[1];
    for (size_t i = 0; i < kernel.stored(); ++i)
      if (isSpecial(kernel.real(i)))
        return true;
    return false;
  }

  /// How often what is special in the kernel meets the padding, by element of the result.
  Elements specialsInPadding() const {
    return counted([](int64_t place) { return place == Patches::padding; }, isSpecial);
  }

  /// How often a NaN of either operand is multiplied by an element of the other: that makes NaN of
  /// the sum, be the padding multiplied or left out.
  Elements nansBesidePadding() const {
    const Elements &x = *step.operands[0];
    Elements count = counted(
        [&](int64_t place) {
          return place != Patches::padding && x.real(static_cast<size_t>(place)).isNan();
        },
        [](const Real &) { return true; });
    const Elements ofKernel = counted([](int64_t place) { return place != Patches::padding; },
                                      [](const Real &x) { return x.isNan(); });
    for (size_t i = 0; i < count.stored(); ++i)
      count.high[i] += ofKernel.high[i];
    return count;
  }

private:
  static Shape windowOf(const Step &step, const Conv &op) {
    const Shape &kernel = step.operands[1]->shape;
    const auto begin = kernel.begin() + static_cast<std::ptrdiff_t>(op.parts().window);
    return {begin, begin + static_cast<std::ptrdiff_t>(op.windows.rank())};
  }

  /// How many of its products each element of the result has with a patch's element of such a place
  /// and such an element of the kernel.
  Elements counted(auto isPlace, auto isElement) const {
    const Elements &kernel = *step.operands[1];
    Elements left(ElementType::I64, patchShape), right(ElementType::I64, kernelShape);
    const Range one{1, 1};
    forEachPatch([&](size_t i, int64_t place) {
      if (isPlace(place))
        left.set(i, one);
    });
    for (size_t i = 0; i < kernel.stored(); ++i)
      if (isElement(kernel.real(i)))
        right.set(i, one);
    Contraction counting = product;
    counting.result = ElementType::I64;
    counting.isUnsigned = false;
    counting.rhsUnsigned.reset();
    return contracted(left, right, counting, ElementType::I64, nullptr);
  }

  void forEachPatch(auto &&visit) const {
    for (size_t i = 0; i < patches.places.size(); ++i)
      visit(i, patches.places[i]);
  }

  Elements contracted(const Elements &left, const Elements &right, const Contraction &how,
                      ElementType type, const Elements *initial) const {
    Step inner = step;
    inner.operands = {&left, &right};
    inner.initial = initial;
    inner.results = {Elements(type, resultShape)};
    evaluateOp(inner, how);
    return std::move(inner.results[0]);
  }

  const Step &step;
  const Contraction product;
  const Patches patches;
  const Shape patchShape, kernelShape, resultShape;
};

} // namespace

void evaluateOp(Step &step, const Conv &op) {
  const PatchProduct product(step, op);
  Elements made = product.evaluate();
  made.shape = step.results[0].shape;
  if (made.isReal() && op.windows.isPadded() && product.hasSpecialKernel()) {
    const Elements specials = product.specialsInPadding(), nans = product.nansBesidePadding();
    for (size_t i = 0; i < made.stored(); ++i)
      if (specials.high[i] > 0 && nans.high[i] == 0)
        made.setOpen(i);
  }
  step.results[0] = std::move(made);
}

void evaluateOp(Step &step, const ReduceWindow &op) {
  const Elements &x = *step.operands[0];
  Elements &result = step.results[0];
  const Patches patches(step, op.windows, x.shape, 0, op.window);
  const auto count = static_cast<size_t>(elementCount(op.window));
  const FoldRules rules{op.function, x.type, op.result, op.isUnsigned};
  withFold(rules, step, [&](auto fold) {
    for (size_t i = 0; i < result.stored(); ++i) {
      fold.start(step.initial, i);
      for (size_t j = i * count; j < (i + 1) * count; ++j)
        if (patches.places[j] != Patches::padding)
          fold.add(x, static_cast<size_t>(patches.places[j]));
      fold.write(result, i);
    }
  });
}

} // namespace assay::oracle
