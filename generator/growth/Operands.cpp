#include "generator/growth/Operands.h"

namespace assay {

bool meets(const GrownValue &value, const Need &need) {
  if ((need.finite && (!value.facts.finite() || value.facts.nan)) ||
      (need.settled && (value.facts.open || value.facts.nan)))
    return false;
  return !need.range || (!value.facts.nan && value.facts.range().within(*need.range));
}

Handle operand(Growth &growth, const Need &need) {
  const auto fits = [&](const GrownValue &value) {
    return need.element(value.type.element) && value.type.rank() >= need.minRank &&
           value.type.rank() <= need.maxRank && meets(value, need);
  };
  if (const auto offered = growth.takeOffered();
      offered && fits(growth.value(*offered)) &&
      std::ranges::find(need.apart, *offered) == need.apart.end())
    return *offered;
  const bool fromProgram = !growth.random.chance(growth.profile.argumentPercent);
  const ElementType element = growth.drawElement(need.element);
  if (fromProgram || growth.values().size() > 60) {
    if (auto found = growth.pick(
            [&](const GrownValue &value) { return value.type.element == element && fits(value); },
            need.apart))
      return *found;
    if (growth.random.chance(50))
      if (auto found = growth.pick(fits, need.apart))
        return *found;
  }
  TensorType type{element, {}};
  type.dims = growth.drawDims(growth.drawRank(need.minRank, need.maxRank));
  return growth.argument(type, need.range ? InputWish::within(*need.range) : InputWish());
}

std::optional<Handle> longLines(Growth &growth, const std::function<bool(ElementType)> &element,
                                const InputWish &wish) {
  Random &random = growth.random;
  const Dim rows = random.pick(std::array{1, 2, 3, 5, 8, 16, 17, 33});
  Bounds length;
  length.fill(random.pick(std::array{33, 65, 129, 256, 257, 512, 513, 600, 1024, 1025}));
  const int symbols = growth.extents.symbols();
  const bool isSymbol = random.chance(60) && !growth.extents.full();
  const Dim elements = isSymbol ? growth.extents.between(length, length) : Dim(length[0]);
  const TensorType type{growth.drawElement(element), {rows, elements}};
  if (growth.makeRoom(type))
    return growth.argument(type, wish);
  growth.extents.rollBack(symbols);
  return std::nullopt;
}

bool drawsTwins(Growth &growth) { return growth.random.chance(growth.profile.twinPercent); }

Handle countedOperand(Growth &growth, const Need &need) {
  Random &random = growth.random;
  if (!random.chance(32) || growth.extents.full())
    return operand(growth, need);
  const bool isHuge = random.chance(55);
  const int symbols = growth.extents.symbols();
  Bounds least, most;
  least.fill(isHuge ? 32'769 : 129);
  most.fill(isHuge ? 33'200 : 400);
  TensorType type{growth.drawElement(need.element), {growth.extents.between(least, most)}};
  if (!isHuge && need.maxRank > 1 && random.chance(50))
    type.dims.insert(type.dims.begin() + static_cast<std::ptrdiff_t>(random.below(2)),
                     Dim(random.between(1, 3)));
  // As much as half of what is left, which elementLimit() is a quarter of.
  Dim elements = 1;
  for (const Dim &dim : type.dims)
    elements = elements * dim;
  if (growth.extents.greatest(elements) > 2 * growth.elementLimit()) {
    growth.extents.rollBack(symbols);
    return operand(growth, need);
  }
  if (need.range)
    return growth.argument(type, InputWish::within(*need.range));
  // Among many elements of few values, what is first or greatest is never far from the start.
  const bool isLongLast = growth.extents.least(type.dims.back()) > 128;
  const bool isRamp = isNumber(type.element) && isLongLast && random.chance(isHuge ? 60 : 45);
  return growth.argument(type, isRamp ? InputWish::ramp() : InputWish());
}

namespace {

/// Makes a value of one type out of others by a single op.
class Adapter {
public:
  Adapter(Growth &growth, const TensorType &type) : growth(growth), wanted(type) {}

  std::optional<Handle> adapt() {
    auto source =
        growth.pick([&](const GrownValue &value) { return match(value.type) != Way::None; });
    if (!source)
      return std::nullopt;
    const TensorType &type = growth.type(*source);
    switch (match(type)) {
    case Way::Cast:
      return cast(*source);
    case Way::Transpose:
      return growth.add(Transpose{permutationFrom(type)}, {*source});
    case Way::Broadcast:
      return growth.add(Broadcast{wanted.dims, addedTo(type)}, {*source});
    case Way::Slice:
      return slice(*source);
    case Way::None:
      break;
    }
    return std::nullopt;
  }

private:
  enum class Way : uint8_t { None, Cast, Transpose, Broadcast, Slice };

  Way match(const TensorType &type) const {
    if (type.element != wanted.element)
      return type.dims == wanted.dims && !isComplex(type.element) && !isComplex(wanted.element)
                 ? Way::Cast
                 : Way::None;
    if (type.dims == wanted.dims)
      return Way::None;
    if (type.dims.size() == wanted.dims.size()) {
      if (!permutationFrom(type).empty())
        return Way::Transpose;
      for (size_t i = 0; i < type.dims.size(); ++i)
        if (!growth.extents.holds(type.dims[i] - wanted.dims[i]))
          return Way::None;
      return Way::Slice;
    }
    if (type.dims.size() < wanted.dims.size() &&
        addedTo(type).size() == wanted.dims.size() - type.dims.size())
      return Way::Broadcast;
    return Way::None;
  }

  /// Empty if `type` is no permutation of what is wanted.
  std::vector<int64_t> permutationFrom(const TensorType &type) const {
    std::vector<int64_t> permutation;
    std::vector<bool> used(type.dims.size(), false);
    for (const Dim &dim : wanted.dims)
      for (size_t i = 0; i < type.dims.size(); ++i)
        if (!used[i] && type.dims[i] == dim) {
          used[i] = true;
          permutation.push_back(static_cast<int64_t>(i));
          break;
        }
    if (permutation.size() != type.dims.size())
      permutation.clear();
    return permutation;
  }

  /// The dims that are not the operand's, matched in order from the left.
  std::vector<int64_t> addedTo(const TensorType &type) const {
    std::vector<int64_t> added;
    size_t next = 0;
    for (size_t i = 0; i < wanted.dims.size(); ++i) {
      if (next < type.dims.size() && type.dims[next] == wanted.dims[i])
        ++next;
      else
        added.push_back(static_cast<int64_t>(i));
    }
    return added;
  }

  std::optional<Handle> cast(Handle source) {
    const Facts &facts = growth.facts(source);
    const ElementType from = growth.type(source).element;
    const bool toInteger = isFloat(from) && (isInteger(wanted.element));
    if (facts.nan || !facts.finite())
      return std::nullopt;
    if (toInteger && !facts.range().within(valuesOf(wanted.element)))
      return std::nullopt;
    Cast op;
    op.to = wanted.element;
    op.isUnsigned = isInteger(from) && isInteger(wanted.element) && growth.random.chance(25);
    return growth.add(op, {source});
  }

  std::optional<Handle> slice(Handle source) {
    const std::vector<Dim> &dims = growth.type(source).dims;
    ExtractSlice op;
    op.sizes = wanted.dims;
    op.strides.assign(dims.size(), 1);
    for (size_t i = 0; i < dims.size(); ++i) {
      // The far end now and then, which has an offset that must be computed.
      const bool atEnd = dims[i] != wanted.dims[i] && growth.random.chance(30);
      op.offsets.push_back(atEnd ? dims[i] - wanted.dims[i] : Dim(0));
    }
    return growth.add(op, {source});
  }

  Growth &growth;
  const TensorType &wanted;
};

} // namespace

Handle operandOf(Growth &growth, TensorType type, const Need &need) {
  Random &random = growth.random;
  if (!random.chance(growth.profile.argumentPercent)) {
    if (auto found = growth.pick(
            [&](const GrownValue &value) { return value.type == type && meets(value, need); },
            need.apart))
      return *found;
    if (random.chance(55))
      if (auto made = Adapter(growth, type).adapt(); made && meets(growth.value(*made), need))
        return *made;
  }
  if (random.chance(isComplex(type.element) ? 30 : 4) && !need.range)
    if (auto made =
            growth.fill(type, static_cast<double>(random.between(0, isBool(type.element) ? 1 : 3))))
      return *made;
  if (random.chance(4) && !need.range && type.rank() > 0 && isNumber(type.element))
    if (auto made = growth.add(
            Iota{type.dims, static_cast<int64_t>(random.below(type.dims.size())), type.element},
            {}))
      return *made;
  return growth.argument(type, need.range ? InputWish::within(*need.range) : InputWish());
}

std::optional<Handle> clamped(Growth &growth, Handle value, Interval range) {
  const TensorType type = growth.type(value);
  if (growth.facts(value).range().within(range))
    return value;
  std::optional<Handle> result = value;
  if (!(growth.facts(value).range().low >= range.low)) {
    auto low = growth.fill(type, range.low);
    result = low ? growth.add(Binary{BinaryKind::Max, false}, {value, *low}) : std::nullopt;
  }
  if (result && !(growth.facts(*result).range().high <= range.high)) {
    auto high = growth.fill(type, range.high);
    result = high ? growth.add(Binary{BinaryKind::Min, false}, {*result, *high}) : std::nullopt;
  }
  return result;
}

ElementType drawIndexType(Growth &growth) {
  static constexpr std::array types = {ElementType::I64, ElementType::I32, ElementType::I16,
                                       ElementType::I8};
  const double weights[] = {36, 34, 16, 14};
  return types[pickWeighted(growth.random, weights)];
}

Handle distinctOperand(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(55))
    if (auto found = growth.pick([](const GrownValue &value) {
          return isNumber(value.type.element) && value.type.rank() > 0 &&
                 value.facts.distinctAxis >= 0 && !value.facts.open;
        }))
      return *found;
  TensorType type{growth.drawElement(isNumber), growth.drawDims(growth.drawRank(1, 4))};
  return growth.argument(type,
                         InputWish::distinct(static_cast<int64_t>(random.below(type.dims.size()))));
}

std::optional<Handle> distinctIndices(Growth &growth, TensorType type, const Dim &bound,
                                      int64_t axis) {
  const Bounds bounds = growth.extents.values(bound);
  const Bounds lengths = growth.extents.values(type.dims[static_cast<size_t>(axis)]);
  std::array<Interval, maxRuns> ranges;
  for (size_t run = 0; run < maxRuns; ++run) {
    ranges[run] = {0, static_cast<double>(bounds[run] - 1)};
    if (lengths[run] > bounds[run] || bounds[run] - 1 > maxInteger(type.element))
      return std::nullopt;
  }
  Random &random = growth.random;
  if (random.chance(50)) {
    auto found = growth.pick([&](const GrownValue &value) {
      bool fits = value.type == type && value.facts.distinctAxis == axis && !value.facts.open;
      for (size_t run = 0; fits && run < maxRuns; ++run)
        fits = value.facts.ranges[run].within(ranges[run]);
      return fits;
    });
    if (found)
      return found;
  }
  if (random.chance(25)) {
    // The places in order, or backwards: computed, and known to be distinct.
    auto places = growth.add(Iota{type.dims, axis, type.element}, {});
    if (places)
      return places;
  }
  return growth.argument(type, InputWish::distinctIn(axis, ranges));
}

std::optional<Handle> indices(Growth &growth, TensorType type, const Dim &bound) {
  const Bounds bounds = growth.extents.values(bound);
  std::array<Interval, maxRuns> ranges;
  bool fitsType = true;
  for (size_t run = 0; run < maxRuns; ++run) {
    ranges[run] = {0, static_cast<double>(bounds[run] - 1)};
    fitsType = fitsType && bounds[run] - 1 <= maxInteger(type.element);
  }
  if (!fitsType)
    return std::nullopt;
  for (size_t run = 0; run < growth.extents.runs(); ++run)
    if (bounds[run] == 0 && elementCount(type.shape(growth.extents.bindingsByRun()[run])) > 0)
      return std::nullopt;
  auto inRange = [&](const Facts &facts) {
    for (size_t run = 0; run < maxRuns; ++run)
      if (!facts.ranges[run].within(ranges[run]) && bounds[run] > 0)
        return false;
    return true;
  };
  Random &random = growth.random;
  if (random.chance(60))
    if (auto found = growth.pick(
            [&](const GrownValue &value) { return value.type == type && inRange(value.facts); }))
      return found;
  const int64_t least = growth.extents.least(bound);
  if (least > 0 && least - 1 <= maxInteger(type.element) && random.chance(30)) {
    // Computed somewhere, and then kept in range by the program itself.
    auto computed = growth.pick([&](const GrownValue &value) {
      return value.type == type && value.node >= 0 && !value.facts.open;
    });
    if (computed)
      if (auto guarded = clamped(growth, *computed, {0, static_cast<double>(least - 1)}))
        return guarded;
  }
  if (random.chance(18) && type.rank() > 0)
    for (size_t dim = 0; dim < type.dims.size(); ++dim)
      if (growth.extents.holds(bound - type.dims[dim]))
        return growth.add(Iota{type.dims, static_cast<int64_t>(dim), type.element}, {});
  return growth.argument(type, InputWish::within(ranges));
}

} // namespace assay
