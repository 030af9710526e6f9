#include "generator/growth/SpecialValues.h"

#include "generator/growth/Extents.h"

#include <limits>

namespace assay {

namespace {

/// What special values upstream may have made of a value.
struct Reach {
  bool nan = false;     // an element may be NaN
  bool changed = false; // an element may be another than the generator knows

  Reach operator|(const Reach &other) const { return {nan || other.nan, changed || other.changed}; }
};

/// Follows special values from where they stand through a program.
class Flow {
public:
  explicit Flow(const Program &program)
      : program(program), reaches(static_cast<size_t>(program.valueCount())) {}

  void start(ValueId value, Reach reach) { at(value) = at(value) | reach; }

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
  bool yieldComputed(Reach reach) { return yield({reach.changed, reach.changed}); }

  /// What moves elements, or makes them of nothing, takes them as they are.
  template <class AnyOp> bool pass(const AnyOp &) {
    const OpTraits &traits = AnyOp::traits;
    return traits.moved != noOperand || traits.isSource ? yield(read()) : yieldComputed(read());
  }

  bool pass(const Unary &op) {
    switch (op.function) {
    case UnaryKind::Neg:
    case UnaryKind::Abs:
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
    const bool isChoice = op.function == BinaryKind::Max || op.function == BinaryKind::Min ||
                          op.function == BinaryKind::MaxNum || op.function == BinaryKind::MinNum;
    return isChoice ? yield(read()) : yieldComputed(read());
  }
  bool pass(const Compare &) { return true; }
  bool pass(const Cast &op) {
    if (isBool(op.to))
      return true;
    return isFloat(op.to) ? yield(read()) : !read().changed;
  }
  bool pass(const Reduce &op) { return fold(op.function); }
  bool pass(const ReduceWindow &op) { return fold(op.function); }
  bool pass(const Scan &op) { return fold(op.function); }
  bool fold(ReduceKind function) {
    const bool isChoice = function == ReduceKind::Max || function == ReduceKind::Min;
    return isChoice ? yield(read()) : yieldComputed(read());
  }
  bool pass(const Scatter &op) { return scatter(op.combine); }
  bool pass(const ScatterNd &op) { return scatter(op.combine); }
  bool scatter(Combine combine) {
    return combine == Combine::Add ? yieldComputed(read()) : yield(read());
  }
  bool pass(const ArgReduce &) { return !operand(0).nan && yield(operand(0)); }
  bool pass(const Topk &) { return !operand(0).nan && yield(operand(0)); }
  bool pass(const Sort &) {
    const auto count = program.node(node).operands.size();
    for (size_t i = 0; i < count; ++i)
      yield(operand(i), static_cast<int>(i));
    return !operand(0).nan;
  }

  const Program &program;
  std::vector<Reach> reaches;
  int node = 0;
};

/// Draws where special values stand in one program.
class SpecialValueDrawer {
public:
  SpecialValueDrawer(Random &random, ProgramParts &parts, Recipes &recipes)
      : random(random), parts(parts), program(Program::makeValid(parts)), recipes(recipes),
        arguments(parts.arguments.size(), Special::None), nodes(parts.nodes.size()) {}

  void draw() {
    for (size_t i = 0; i < arguments.size(); ++i)
      if (holdsReals(parts.arguments[i].element) && random.chance(90))
        tryArgument(i);
    for (size_t i = 0; i < nodes.size(); ++i)
      if (holdsReals(program.type(program.firstResult(static_cast<int>(i))).element) &&
          random.chance(40))
        tryNode(i);
    apply();
  }

private:
  static bool holdsReals(ElementType type) { return isFloat(type) || isComplex(type); }

  static Reach reachOf(Special special) {
    return {special == Special::Nan || special == Special::Any, special != Special::None};
  }

  /// Where NaN may not stand, infinities may.
  void tryArgument(size_t argument) {
    const double kinds[] = {0, 22, 26, 52};
    const auto drawn = static_cast<Special>(pickWeighted(random, kinds));
    for (Special special : {drawn, Special::Infinite}) {
      arguments[argument] = special;
      if (isDefined())
        return;
    }
    arguments[argument] = Special::None;
  }

  void tryNode(size_t node) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::array values{std::numeric_limits<double>::quiet_NaN(), infinity, -infinity};
    const Op &op = parts.nodes[node].op;
    if (!std::holds_alternative<Fill>(op) && !std::holds_alternative<Pad>(op) &&
        !std::holds_alternative<Constant>(op))
      return;
    nodes[node] = random.pick(values);
    if (!isDefined())
      nodes[node].reset();
  }

  bool isDefined() const {
    Flow flow(program);
    for (size_t i = 0; i < arguments.size(); ++i)
      flow.start(static_cast<ValueId>(i), reachOf(arguments[i]));
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i])
        flow.start(program.firstResult(static_cast<int>(i)), {std::isnan(*nodes[i]), true});
    return flow.isDefined();
  }

  void apply() {
    for (size_t i = 0; i < arguments.size(); ++i)
      for (Recipe &recipe : recipes[i])
        recipe.special = arguments[i];
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i])
        setValue(parts.nodes[i].op, *nodes[i]);
  }

  void setValue(Op &op, double value) {
    if (auto *fill = std::get_if<Fill>(&op))
      fill->value = value;
    if (auto *pad = std::get_if<Pad>(&op))
      pad->value = value;
    if (auto *constant = std::get_if<Constant>(&op); constant && constant->value.size() > 0)
      constant->value.setReal(
          static_cast<int64_t>(random.below(static_cast<size_t>(constant->value.size()))), value);
  }

  Random &random;
  ProgramParts &parts;
  const Program program; // as it was
  Recipes &recipes;
  std::vector<Special> arguments;
  std::vector<std::optional<double>> nodes; // what they hold instead
};

} // namespace

void addSpecialValues(Random &random, const Profile &profile, ProgramParts &parts,
                      Recipes &recipes) {
  if (random.chance(profile.specialPercent))
    SpecialValueDrawer(random, parts, recipes).draw();
}

} // namespace assay
