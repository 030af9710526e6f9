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
