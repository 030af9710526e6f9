#include "generator/growth/Operands.h"
#include "generator/ops/Accumulation.h"

namespace assay {

namespace {

/// The part that an iteration dim plays.
enum class Part : uint8_t { Batch, Rows, Columns, Summed, LeftOnly };

/// Maps, with the dims of the right operand that go with them.
struct Maps {
  Contraction op;
  std::vector<Dim> right;
};

/// Draws a part for each dim of the left operand, then the right one's dims around them.
class MapDrawer {
public:
  MapDrawer(Growth &growth, const std::vector<Dim> &left) : growth(growth), left(left) {}

  Maps draw() {
    assignParts();
    Maps maps;
    for (size_t i = 0; i < left.size(); ++i) {
      const auto dim = static_cast<int64_t>(i);
      maps.op.lhs.push_back(dim);
      if (parts[i] == Part::Batch || parts[i] == Part::Summed)
        maps.op.rhs.push_back(dim);
      if (parts[i] == Part::Batch || parts[i] == Part::Rows)
        maps.op.out.push_back(dim);
    }
    for (int64_t dim : maps.op.rhs)
      maps.right.push_back(left[static_cast<size_t>(dim)]);
    addColumns(maps);
    Random &random = growth.random;
    if (random.chance(55))
      permute(maps);
    if (random.chance(35))
      random.shuffle(maps.op.out);
    return maps;
  }

  /// The same with the left operand on both sides: its dims are shared, or each side has its own.
  Maps drawForTwins() {
    assignParts();
    Maps maps;
    maps.right = left;
    auto next = static_cast<int64_t>(left.size());
    for (size_t i = 0; i < left.size(); ++i) {
      const auto dim = static_cast<int64_t>(i);
      maps.op.lhs.push_back(dim);
      maps.op.rhs.push_back(parts[i] == Part::Rows ? next++ : dim);
      if (parts[i] == Part::Batch || parts[i] == Part::Rows)
        maps.op.out.push_back(dim);
      if (parts[i] == Part::Rows)
        maps.op.out.push_back(maps.op.rhs.back());
    }
    if (growth.random.chance(35))
      growth.random.shuffle(maps.op.out);
    return maps;
  }

private:
  void assignParts() {
    Random &random = growth.random;
    const size_t rank = left.size();
    parts.assign(rank, Part::Rows);
    if (random.chance(55)) {
      // The forms that have names: leading batch dims, rows, and one dim that is summed over.
      if (rank == 0)
        return;
      parts[rank - 1] = Part::Summed;
      if (rank >= 2 && random.chance(25))
        std::swap(parts[rank - 1], parts[rank - 2]);
      for (size_t i = 0; i + 2 < rank; ++i)
        parts[i] = Part::Batch;
      return;
    }
    const double weights[] = {20, 38, 0, 37, 5};
    for (Part &part : parts)
      part = static_cast<Part>(pickWeighted(random, weights));
  }

  void addColumns(Maps &maps) {
    Random &random = growth.random;
    auto next = static_cast<int64_t>(left.size());
    const double weights[] = {14, 68, 18};
    for (size_t i = pickWeighted(random, weights); i > 0 && maps.right.size() < 5; --i) {
      std::vector<Dim> around = maps.right;
      for (int64_t dim : maps.op.out)
        if (dim < static_cast<int64_t>(left.size()))
          around.push_back(left[static_cast<size_t>(dim)]);
      maps.right.push_back(growth.drawDim(around));
      maps.op.rhs.push_back(next);
      // A dim that only the right operand has may be summed over as well.
      if (random.chance(94))
        maps.op.out.push_back(next);
      ++next;
    }
  }

  void permute(Maps &maps) {
    std::vector<size_t> order(maps.right.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    growth.random.shuffle(order);
    Maps old = maps;
    for (size_t i = 0; i < order.size(); ++i) {
      maps.right[i] = old.right[order[i]];
      maps.op.rhs[i] = old.op.rhs[order[i]];
    }
  }

  Growth &growth;
  const std::vector<Dim> &left;
  std::vector<Part> parts;
};

/// Swaps the operands: the drawing above favours the left one.
void mirror(Contraction &op, Handle &left, Handle &right) {
  std::swap(op.lhs, op.rhs);
  if (op.rhsUnsigned)
    std::swap(op.isUnsigned, *op.rhsUnsigned);
  std::swap(left, right);
}

} // namespace

ResultFacts factsOf(const Contraction &op, const Application &application) {
  Facts left = extended(application.facts(0), application.type(0).element, op.extendsByZero(0));
  Facts right = extended(application.facts(1), application.type(1).element, op.extendsByZero(1));
  std::array<double, maxRuns> count;
  count.fill(1);
  std::vector<bool> seen(static_cast<size_t>(op.iterationRank()), false);
  for (int64_t dim : op.out)
    seen[static_cast<size_t>(dim)] = true;
  const std::vector<int64_t> *maps[] = {&op.lhs, &op.rhs};
  for (size_t operand = 0; operand < 2; ++operand)
    for (size_t i = 0; i < maps[operand]->size(); ++i) {
      const auto dim = static_cast<size_t>((*maps[operand])[i]);
      if (seen[dim])
        continue;
      seen[dim] = true;
      for (size_t run = 0; run < maxRuns; ++run)
        count[run] *=
            static_cast<double>(application.extent(application.type(operand).dims[i], run));
    }
  return summedProducts(application, left, right, count, op.result);
}

std::optional<Handle> contract(Growth &growth, Handle left) {
  Random &random = growth.random;
  const TensorType type = growth.type(left);
  MapDrawer drawer(growth, type.dims);
  const bool twins = drawsTwins(growth);
  Maps maps = twins ? drawer.drawForTwins() : drawer.draw();
  Handle right = left;
  if (!twins) {
    TensorType rightType{type.element, maps.right};
    // Both operands need not have one type; the accumulator must hold either.
    if (random.chance(24))
      rightType.element = growth.drawElement([&](ElementType other) {
        return other != type.element && isFloat(other) == isFloat(type.element) && isNumber(other);
      });
    if (!growth.affordable(rightType))
      return std::nullopt;
    Need need;
    need.finite = need.settled = true;
    need.apart = {left};
    right = operandOf(growth, rightType, need);
  }
  const bool integral = growth.facts(left).integral && growth.facts(right).integral;
  Contraction &op = maps.op;
  const ElementType other = growth.type(right).element;
  op.result = drawAccumulator(growth, type.element, other, integral);
  op.isUnsigned = isInteger(op.result) && random.chance(growth.profile.unsignedPercent);
  // Nor need both be extended in one way.
  if (isInteger(op.result) && op.result != type.element && op.result != other && random.chance(40))
    op.rhsUnsigned = !op.isUnsigned;
  if (random.chance(35))
    mirror(op, left, right);
  return growth.add(op, {left, right});
}

const double weightOfContraction = 8;
bool drawContraction(Growth &growth) {
  if (growth.random.chance(6)) {
    const auto left = longLines(growth, isNumber, InputWish::within(Interval{-8, 8}));
    return left && contract(growth, *left).has_value();
  }
  Need need;
  need.element = isNumber;
  need.finite = need.settled = true;
  need.minRank = growth.random.chance(3) ? 0 : 1;
  return contract(growth, operand(growth, need)).has_value();
}

} // namespace assay
