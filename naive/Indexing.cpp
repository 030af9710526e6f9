#include "naive/Context.h"

#include "support/Assert.h"
#include "support/Random.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace assay::naive {

static bool inRange(int64_t index, int64_t extent) { return index >= 0 && index < extent; }

/// What stays at a place of `type` that held `old` when `update` arrives.
static Element updated(Combine combine, ElementType type, const Element &old, const Element &update,
                       const Arithmetic &arithmetic) {
  switch (combine) {
  case Combine::Overwrite:
    return update;
  case Combine::Add:
    if (isFloat(type))
      return {arithmetic.add(type, old.real, update.real)};
    return {0, 0,
            wrapInteger(type, static_cast<int64_t>(static_cast<uint64_t>(old.integer) +
                                                   static_cast<uint64_t>(update.integer)))};
  case Combine::Min:
  case Combine::Max:
    if (isFloat(type) && arithmetic.chosen().numberWinsInScatter &&
        std::isnan(old.real) != std::isnan(update.real))
      return std::isnan(old.real) ? update : old;
    return extreme(type, combine == Combine::Min, false, old, update);
  }
  ASSAY_ASSERT(false, "combination out of range");
}

/// A read at `index` of `extent` places: in range, or clamped if the contract says so.
static int64_t readIndex(int64_t index, int64_t extent, Context &context) {
  if (inRange(index, extent))
    return index;
  if (extent == 0 || !context.testCase.has(Contract::ClampedGather))
    context.undefinedBecause("an index out of range");
  return std::clamp<int64_t>(index, 0, std::max<int64_t>(extent - 1, 0));
}

/// Whether `place` lies in `base`; if not, the update is skipped under its contract, else
/// undefined.
static bool mayWrite(const Shape &place, const Array &base, Context &context) {
  for (size_t i = 0; i < place.size(); ++i)
    if (!inRange(place[i], base.shape[i])) {
      if (!context.testCase.has(Contract::SkippedScatter))
        context.undefinedBecause("an index out of range");
      return false;
    }
  return true;
}

/// Where a scatter has written; one that is declared unique does so once.
class Written {
public:
  Written(bool isUnique, Context &context) : isUnique(isUnique), context(context) {}
  void add(const Shape &place) {
    if (isUnique && !places.insert(place).second)
      context.undefinedBecause("two updates of a unique scatter meet");
  }

private:
  bool isUnique;
  Context &context;
  std::set<Shape> places;
};

/// Calls visit(index) for each index into `shape`, in the order in which updates are chosen to
/// come.
static void forEachUpdate(const Shape &shape, const Context &context,
                          const std::function<void(const Shape &)> &visit) {
  std::vector<Shape> order;
  forEachIndex(shape, [&](const Shape &index) { order.push_back(index); });
  if (const uint64_t seed = context.arithmetic.chosen().updates; seed == Choices::lastFirst)
    std::ranges::reverse(order);
  else if (seed != 0)
    Random(seed).shuffle(order);
  std::ranges::for_each(order, visit);
}

/// Where the update of that index goes.
static Shape placeOf(const Scatter &op, const Array &indices, const Shape &index) {
  return withExtent(index, op.dim, indices.at(index).integer);
}

/// The `depth` indices that belong to element `index` of a result or updates [B..., S...], and then
/// its place in the window. `batch` is the number of dims B.
static Shape windowPlace(const Array &indices, const Shape &index, size_t batch, int64_t depth) {
  Shape place, row(index.begin(), index.begin() + static_cast<std::ptrdiff_t>(batch));
  for (int64_t i = 0; i < depth; ++i) {
    Shape at = row;
    at.push_back(i);
    place.push_back(indices.at(at).integer);
  }
  place.insert(place.end(), index.begin() + static_cast<std::ptrdiff_t>(batch), index.end());
  return place;
}

static Shape placeOf(const ScatterNd &op, const Array &indices, const Shape &index) {
  return windowPlace(indices, index, indices.shape.size() - 1, op.depth);
}

/// Writes base, and each update where it goes.
template <class AnyScatter> static void scatter(const AnyScatter &op, Context &context) {
  const Array &base = context.operand(0), &indices = context.operand(1),
              &updates = context.operand(2);
  Array &y = context.result();
  y.elements = base.elements;
  Written written(op.unique, context);
  forEachUpdate(updates.shape, context, [&](const Shape &index) {
    const Shape place = placeOf(op, indices, index);
    if (!mayWrite(place, base, context))
      return;
    written.add(place);
    y.at(place) =
        updated(op.combine, y.element, y.at(place), updates.at(index), context.arithmetic);
  });
}

void apply(const Scatter &op, Context &context) { scatter(op, context); }

template <class AnyScatter>
static void forEachWrite(const AnyScatter &op, const std::vector<const Array *> &operands,
                         const std::function<void(const Shape &, const Element &)> &visit) {
  const Array &base = *operands[0], &indices = *operands[1], &updates = *operands[2];
  forEachIndex(updates.shape, [&](const Shape &index) {
    const Shape place = placeOf(op, indices, index);
    if (std::ranges::equal(place, base.shape, inRange))
      visit(place, updates.at(index));
  });
}

void forEachWrite(const Op &op, const std::vector<const Array *> &operands,
                  const std::function<void(const Shape &, const Element &)> &visit) {
  if (const auto *scatter = std::get_if<Scatter>(&op))
    forEachWrite(*scatter, operands, visit);
  else
    forEachWrite(std::get<ScatterNd>(op), operands, visit);
}

void apply(const Gather &op, Context &context) {
  const Array &x = context.operand(0), &indices = context.operand(1);
  Array &y = context.result();
  forEachIndex(indices.shape, [&](const Shape &index) {
    int64_t from = readIndex(indices.at(index).integer, x.extent(op.dim), context);
    if (context.undefined.empty())
      y.at(index) = x.at(withExtent(index, op.dim, from));
  });
}

void apply(const ScatterNd &op, Context &context) { scatter(op, context); }

void apply(const GatherNd &op, Context &context) {
  const Array &x = context.operand(0), &indices = context.operand(1);
  Array &y = context.result();
  forEachIndex(y.shape, [&](const Shape &index) {
    Shape place = windowPlace(indices, index, indices.shape.size() - 1, op.depth);
    for (int64_t i = 0; i < op.depth; ++i)
      place[static_cast<size_t>(i)] =
          readIndex(place[static_cast<size_t>(i)], x.extent(i), context);
    if (context.undefined.empty())
      y.at(index) = x.at(place);
  });
}

void apply(const OneHot &op, Context &context) {
  const Array &indices = context.operand(0);
  Array &y = context.result();
  const int64_t depth = context.extent(op.depth);
  for (const Element &index : indices.elements)
    if (!inRange(index.integer, depth))
      context.undefinedBecause("an index out of range");
  forEachIndex(y.shape, [&](const Shape &index) {
    int64_t place = index[static_cast<size_t>(op.dim)];
    bool isOn = indices.at(without(index, op.dim)).integer == place;
    double value = isOn ? op.on : op.off;
    if (isFloat(op.element) || isComplex(op.element))
      y.at(index).real = value;
    else
      y.at(index).integer = static_cast<int64_t>(value);
  });
}

} // namespace assay::naive
