#include "generator/growth/Operands.h"
#include "generator/ops/Draw.h"

namespace assay {

namespace {

/// Equal keys, or keys that rounding may reorder, leave open what goes with them.
bool ordersLeaveOpen(const Facts &keys, int64_t dim) {
  return keys.open || keys.noise > 0 || keys.distinctAxis != dim;
}

Handle keysFor(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(50))
    return distinctOperand(growth);
  if (random.chance(3))
    if (const auto keys = longLines(growth, isNumber))
      return *keys;
  // Longer than a tile of a line, or the lanes of a wave.
  if (random.chance(10)) {
    TensorType type{growth.drawElement(isNumber), {Dim(random.between(17, 130))}};
    if (random.chance(60))
      type.dims.insert(type.dims.begin() + static_cast<std::ptrdiff_t>(random.below(2)),
                       Dim(random.between(1, 4)));
    if (growth.affordable(type))
      return growth.argument(type);
  }
  Need need;
  // What stands for an integer's place in the order is not what stands for a float's.
  need.element = random.chance(25) ? isInteger : isNumber;
  need.finite = need.settled = true;
  need.minRank = 1;
  return countedOperand(growth, need);
}

} // namespace

ResultFacts factsOf(const Topk &op, const Application &application) {
  const Facts &x = application.facts(0);
  if (x.nan)
    return std::nullopt;
  Facts values = x, indices = Facts::of({0, 0}, true);
  const Dim &extent = application.type(0).dims[static_cast<size_t>(op.dim)];
  for (size_t run = 0; run < maxRuns; ++run)
    indices.ranges[run].high =
        static_cast<double>(std::max<int64_t>(application.extent(extent, run) - 1, 0));
  indices.scale = std::max(indices.magnitude(), 1.0);
  values.open = x.open || !op.sorted;
  indices.open = ordersLeaveOpen(x, op.dim) || !op.sorted;
  if (!indices.open)
    indices.distinctAxis = op.dim;
  return std::vector{values, indices};
}

ResultFacts factsOf(const Sort &op, const Application &application) {
  if (application.facts(0).nan)
    return std::nullopt;
  std::vector<Facts> results;
  for (size_t i = 0; i < application.operands.size(); ++i) {
    Facts facts = application.facts(i);
    facts.open = facts.open || (i > 0 && ordersLeaveOpen(application.facts(0), op.dim));
    if (facts.distinctAxis != op.dim)
      facts.distinctAxis = -1;
    results.push_back(facts);
  }
  return results;
}

const double weightOfTopk = 4;
bool drawTopk(Growth &growth) {
  Random &random = growth.random;
  Extents &extents = growth.extents;
  Handle x = keysFor(growth);
  const TensorType type = growth.type(x);
  Topk op;
  const int64_t axis = growth.facts(x).distinctAxis;
  op.dim = axis >= 0 && random.chance(80) ? axis : random.between(0, type.rank() - 1);
  const Dim &extent = type.dims[static_cast<size_t>(op.dim)];
  const int64_t least = extents.least(extent);
  const double kinds[] = {45, 30, 12, 13};
  switch (pickWeighted(random, kinds)) {
  case 0:
    op.k = random.between(std::min<int64_t>(1, least), std::min<int64_t>(least, 8));
    break;
  case 1: {
    // k is known at run time only, and never more than there is.
    Bounds low{}, high = extents.values(extent);
    for (int64_t &bound : high)
      bound = std::min<int64_t>(bound, 40);
    op.k = extents.full() ? Dim(least) : extents.between(low, high);
    break;
  }
  case 2:
    op.k = extent;
    break;
  default:
    op.k = least > 1 ? extent - Dim(1) : extent;
    break;
  }
  op.largest = random.chance(50);
  op.sorted = random.chance(75);
  op.indexType = drawIndexType(growth);
  return growth.add(op, {x}).has_value();
}

const double weightOfSort = 3;
bool drawSort(Growth &growth) {
  Random &random = growth.random;
  Handle keys = keysFor(growth);
  const TensorType type = growth.type(keys);
  Sort op;
  const int64_t axis = growth.facts(keys).distinctAxis;
  op.dim = axis >= 0 && random.chance(80) ? axis : random.between(0, type.rank() - 1);
  op.descending = random.chance(45);
  op.stable = random.chance(30);
  Need need;
  need.apart = {keys};
  for (int64_t i = random.between(0, 2); i > 0; --i) {
    TensorType follower = type;
    if (random.chance(70))
      follower.element = growth.drawElement([](ElementType) { return true; });
    // Places, so that the result says where each key was; or those along another dim.
    const auto places =
        isInteger(follower.element) && random.chance(30)
            ? growth.add(Iota{type.dims,
                              random.chance(70) ? op.dim : random.between(0, type.rank() - 1),
                              follower.element},
                         {})
            : std::nullopt;
    need.apart.push_back(places ? *places : operandOf(growth, follower, need));
  }
  std::vector<Handle> operands = need.apart;
  if (operands.size() > 1 && drawsTwins(growth))
    operands.back() = keys;
  return growth.add(op, operands).has_value();
}

} // namespace assay
