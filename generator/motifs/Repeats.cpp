#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

/// An attribute that may be turned without changing any type.
static bool turnOne(Random &random, Op &op) {
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

/// x with one more dim, the one of that number.
static std::optional<Handle> repeated(Growth &growth, Handle x, int64_t dim) {
  Broadcast op{growth.type(x).dims, {dim}};
  op.shape.insert(op.shape.begin() + dim, growth.drawDim(op.shape));
  return growth.add(op, {x});
}

/// A reduction of a broadcast, along the new dim mostly, or a broadcast of it.
static bool drawReducedBroadcast(Growth &growth) {
  Random &random = growth.random;
  // A new argument may hold NaN in further runs.
  const Handle line =
      random.chance(50)
          ? growth.argument({growth.drawElement(isNumber), growth.drawDims(growth.drawRank(0, 2))})
          : operand(growth, numbersOfRank(0, 2));
  const int64_t added = random.between(0, growth.type(line).rank());
  const auto x = repeated(growth, line, added);
  if (!x)
    return false;
  if (random.chance(20))
    return repeated(growth, *x, random.between(0, growth.type(*x).rank())).has_value();
  if (random.chance(40))
    return reduce(growth, *x).has_value();
  static constexpr std::array functions{ReduceKind::Sum, ReduceKind::Sum, ReduceKind::Product,
                                        ReduceKind::Max};
  return growth.add(Reduce{random.pick(functions), {added}, growth.type(*x).element, false}, {*x})
      .has_value();
}

bool drawReducedRepeats(Growth &growth) {
  Random &random = growth.random;
  if (random.chance(55))
    return drawReducedBroadcast(growth);
  const TensorType type{growth.drawElement(isNumber), growth.drawDims(growth.drawRank(1, 3))};
  const auto x = growth.fill(type, random.pick(std::array{0.0, 1.0, 2.0, -1.0, 3.0}));
  return x && (random.chance(50) ? reduceWindows(growth, *x) : reduce(growth, *x));
}

bool drawRepetition(Growth &growth) {
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
    need.apart = operands;
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

} // namespace assay
