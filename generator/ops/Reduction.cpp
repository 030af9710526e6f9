#include "generator/growth/Operands.h"
#include "generator/ops/Accumulation.h"
#include "generator/ops/Smooth.h"

namespace assay {

namespace {

/// Elements along `dims` of the first operand, by run.
std::array<double, maxRuns> countAlong(const Application &application,
                                       std::span<const int64_t> dims) {
  std::array<double, maxRuns> count;
  for (size_t run = 0; run < maxRuns; ++run) {
    count[run] = 1;
    for (int64_t dim : dims)
      count[run] *= static_cast<double>(
          application.extent(application.type(0).dims[static_cast<size_t>(dim)], run));
  }
  return count;
}

Need finiteNumber() {
  Need need;
  need.element = isNumber;
  need.finite = need.settled = true;
  need.minRank = 1;
  return need;
}

} // namespace

ResultFacts factsOf(const Softmax &, const Application &application) {
  const Facts &x = application.facts(0);
  const Interval range = x.range();
  const double most = std::max(range.high, std::isfinite(range.low) ? -range.low : 0);
  if (x.nan || most > 2000)
    return std::nullopt;
  Facts facts = Facts::of({0, 1}, false);
  facts.nan = !x.finite(); // of a line of nothing but -inf
  facts.open = x.open;
  facts.scale = 0.1;
  facts.noise = 0.1 * (2 * x.noise + 0x1p-20 + 0x1p-24 * most);
  return std::vector{facts};
}

ResultFacts factsOf(const Reduce &op, const Application &application) {
  Facts term = extended(application.facts(0), application.type(0).element,
                        op.isUnsigned && op.result != application.type(0).element);
  return folded(application, op.function, op.result, op.isUnsigned, term,
                countAlong(application, op.dims));
}

ResultFacts factsOf(const Scan &op, const Application &application) {
  std::array<double, maxRuns> count = countAlong(application, {&op.dim, 1});
  // An exclusive scan begins with the identity.
  if (!op.inclusive && (op.function == ReduceKind::Max || op.function == ReduceKind::Min))
    count[0] = 0;
  return folded(application, op.function, op.result, false, application.facts(0), count);
}

ResultFacts factsOf(const ArgReduce &op, const Application &application) {
  const Facts &x = application.facts(0);
  if (x.nan)
    return std::nullopt;
  Facts values = x, indices = Facts::of({0, 0}, true);
  values.distinctAxis = -1;
  for (size_t run = 0; run < maxRuns; ++run)
    indices.ranges[run].high = static_cast<double>(
        application.extent(application.type(0).dims[static_cast<size_t>(op.dim)], run) - 1);
  indices.open = x.open || x.noise > 0 || (!op.firstIndex && x.distinctAxis != op.dim);
  return std::vector{values, indices};
}

namespace {

/// An operand, now and then of long lines.
Handle lines(Growth &growth, const Need &need) {
  if (growth.random.chance(4))
    if (const auto made = longLines(growth, need.element,
                                    need.range ? InputWish::within(*need.range) : InputWish()))
      return *made;
  return operand(growth, need);
}

/// Scores for a softmax that does without its maximum: exp is infinite for all of them, or 0 for
/// all, or whole lines are removed.
Handle extremeScores(Growth &growth) {
  Random &random = growth.random;
  TensorType type{growth.drawElement(isFloat), growth.drawDims(growth.drawRank(1, 4))};
  if (random.chance(30))
    return growth.argument(type, InputWish::mask());
  return growth.argument(type, InputWish::within(overflowingExponents(random, type.element)));
}

} // namespace

const double weightOfSoftmax = 4;
bool drawSoftmax(Growth &growth) {
  if (!growth.bounded())
    return false;
  Need need = finiteNumber();
  need.element = isFloat;
  need.range = Interval{-30, 30};
  Handle x = growth.random.chance(8) ? extremeScores(growth) : lines(growth, need);
  Softmax op{static_cast<int64_t>(growth.random.below(growth.type(x).dims.size()))};
  return growth.add(op, {x}).has_value();
}

std::optional<Handle> reduce(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  Reduce op;
  static constexpr std::array numberKinds = {ReduceKind::Sum, ReduceKind::Sum, ReduceKind::Max,
                                             ReduceKind::Min, ReduceKind::Product};
  static constexpr std::array bitKinds = {ReduceKind::And, ReduceKind::Or};
  const bool bits = isBool(type.element) || (isInteger(type.element) && random.chance(20));
  op.function = bits ? random.pick(bitKinds) : random.pick(numberKinds);
  const double share = random.chance(15) ? 100 : 30;
  for (int64_t dim = 0; dim < type.rank(); ++dim)
    if (random.chance(share))
      op.dims.push_back(dim);
  if (op.dims.empty())
    op.dims = {random.between(0, type.rank() - 1)};
  const bool sums = op.function == ReduceKind::Sum || op.function == ReduceKind::Product;
  op.result = type.element;
  if (sums || (!bits && random.chance(15)))
    op.result = drawAccumulator(growth, type.element, growth.facts(x).integral);
  op.isUnsigned = isInteger(type.element) && random.chance(growth.profile.unsignedPercent);
  return growth.add(op, {x});
}

const double weightOfReduce = 5.5;
bool drawReduce(Growth &growth) {
  Need need = finiteNumber();
  need.element = [](ElementType type) { return !isComplex(type); };
  // Now and then a last dim as colours and coordinates are: less than a vector or a wave has lanes.
  if (growth.random.chance(7)) {
    TensorType type{growth.drawElement(need.element), growth.drawDims(growth.drawRank(1, 3))};
    type.dims.emplace_back(growth.random.between(2, 4));
    if (growth.affordable(type))
      return reduce(growth, growth.argument(type)).has_value();
  }
  return reduce(growth, lines(growth, need)).has_value();
}

const double weightOfScan = 3;
bool drawScan(Growth &growth) {
  Random &random = growth.random;
  Handle x = lines(growth, finiteNumber());
  const TensorType type = growth.type(x);
  static constexpr std::array kinds = {ReduceKind::Sum, ReduceKind::Sum, ReduceKind::Max,
                                       ReduceKind::Min, ReduceKind::Product};
  Scan op;
  op.function = random.pick(kinds);
  op.dim = random.between(0, type.rank() - 1);
  op.inclusive = random.chance(60);
  op.reverse = random.chance(40);
  const bool sums = op.function == ReduceKind::Sum || op.function == ReduceKind::Product;
  op.result = sums || random.chance(15)
                  ? drawAccumulator(growth, type.element, growth.facts(x).integral)
                  : type.element;
  return growth.add(op, {x}).has_value();
}

const double weightOfArgReduce = 3.5;
bool drawArgReduce(Growth &growth) {
  Random &random = growth.random;
  const bool exclusiveWinner = random.chance(35);
  Handle x = exclusiveWinner ? distinctOperand(growth) : countedOperand(growth, finiteNumber());
  ArgReduce op;
  op.minimum = random.chance(50);
  op.dim = growth.random.between(0, growth.type(x).rank() - 1);
  if (growth.facts(x).distinctAxis >= 0)
    op.dim = growth.facts(x).distinctAxis;
  op.firstIndex = random.chance(75);
  // What is kept of both is of one type then.
  const ElementType element = growth.type(x).element;
  op.indexType = isInteger(element) && growth.random.chance(30) ? element : drawIndexType(growth);
  return growth.add(op, {x}).has_value();
}

} // namespace assay
