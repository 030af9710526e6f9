#include "generator/growth/InputReach.h"

namespace assay {

namespace {

/// Follows what is not known from where it stands through a program.
class Flow {
public:
  Flow(const Program &program, const std::set<ValueId> &positive)
      : program(program), positive(positive), reaches(static_cast<size_t>(program.valueCount())) {}

  void start(ValueId value, Reach reach) {
    const ElementType element = program.type(value).element;
    reach.nan &= isFloat(element) || isComplex(element);
    // Both truth values are known.
    reach.changed &= !isBool(element);
    at(value) = at(value) | reach;
  }

  /// Whether every op is defined for what reaches it.
  bool isDefined() {
    for (size_t i = 0; i < program.nodes().size(); ++i) {
      node = static_cast<int>(i);
      if (!std::visit([&](const auto &op) { return pass(op); }, program.nodes()[i].op))
        return false;
    }
    return true;
  }

private:
  Reach &at(ValueId value) { return reaches[static_cast<size_t>(value)]; }
  Reach operand(size_t i) { return at(program.node(node).operands[i]); }
  ElementType elementOf(size_t operand) const {
    return program.type(program.node(node).operands[operand]).element;
  }
  /// All that the node reads.
  Reach read() {
    Reach all;
    const Node &reader = program.node(node);
    for (ValueId value : reader.operands)
      all = all | at(value);
    if (reader.destination && destinationRole(kindOf(reader.op)) == DestinationRole::Initial)
      all = all | at(*reader.destination);
    return all;
  }

  bool yield(Reach reach, int result = 0) {
    start(program.firstResult(node) + result, reach);
    return true;
  }
  /// Infinities become NaN only where they are computed with.
  bool yieldComputed(Reach reach) { return yield({reach.changed, reach.changed, reach.open}); }

  /// What moves elements, or makes them of nothing, takes them as they are.
  template <class AnyOp> bool pass(const AnyOp &) {
    const OpTraits &traits = AnyOp::traits;
    return traits.moved != noOperand || traits.isSource ? yield(read()) : yieldComputed(read());
  }

  bool pass(const Unary &op) {
    switch (op.function) {
    case UnaryKind::Abs:
      return (isFloat(elementOf(0)) || !operand(0).changed) && yield(read());
    case UnaryKind::Neg:
    case UnaryKind::Floor:
    case UnaryKind::Ceil:
    case UnaryKind::RoundEven:
    case UnaryKind::Sign:
      return yield(read());
    default:
      return yieldComputed(read());
    }
  }
  bool pass(const Binary &op) {
    switch (op.function) {
    case BinaryKind::Max:
    case BinaryKind::Min:
    case BinaryKind::MaxNum:
    case BinaryKind::MinNum:
      return yield(read());
    case BinaryKind::Div:
    case BinaryKind::FloorDiv:
    case BinaryKind::Rem:
      return (!isInteger(elementOf(0)) || mayDivide(op)) && yieldComputed(read());
    case BinaryKind::Shl:
    case BinaryKind::Shr:
      return !operand(1).changed && yieldComputed(read());
    default:
      return yieldComputed(read());
    }
  }
  /// Whether no integer is divided by 0, nor the least one by -1.
  bool mayDivide(const Binary &op) {
    const ValueId divisor = program.node(node).operands[1];
    return !operand(1).changed && (!operand(0).changed || op.isUnsigned || isPositive(divisor) ||
                                   isFilledWithOtherThan(-1, divisor));
  }
  bool isFilledWithOtherThan(double number, ValueId value) const {
    if (program.isArgument(value))
      return false;
    const auto *fill = std::get_if<Fill>(&program.node(program.producer(value)).op);
    return fill && fill->value != number;
  }
  /// Whether it is so by the program, and by what is known of arguments that stay as they are.
  bool isPositive(ValueId value) const {
    if (program.isArgument(value))
      return positive.contains(value);
    const Node &made = program.node(program.producer(value));
    if (const auto *fill = std::get_if<Fill>(&made.op))
      return fill->value > 0;
    const Operands moved = traitsOf(made.op).moved;
    if (moved != noOperand && !std::holds_alternative<Pad>(made.op)) {
      for (size_t i = 0; i < made.operands.size(); ++i)
        if (contains(moved, i) && !isPositive(made.operands[i]))
          return false;
      return true;
    }
    const auto *binary = std::get_if<Binary>(&made.op);
    return binary && binary->function == BinaryKind::Max && !binary->isUnsigned &&
           (isPositive(made.operands[0]) || isPositive(made.operands[1]));
  }
  bool pass(const Compare &) { return true; }
  bool pass(const Cast &op) {
    const ElementType from = elementOf(0);
    if (isInteger(op.to) && !isInteger(from) && read().changed)
      return false;
    // What overflows a float type may or may not be an infinity there.
    const bool mayOverflow =
        isFloat(op.to) && (isFloat(from) ? maxFinite(op.to) < maxFinite(from)
                                         : op.to == ElementType::F16 && bitWidth(from) > 16);
    return mayOverflow ? yieldComputed(read()) : yield(read());
  }
  bool pass(const Reduce &op) { return fold(op.function); }
  bool pass(const ReduceWindow &op) { return fold(op.function); }
  bool pass(const Scan &op) { return fold(op.function); }
  bool fold(ReduceKind function) {
    const bool isChoice = function == ReduceKind::Max || function == ReduceKind::Min;
    return isChoice ? yield(read()) : yieldComputed(read());
  }
  bool pass(const Scatter &op) { return scatter(op.combine, op.unique); }
  bool pass(const ScatterNd &op) { return scatter(op.combine, op.unique); }
  bool scatter(Combine combine, bool unique) {
    const Reach indices = operand(1), moved = operand(0) | operand(2);
    if (indices.changed || (unique && indices.open))
      return false;
    return combine == Combine::Add ? yieldComputed(moved) : yield(moved);
  }
  bool pass(const Gather &) { return !operand(1).changed && yield(operand(0)); }
  bool pass(const GatherNd &) { return !operand(1).changed && yield(operand(0)); }
  bool pass(const OneHot &) { return !operand(0).changed; }
  bool pass(const ArgReduce &) { return choose(); }
  bool pass(const Topk &) { return choose(); }
  /// Values, and places that are in range whatever the values are.
  bool choose() {
    const Reach from = operand(0);
    yield(from);
    yield({false, false, from.changed || from.open}, 1);
    return !from.nan;
  }
  bool pass(const Sort &) {
    const Reach key = operand(0);
    const auto count = program.node(node).operands.size();
    for (size_t i = 0; i < count; ++i) {
      Reach sorted = operand(i);
      sorted.open |= key.changed || key.open;
      yield(sorted, static_cast<int>(i));
    }
    return !key.nan;
  }

  const Program &program;
  const std::set<ValueId> &positive;
  std::vector<Reach> reaches;
  int node = 0;
};

} // namespace

bool staysDefined(const Program &program, std::span<const ReachStart> starts,
                  const std::set<ValueId> &positive) {
  Flow flow(program, positive);
  for (const ReachStart &start : starts)
    flow.start(start.value, start.reach);
  return flow.isDefined();
}

} // namespace assay
