#include "generator/growth/SpecialValues.h"

#include "generator/growth/AimedInputs.h"
#include "generator/growth/Extents.h"
#include "generator/growth/InputReach.h"

#include <limits>

namespace assay {

namespace {

/// Draws where special values stand in one program.
class SpecialValueDrawer {
public:
  SpecialValueDrawer(Random &random, const Program &program, Recipes &recipes)
      : random(random), program(program), recipes(recipes),
        arguments(program.arguments().size(), Special::None), nodes(program.nodes().size()) {}

  Program draw() {
    const std::vector<double> keptPercents = percentKeptPlain(program);
    for (size_t i = 0; i < arguments.size(); ++i)
      if (holdsReals(program.arguments()[i].element) && random.chance(90) &&
          !random.chance(keptPercents[i]))
        tryArgument(i);
    for (size_t i = 0; i < nodes.size(); ++i)
      if (holdsReals(program.type(program.firstResult(static_cast<int>(i))).element) &&
          random.chance(40))
        tryNode(i);
    applyToArguments();
    return withNodes();
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
    const Op &op = program.nodes()[node].op;
    if (!std::holds_alternative<Fill>(op) && !std::holds_alternative<Pad>(op) &&
        !std::holds_alternative<Constant>(op))
      return;
    // A product of complex NaN and infinities may be anything.
    if (isComplex(program.type(program.firstResult(static_cast<int>(node))).element) &&
        random.chance(75))
      return;
    nodes[node] = random.pick(values);
    if (!isDefined())
      nodes[node].reset();
  }

  bool isDefined() const {
    std::vector<ReachStart> starts;
    for (size_t i = 0; i < arguments.size(); ++i)
      starts.push_back({static_cast<ValueId>(i), reachOf(arguments[i])});
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i])
        starts.push_back({program.firstResult(static_cast<int>(i)), {std::isnan(*nodes[i]), true}});
    return staysDefined(program, starts);
  }

  void applyToArguments() {
    for (size_t i = 0; i < arguments.size(); ++i)
      for (Recipe &recipe : recipes[i])
        recipe.special = arguments[i];
  }

  Program withNodes() {
    if (std::ranges::none_of(nodes, [](const auto &value) { return value.has_value(); }))
      return program;
    ProgramParts parts = program.parts();
    for (size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i])
        setValue(parts.nodes[i].op, *nodes[i]);
    return Program::makeValid(std::move(parts));
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
  const Program &program;
  Recipes &recipes;
  std::vector<Special> arguments;
  std::vector<std::optional<double>> nodes; // what they hold instead
};

} // namespace

Program withSpecialValues(Random &random, const Profile &profile, const Program &program,
                          Recipes &recipes) {
  if (!random.chance(profile.specialPercent))
    return program;
  return SpecialValueDrawer(random, program, recipes).draw();
}

} // namespace assay
