#include "generator/growth/Operands.h"
#include "generator/ops/Draw.h"

namespace assay {

namespace {

Combine drawCombine(Random &random, ElementType element) {
  if (!isNumber(element))
    return Combine::Overwrite;
  return random.pick(std::array{Combine::Overwrite, Combine::Overwrite, Combine::Add, Combine::Add,
                                Combine::Min, Combine::Max});
}

/// base combined with up to `meetings` updates at one place.
ResultFacts combined(const Application &application, Combine combine, bool unique,
                     const std::array<double, maxRuns> &meetings) {
  const Facts &base = application.facts(0), &updates = application.facts(2);
  Facts facts = base.merged(updates);
  facts.open = facts.open || application.facts(1).open;
  if (combine == Combine::Overwrite) {
    facts.open = facts.open || !unique;
    return std::vector{facts};
  }
  if (base.nan || updates.nan)
    return std::nullopt;
  if (combine != Combine::Add)
    return std::vector{facts};
  double most = 1;
  for (size_t run = 0; run < maxRuns; ++run) {
    const double count = unique ? 1 : meetings[run];
    const double reach = count * updates.ranges[run].magnitude();
    facts.ranges[run] = base.ranges[run] + Interval{-reach, reach};
    most = std::max(most, count);
  }
  const ElementType element = application.type(0).element;
  facts.noise = base.noise + most * updates.noise;
  if (isFloat(element) && !facts.integral)
    facts.noise += most * unitRoundoff(element) * facts.scale;
  return std::vector{facts};
}

/// No updates that overwrite one another unless the order of equal ones is left open.
ElementType otherIndexType(Growth &growth, ElementType other) {
  return growth.random.chance(30) && isInteger(other) ? other : drawIndexType(growth);
}

/// Index tuples [B..., depth] into `from`, each below the extent it indexes.
std::optional<Handle> tuples(Growth &growth, const TensorType &from, int64_t depth,
                             const std::vector<Dim> &batch, bool unique) {
  Extents &extents = growth.extents;
  TensorType type{drawIndexType(growth), batch};
  type.dims.push_back(depth);
  std::vector<Dim> bounds(from.dims.begin(), from.dims.begin() + depth);
  for (size_t run = 0; run < extents.runs(); ++run) {
    int64_t rows = 1, places = 1;
    for (const Dim &dim : batch)
      rows *= extents.value(dim, run);
    for (const Dim &dim : bounds) {
      places *= extents.value(dim, run);
      if (extents.value(dim, run) - 1 > maxInteger(type.element))
        return std::nullopt;
    }
    if ((places == 0 && rows > 0) || (unique && rows > places))
      return std::nullopt;
  }
  if (unique)
    return growth.argument(type, InputWish::uniqueRows(bounds));
  // One range covers all columns: that of the smallest extent.
  const Dim *smallest = &bounds[0];
  for (const Dim &dim : bounds)
    if (extents.holds(*smallest - dim))
      smallest = &dim;
    else if (!extents.holds(dim - *smallest))
      return std::nullopt;
  return indices(growth, type, *smallest);
}

bool isInBounds(const Application &application, size_t operand, const Dim &bound) {
  for (size_t run = 0; run < application.growth.extents.runs(); ++run) {
    const auto &bindings = application.growth.extents.bindingsByRun()[run];
    if (elementCount(application.type(operand).shape(bindings)) == 0)
      continue;
    Interval legal{0, static_cast<double>(bound.evaluate(bindings) - 1)};
    if (!application.facts(operand).ranges[run].within(legal))
      return false;
  }
  return true;
}

std::array<double, maxRuns> extentsOf(const Application &application, std::span<const Dim> dims) {
  std::array<double, maxRuns> counts;
  for (size_t run = 0; run < maxRuns; ++run) {
    counts[run] = 1;
    for (const Dim &dim : dims)
      counts[run] *= static_cast<double>(application.extent(dim, run));
  }
  return counts;
}

/// Tuples of unique rows come with one range for all columns; they are in bounds by their recipe.
bool tuplesInBounds(const Application &application, int64_t depth, bool unique) {
  for (int64_t i = 0; i < depth && !unique; ++i)
    if (!isInBounds(application, 1, application.type(0).dims[static_cast<size_t>(i)]))
      return false;
  return true;
}

/// Dims of indices into a value along `dim`: no larger than its others, any number along it.
std::vector<Dim> indexDims(Growth &growth, const std::vector<Dim> &dims, size_t dim) {
  Random &random = growth.random;
  std::vector<Dim> result = dims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i == dim) {
      std::vector<Dim> others = result;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      if (random.chance(75))
        result[i] = growth.drawDim(others);
    } else if (random.chance(15)) {
      int64_t least = growth.extents.least(dims[i]);
      result[i] = random.between(std::min<int64_t>(1, least), least);
    }
  }
  return result;
}

} // namespace

ResultFacts factsOf(const Scatter &op, const Application &application) {
  const auto dim = static_cast<size_t>(op.dim);
  if (!isInBounds(application, 1, application.type(0).dims[dim]))
    return std::nullopt;
  return combined(application, op.combine, op.unique,
                  extentsOf(application, {&application.type(1).dims[dim], 1}));
}

ResultFacts factsOf(const ScatterNd &op, const Application &application) {
  if (!tuplesInBounds(application, op.depth, op.unique))
    return std::nullopt;
  const std::vector<Dim> &dims = application.type(1).dims;
  return combined(application, op.combine, op.unique,
                  extentsOf(application, std::span(dims).first(dims.size() - 1)));
}

ResultFacts factsOf(const Gather &op, const Application &application) {
  if (!isInBounds(application, 1, application.type(0).dims[static_cast<size_t>(op.dim)]))
    return std::nullopt;
  Facts facts = application.facts(0);
  facts.distinctAxis = -1;
  return std::vector{facts};
}

ResultFacts factsOf(const GatherNd &op, const Application &application) {
  if (!tuplesInBounds(application, op.depth, false))
    return std::nullopt;
  Facts facts = application.facts(0);
  facts.distinctAxis = -1;
  return std::vector{facts};
}

ResultFacts factsOf(const OneHot &op, const Application &application) {
  if (!isInBounds(application, 0, op.depth))
    return std::nullopt;
  Interval range{std::min(op.on, op.off), std::max(op.on, op.off)};
  Facts facts = Facts::of(range, op.on == std::floor(op.on) && op.off == std::floor(op.off));
  facts.scale = std::max(facts.scale, 0.25);
  return std::vector{facts};
}

const double weightOfScatter = 3;
bool drawScatter(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = 1;
  Handle base = countedOperand(growth, need);
  const TensorType type = growth.type(base);
  const size_t dim = random.below(type.dims.size());
  Scatter op;
  op.dim = static_cast<int64_t>(dim);
  op.combine = drawCombine(random, type.element);
  op.unique = op.combine == Combine::Overwrite ? random.chance(75) : random.chance(30);
  const bool twins = drawsTwins(growth);
  TensorType indexType{otherIndexType(growth, type.element),
                       twins ? type.dims : indexDims(growth, type.dims, dim)};
  std::optional<Handle> index;
  if (op.unique) {
    // Distinct along the dim: no two updates of a line meet.
    if (!growth.extents.holds(type.dims[dim] - indexType.dims[dim]))
      indexType.dims[dim] = type.dims[dim];
    index = distinctIndices(growth, indexType, type.dims[dim], op.dim);
  } else {
    index = indices(growth, indexType, type.dims[dim]);
  }
  if (!index)
    return false;
  need.apart = {base, *index};
  Handle updates = twins ? base : operandOf(growth, {type.element, indexType.dims}, need);
  return growth.add(op, {base, *index, updates}).has_value();
}

const double weightOfScatterNd = 3;
bool drawScatterNd(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = 1;
  Handle base = countedOperand(growth, need);
  const TensorType type = growth.type(base);
  ScatterNd op;
  op.depth = random.chance(55) ? 1 : random.between(1, type.rank());
  op.combine = drawCombine(random, type.element);
  op.unique = op.combine == Combine::Overwrite ? random.chance(75) : random.chance(30);
  const bool twins = drawsTwins(growth);
  std::vector<Dim> window(type.dims.begin() + op.depth, type.dims.end()), batch;
  if (twins)
    batch.assign(type.dims.begin(), type.dims.begin() + op.depth);
  for (int64_t i = twins || random.chance(8) ? 0 : random.between(1, 2); i > 0; --i) {
    std::vector<Dim> all = window;
    all.insert(all.end(), batch.begin(), batch.end());
    batch.push_back(op.unique && batch.empty() && random.chance(60) ? type.dims[0]
                                                                    : growth.drawDim(all));
  }
  auto index = tuples(growth, type, op.depth, batch, op.unique);
  if (!index)
    return false;
  TensorType updates{type.element, batch};
  updates.dims.insert(updates.dims.end(), window.begin(), window.end());
  if (!growth.affordable(updates))
    return false;
  need.apart = {base, *index};
  return growth.add(op, {base, *index, twins ? base : operandOf(growth, updates, need)})
      .has_value();
}

/// A table of places in itself, as in pointer jumping: what it says is below its extent along
/// `dim`.
static std::optional<Handle> placesInItself(Growth &growth, std::vector<Dim> dims, size_t dim) {
  const Dim bound = dims[dim];
  return indices(growth, {drawIndexType(growth), std::move(dims)}, bound);
}

const double weightOfGather = 3;
bool drawGather(Growth &growth) {
  if (drawsTwins(growth)) {
    std::vector<Dim> dims = growth.drawDims(growth.drawRank(1, 4));
    const size_t dim = growth.random.below(dims.size());
    auto x = placesInItself(growth, std::move(dims), dim);
    return x && growth.add(Gather{static_cast<int64_t>(dim)}, {*x, *x}).has_value();
  }
  Need need;
  need.minRank = 1;
  Handle x = countedOperand(growth, need);
  const TensorType type = growth.type(x);
  const size_t dim = growth.random.below(type.dims.size());
  TensorType indexType{otherIndexType(growth, type.element), indexDims(growth, type.dims, dim)};
  auto index = indices(growth, indexType, type.dims[dim]);
  return index && growth.add(Gather{static_cast<int64_t>(dim)}, {x, *index}).has_value();
}

const double weightOfGatherNd = 3;
bool drawGatherNd(Growth &growth) {
  Random &random = growth.random;
  if (drawsTwins(growth)) {
    std::vector<Dim> dims = growth.drawDims(random.between(1, 2));
    dims.push_back(1);
    auto x = placesInItself(growth, std::move(dims), 0);
    return x && growth.add(GatherNd{1}, {*x, *x}).has_value();
  }
  Need need;
  need.minRank = 1;
  Handle x = countedOperand(growth, need);
  const TensorType type = growth.type(x);
  GatherNd op;
  op.depth = random.chance(55) ? 1 : random.between(1, type.rank());
  std::vector<Dim> all(type.dims.begin() + op.depth, type.dims.end()), batch;
  for (int64_t i = random.chance(8) ? 0 : random.between(1, 2); i > 0; --i) {
    batch.push_back(growth.drawDim(all));
    all.push_back(batch.back());
  }
  auto index = tuples(growth, type, op.depth, batch, false);
  return index && growth.add(op, {x, *index}).has_value();
}

/// An extent with positions that 8 bits do not hold.
static Dim manyPlaces(Growth &growth) {
  Bounds least, most;
  least.fill(129);
  most.fill(300);
  return growth.extents.full() ? Dim(200) : growth.extents.between(least, most);
}

const double weightOfOneHot = 3;
bool drawOneHot(Growth &growth) {
  Random &random = growth.random;
  auto found = growth.pick([](const GrownValue &value) {
    return isInteger(value.type.element) && value.type.rank() <= 4 && !value.facts.open;
  });
  TensorType type{drawIndexType(growth), {}};
  if (found && random.chance(60))
    type = growth.type(*found);
  else
    type.dims = growth.drawDims(growth.drawRank(0, 3));
  OneHot op;
  op.dim = random.between(0, type.rank());
  op.depth = random.chance(14) ? manyPlaces(growth) : growth.drawDim(type.dims);
  auto index = indices(growth, type, op.depth);
  if (!index)
    return false;
  op.element = growth.drawElement([](ElementType element) { return !isComplex(element); });
  if (!isBool(op.element) && random.chance(40)) {
    op.on = static_cast<double>(random.between(-3, 3));
    op.off = static_cast<double>(random.between(-3, 3));
  } else if (random.chance(15)) {
    std::swap(op.on, op.off);
  }
  return growth.add(op, {*index}).has_value();
}

} // namespace assay
