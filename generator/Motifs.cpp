#include "generator/Motifs.h"

#include "generator/Operands.h"
#include "generator/ops/Draw.h"
#include "generator/ops/Slices.h"

namespace assay {

namespace {

Need numbersOfRank(int64_t least, int64_t greatest) {
  Need need;
  need.element = isNumber;
  need.finite = need.settled = true;
  need.minRank = least;
  need.maxRank = greatest;
  return need;
}

std::optional<Handle> reversedTranspose(Growth &growth, Handle x) {
  Transpose op;
  const int64_t rank = growth.type(x).rank();
  for (int64_t i = 0; i < rank; ++i)
    op.permutation.push_back(i);
  std::vector<int64_t> identity = op.permutation;
  while (op.permutation == identity)
    growth.random.shuffle(op.permutation);
  return growth.add(op, {x});
}

/// x combined with another value of its type by an op that its type has.
std::optional<Handle> combine(Growth &growth, Handle x) {
  const TensorType type = growth.type(x);
  Need need;
  need.finite = need.settled = true;
  Handle y = operandOf(growth, type, need);
  if (isBool(type.element))
    return growth.add(Binary{growth.random.chance(50) ? BinaryKind::And : BinaryKind::Xor, false},
                      {x, y});
  if (isComplex(type.element))
    return growth.add(Binary{BinaryKind::Add, false}, {x, y});
  const BinaryKind kind = growth.random.pick(
      std::array{BinaryKind::Add, BinaryKind::Sub, BinaryKind::Max, BinaryKind::Mul});
  if (auto result = growth.add(Binary{kind, false}, {x, y}))
    return result;
  return growth.add(Binary{BinaryKind::Max, false}, {x, y});
}

/// x through an elementwise op with one input.
std::optional<Handle> mapped(Growth &growth, Handle x) {
  const ElementType element = growth.type(x).element;
  if (isFloat(element) && growth.bounded() && growth.random.chance(50)) {
    const UnaryKind kind = growth.random.pick(
        std::array{UnaryKind::Tanh, UnaryKind::Sin, UnaryKind::Erf, UnaryKind::Exp});
    if (auto result = growth.add(Unary{kind}, {x}))
      return result;
  }
  return growth.add(Unary{isBool(element) ? UnaryKind::Not : UnaryKind::Neg}, {x});
}

/// Splits or joins neighbouring dims, or adds a unit; the rank stays within what ops take.
std::optional<Handle> reshaped(Growth &growth, Handle x) {
  const std::vector<Dim> &dims = growth.type(x).dims;
  Random &random = growth.random;
  if (dims.size() >= 3 && random.chance(60)) {
    Collapse op;
    const auto joined = random.below(dims.size() - 1);
    for (size_t i = 0; i < dims.size(); ++i) {
      if (i == joined + 1)
        op.groups.back().push_back(static_cast<int64_t>(i));
      else
        op.groups.push_back({static_cast<int64_t>(i)});
    }
    return growth.add(op, {x});
  }
  Expand op;
  const auto unit = random.below(std::max<size_t>(dims.size(), 1));
  for (size_t i = 0; i < dims.size(); ++i)
    op.groups.push_back(i == unit ? std::vector<Dim>{dims[i], 1} : std::vector<Dim>{dims[i]});
  return growth.add(op, {x});
}

bool transposeIntoGemm(Growth &growth) {
  Handle x = operand(growth, numbersOfRank(2, 4));
  auto moved = reversedTranspose(growth, x);
  if (moved && growth.random.chance(30))
    moved = reshaped(growth, *moved);
  if (!moved)
    return false;
  Need need;
  need.finite = need.settled = true;
  Handle other;
  if (growth.random.chance(35)) {
    // Several transposes that agree, so that one may be pulled out of all inputs.
    TensorType type = growth.type(x);
    auto second =
        growth.type(*moved).dims.size() == type.dims.size()
            ? growth.add(growth.nodes()[static_cast<size_t>(growth.value(*moved).node)].op,
                         {operandOf(growth, type, need)}, DestinationChoice::None)
            : std::nullopt;
    other = second && growth.type(*second) == growth.type(*moved)
                ? *second
                : operandOf(growth, growth.type(*moved), need);
  } else {
    other = operandOf(growth, growth.type(*moved), need);
  }
  auto sum = growth.add(Binary{growth.random.chance(60) ? BinaryKind::Add : BinaryKind::Max, false},
                        {*moved, other});
  if (sum && growth.random.chance(25))
    sum = reshaped(growth, *sum);
  return sum && contract(growth, *sum).has_value();
}

bool gatherIntoAttention(Growth &growth) {
  if (!growth.bounded())
    return false;
  Random &random = growth.random;
  Need need;
  need.element = isFloat;
  need.range = Interval{-8, 8};
  need.settled = true;
  need.minRank = 2;
  need.maxRank = 4;
  Handle x = operand(growth, need);
  const TensorType type = growth.type(x);
  std::optional<Handle> gathered;
  if (random.chance(50)) {
    // A table of rows, and the tokens that pick from it.
    TensorType index{drawIndexType(growth), {growth.drawDim(type.dims), 1}};
    if (auto places = indices(growth, index, type.dims[0]))
      gathered = growth.add(GatherNd{1}, {x, *places});
  } else {
    TensorType index{drawIndexType(growth), type.dims};
    const auto dim = random.below(type.dims.size());
    if (auto places = indices(growth, index, type.dims[dim]))
      gathered = growth.add(Gather{static_cast<int64_t>(dim)}, {x, *places});
  }
  return gathered && attend(growth, *gathered, static_cast<int>(random.below(3))).has_value();
}

bool attentionIntoConcat(Growth &growth) {
  if (!drawAttention(growth))
    return false;
  const Handle attended = growth.nodes().back().first;
  const TensorType type = growth.type(attended);
  std::vector<Handle> operands{attended,
                               growth.random.chance(20) ? attended : operandOf(growth, type)};
  growth.random.shuffle(operands);
  return growth.add(Concat{static_cast<int64_t>(growth.random.below(type.dims.size()))}, operands)
      .has_value();
}

bool computedScatter(Growth &growth) {
  Random &random = growth.random;
  Handle base = operand(growth, numbersOfRank(1, 3));
  const TensorType type = growth.type(base);
  const auto dim = random.below(type.dims.size());
  const Dim extent = type.dims[dim];
  std::optional<Handle> places;
  const ElementType indexType = random.chance(60) ? ElementType::I64 : ElementType::I32;
  if (random.chance(40)) {
    Topk op;
    op.dim = static_cast<int64_t>(dim);
    op.k = std::min<int64_t>(growth.extents.least(extent), 4);
    op.indexType = indexType;
    // Of another value of that shape, so that it tells the places where to write.
    Handle keys = random.chance(50)
                      ? growth.argument(type, InputWish::distinct(static_cast<int64_t>(dim)))
                      : base;
    if (auto values = growth.add(op, {keys}))
      places = *values + 1;
  } else {
    const int64_t least = growth.extents.least(extent);
    if (least == 0)
      return false;
    TensorType wanted{indexType, type.dims};
    Handle any = operandOf(growth, wanted);
    auto step = growth.fill(wanted, static_cast<double>(random.between(0, 3)));
    auto moved = step ? growth.add(Binary{BinaryKind::Add, false}, {any, *step}) : std::nullopt;
    if (moved)
      places = clamped(growth, *moved, {0, static_cast<double>(least - 1)});
  }
  if (!places)
    return false;
  Scatter op;
  op.dim = static_cast<int64_t>(dim);
  op.combine = random.pick(std::array{Combine::Add, Combine::Min, Combine::Max});
  Handle updates = operandOf(growth, {type.element, growth.type(*places).dims});
  return growth.add(op, {base, *places, updates}).has_value();
}

/// A value that an op makes, to stand in front of what a motif adds.
std::optional<Handle> produced(Growth &growth, int64_t leastRank) {
  auto found = growth.pick([&](const GrownValue &value) {
    return value.node >= 0 && value.type.rank() >= leastRank && value.type.rank() <= 4 &&
           isNumber(value.type.element) && value.facts.finite() && !value.facts.nan;
  });
  if (found && growth.random.chance(70))
    return found;
  Handle x = operand(growth, numbersOfRank(leastRank, 4));
  return growth.random.chance(50) ? mapped(growth, x) : combine(growth, x);
}

/// One op that takes the value, of the kinds that matter around a reshape.
std::optional<Handle> consumed(Growth &growth, Handle x) {
  Random &random = growth.random;
  const TensorType type = growth.type(x);
  if (isNumber(type.element) && type.rank() > 0 && !growth.facts(x).open && random.chance(40)) {
    if (random.chance(50))
      return contract(growth, x);
    Reduce op;
    op.function = ReduceKind::Max;
    op.dims = {random.between(0, type.rank() - 1)};
    op.result = type.element;
    return growth.add(op, {x});
  }
  return random.chance(50) ? combine(growth, x) : mapped(growth, x);
}

bool reshapeBetween(Growth &growth) {
  Random &random = growth.random;
  auto x = produced(growth, 2);
  if (!x)
    return false;
  const std::vector<Dim> dims = growth.type(*x).dims;
  Collapse op;
  auto joined = random.below(dims.size() - 1);
  // Two dims that the types do not tell are the pair that matters.
  for (size_t i = 0; i + 1 < dims.size(); ++i)
    if (growth.extents.isUnknown(dims[i]) && growth.extents.isUnknown(dims[i + 1]) &&
        random.chance(60))
      joined = i;
  std::vector<std::vector<Dim>> back;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i == joined + 1) {
      op.groups.back().push_back(static_cast<int64_t>(i));
      back.back().push_back(dims[i]);
    } else {
      op.groups.push_back({static_cast<int64_t>(i)});
      back.push_back({dims[i]});
    }
  }
  auto flat = growth.add(op, {*x});
  auto used = flat ? consumed(growth, *flat) : std::nullopt;
  if (used && growth.type(*used).dims == growth.type(*flat).dims && random.chance(60))
    return growth.add(Expand{back, 0}, {*used}).has_value();
  return used.has_value();
}

bool splitArgument(Growth &growth) {
  if (growth.extents.full())
    return false;
  std::vector<Dim> dims = growth.drawDims(growth.drawRank(1, 3));
  const auto at = growth.random.below(dims.size());
  std::vector<Dim> others = dims;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
  Expand op;
  for (const Dim &dim : dims)
    op.groups.push_back({dim});
  const Dim outer = growth.extents.fresh(6), inner = growth.extents.fresh(6);
  op.groups[at] = {outer, inner};
  dims[at] = outer * inner;
  TensorType type{growth.drawElement(isNumber), dims};
  if (!growth.affordable(type))
    return false;
  Handle x = growth.argument(type);
  auto made = growth.random.chance(85) ? mapped(growth, x) : std::optional(x);
  auto split = made ? growth.add(op, {*made}) : std::nullopt;
  return split && consumed(growth, *split).has_value();
}

bool twinFills(Growth &growth) {
  Random &random = growth.random;
  TensorType type{growth.drawElement(isNumber), growth.drawDims(growth.drawRank(1, 3))};
  const double value = random.chance(70) ? 0 : 1;
  for (int i = 0; i < 2; ++i) {
    auto buffer = growth.fill(type, value);
    if (!buffer)
      return false;
    if (random.chance(50)) {
      InsertSlice op;
      TensorType source{type.element, {}};
      for (const Dim &dim : type.dims) {
        const int64_t size = std::min<int64_t>(growth.extents.least(dim), 2);
        op.offsets.push_back(random.between(0, growth.extents.least(dim) - size));
        op.strides.push_back(1);
        source.dims.push_back(size);
      }
      if (!growth.add(op, {operandOf(growth, source), *buffer}))
        return false;
    } else {
      Need need;
      need.finite = true;
      Handle x = operandOf(growth, type, need);
      if (!growth.addWith(Unary{UnaryKind::Neg}, {x}, buffer))
        return false;
    }
  }
  return true;
}

bool castRoundTrip(Growth &growth) {
  auto x = produced(growth, 1);
  if (!x)
    return false;
  DimCast op;
  for (int64_t dim = 0; dim < growth.type(*x).rank(); ++dim)
    if (growth.random.chance(70))
      op.dims.push_back(dim);
  auto same = growth.add(op, {*x});
  return same && consumed(growth, *same).has_value();
}

/// An attribute that may be turned without changing any type.
bool turnOne(Random &random, Op &op) {
  bool turned = false;
  visitAttributes(op, [&](std::string_view name, auto &attribute) {
    using Attribute = std::remove_reference_t<decltype(attribute)>;
    if (turned)
      return;
    if constexpr (std::is_same_v<Attribute, bool>) {
      if (name != "unique" && name != "unsigned" && name != "causal" && random.chance(60)) {
        attribute = !attribute;
        turned = true;
      }
    } else if constexpr (std::is_same_v<Attribute, ReduceKind>) {
      attribute = attribute == ReduceKind::Max ? ReduceKind::Min : ReduceKind::Max;
      turned = true;
    } else if constexpr (std::is_same_v<Attribute, BinaryKind>) {
      if (attribute == BinaryKind::Add || attribute == BinaryKind::Sub) {
        attribute = attribute == BinaryKind::Add ? BinaryKind::Sub : BinaryKind::Add;
        turned = true;
      }
    }
  });
  return turned;
}

bool repetition(Growth &growth) {
  Random &random = growth.random;
  if (growth.nodes().empty() && !drawReduce(growth) && !drawUnary(growth))
    return false;
  std::vector<size_t> fitting;
  for (size_t i = 0; i < growth.nodes().size(); ++i)
    if (!growth.nodes()[i].operands.empty())
      fitting.push_back(i);
  if (fitting.empty())
    return false;
  const GrownNode node = growth.nodes()[random.pick(fitting)];
  Op op = node.op;
  std::vector<Handle> operands = node.operands;
  const double kinds[] = {30, 30, 20, 20};
  switch (pickWeighted(random, kinds)) {
  case 0:
    break;
  case 1: {
    Need need;
    need.finite = need.settled = true;
    // Only the data operand: indices and divisors are what they are for a reason.
    operands[0] = operandOf(growth, growth.type(operands[0]), need);
    break;
  }
  case 2:
    if (!turnOne(random, op))
      operands = node.operands;
    break;
  default:
    if (growth.type(node.first) == growth.type(operands[0]))
      operands[0] = node.first;
    break;
  }
  if (const auto *reduce = std::get_if<Reduce>(&op);
      reduce && isBool(growth.type(operands[0]).element) && reduce->function <= ReduceKind::Min)
    op = node.op;
  return growth.add(op, operands).has_value();
}

bool ambiguousDrop(Growth &growth) {
  Random &random = growth.random;
  Need need;
  need.minRank = 2;
  need.maxRank = 4;
  Handle x = operand(growth, need);
  const std::vector<Dim> dims = growth.type(x).dims;
  for (const Dim &dim : dims)
    if (growth.extents.least(dim) < 1)
      return false;
  ExtractSlice op;
  op.strides.assign(dims.size(), 1);
  std::vector<size_t> order;
  for (size_t i = 0; i < dims.size(); ++i)
    order.push_back(i);
  random.shuffle(order);
  op.offsets.resize(dims.size());
  op.sizes = dims;
  Bounds one;
  one.fill(1);
  for (size_t i = 0; i < 2; ++i) {
    const size_t at = order[i];
    // The kept one is 1 by type, or only when it runs.
    const bool atRunTime = i == 1 && random.chance(45) && !growth.extents.full();
    op.sizes[at] = atRunTime ? growth.extents.between(one, one) : Dim(1);
    op.offsets[at] = drawPlace(growth, dims[at]);
  }
  op.dropped = {static_cast<int64_t>(order[0])};
  auto slice = growth.add(op, {x});
  return slice && (random.chance(50) || consumed(growth, *slice).has_value());
}

bool columnInsert(Growth &growth) {
  Need need;
  need.minRank = 2;
  need.maxRank = 3;
  Handle base = operand(growth, need);
  const TensorType type = growth.type(base);
  const auto column = growth.random.below(type.dims.size());
  if (growth.extents.least(type.dims[column]) < 1)
    return false;
  InsertSlice op;
  op.strides.assign(type.dims.size(), 1);
  op.offsets.assign(type.dims.size(), Dim(0));
  op.offsets[column] = drawPlace(growth, type.dims[column]);
  op.dropped = {static_cast<int64_t>(column)};
  TensorType source = type;
  source.dims.erase(source.dims.begin() + static_cast<std::ptrdiff_t>(column));
  return growth.add(op, {operandOf(growth, source), base}).has_value();
}

bool positionBody(Growth &growth) {
  Handle x = operand(growth, numbersOfRank(1, 4));
  const TensorType type = growth.type(x);
  auto places =
      growth.add(Iota{type.dims, growth.random.between(0, type.rank() - 1), type.element}, {});
  if (!places)
    return false;
  if (growth.random.chance(50))
    return growth.add(Binary{BinaryKind::Add, false}, {x, *places}).has_value();
  auto before = growth.add(Compare{Predicate::Lt, false}, {*places, x});
  return before && growth.add(Select{}, {*before, x, *places}).has_value();
}

bool elementwiseAround(Growth &growth) {
  Handle x = operand(growth, numbersOfRank(1, 4));
  auto before = growth.random.chance(50) ? mapped(growth, x) : combine(growth, x);
  if (!before)
    return false;
  const size_t count = growth.nodes().size();
  const OpKind kinds[] = {OpKind::Reduce, OpKind::Contraction, OpKind::Scan, OpKind::Transpose};
  // The young value in front is what these mostly pick.
  if (!draw(growth, kinds[growth.random.below(4)]) || growth.nodes().size() == count)
    return false;
  const Handle middle = growth.nodes().back().first;
  return (growth.random.chance(50) ? mapped(growth, middle) : combine(growth, middle)).has_value();
}

bool usedAfterwards(Growth &growth) {
  const size_t count = growth.nodes().size();
  const OpKind kinds[] = {OpKind::InsertSlice, OpKind::Scatter, OpKind::Sort, OpKind::Unary};
  if (!draw(growth, kinds[growth.random.below(4)]) || growth.nodes().size() == count)
    return false;
  const GrownNode node = growth.nodes().back();
  for (Handle operand : node.operands)
    if (growth.type(operand) == growth.type(node.first) && isNumber(growth.type(operand).element)) {
      if (growth.facts(operand).finite() && growth.facts(node.first).finite())
        return growth.add(Binary{BinaryKind::Sub, false}, {operand, node.first}).has_value() ||
               growth.add(Binary{BinaryKind::Max, false}, {operand, node.first}).has_value();
    }
  return false;
}

bool pointwiseChain(Growth &growth) {
  Random &random = growth.random;
  Handle x = operand(growth, numbersOfRank(1, 4));
  std::optional<Handle> current = x;
  for (int64_t i = random.between(2, 4); i > 0 && current; --i) {
    const TensorType type = growth.type(*current);
    std::optional<Handle> next;
    if (random.chance(40)) {
      Cast op;
      op.to = growth.drawElement([&](ElementType element) {
        return element != type.element && isNumber(element) &&
               (!isFloat(type.element) || isFloat(element));
      });
      op.isUnsigned = isInteger(type.element) && random.chance(growth.profile.unsignedPercent);
      next = op.to != type.element ? growth.add(op, {*current}) : std::nullopt;
    } else {
      next = random.chance(35) ? mapped(growth, *current) : combine(growth, *current);
    }
    current = next ? next : mapped(growth, *current);
  }
  return current.has_value();
}

bool scalarSlice(Growth &growth) {
  Need need;
  need.minRank = 1;
  need.maxRank = 3;
  Handle x = operand(growth, need);
  if (growth.extents.full())
    return false;
  const std::vector<Dim> dims = growth.type(x).dims;
  ExtractSlice op;
  op.strides.assign(dims.size(), 1);
  op.offsets.assign(dims.size(), Dim(0));
  op.sizes = dims;
  const auto at = growth.random.below(dims.size());
  const Bounds none{}, whole = growth.extents.values(dims[at]);
  op.sizes[at] = growth.extents.between(none, whole);
  const Bounds size = growth.extents.values(op.sizes[at]);
  Bounds rest;
  for (size_t run = 0; run < maxRuns; ++run)
    rest[run] = whole[run] - size[run];
  op.offsets[at] = growth.extents.between(none, rest);
  auto slice = growth.add(op, {x});
  return slice && (growth.random.chance(50) || consumed(growth, *slice).has_value());
}

bool partlyUsed(Growth &growth) {
  const size_t count = growth.nodes().size();
  const OpKind kinds[] = {OpKind::Topk, OpKind::ArgReduce, OpKind::Sort};
  if (!draw(growth, kinds[growth.random.below(3)]) || growth.nodes().size() == count)
    return false;
  const GrownNode node = growth.nodes().back();
  const Handle used =
      node.first + static_cast<Handle>(growth.random.below(static_cast<size_t>(node.results)));
  return !growth.facts(used).finite() || mapped(growth, used).has_value();
}

bool slicedResult(Growth &growth) {
  if (!scalarSlice(growth))
    return false;
  const Handle slice = growth.nodes().back().first;
  const std::vector<Dim> dims = growth.type(slice).dims;
  if (dims.empty())
    return false;
  TensorType type{growth.drawElement(isNumber), {dims[growth.random.below(dims.size())]}};
  auto zero = growth.fill(type, 0);
  return zero && combine(growth, *zero).has_value();
}

} // namespace

bool draw(Growth &growth, Motif motif) {
  switch (motif) {
  case Motif::TransposeIntoGemm:
    return transposeIntoGemm(growth);
  case Motif::GatherIntoAttention:
    return gatherIntoAttention(growth);
  case Motif::AttentionIntoConcat:
    return attentionIntoConcat(growth);
  case Motif::ComputedScatter:
    return computedScatter(growth);
  case Motif::ReshapeBetween:
    return reshapeBetween(growth);
  case Motif::SplitArgument:
    return splitArgument(growth);
  case Motif::TwinFills:
    return twinFills(growth);
  case Motif::CastRoundTrip:
    return castRoundTrip(growth);
  case Motif::Repetition:
    return repetition(growth);
  case Motif::AmbiguousDrop:
    return ambiguousDrop(growth);
  case Motif::ColumnInsert:
    return columnInsert(growth);
  case Motif::PositionBody:
    return positionBody(growth);
  case Motif::ElementwiseAround:
    return elementwiseAround(growth);
  case Motif::UsedAfterwards:
    return usedAfterwards(growth);
  case Motif::PointwiseChain:
    return pointwiseChain(growth);
  case Motif::ScalarSlice:
    return scalarSlice(growth);
  case Motif::PartlyUsed:
    return partlyUsed(growth);
  case Motif::SlicedResult:
    return slicedResult(growth);
  }
  return false;
}

} // namespace assay
