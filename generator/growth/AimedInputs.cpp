#include "generator/growth/AimedInputs.h"

#include "generator/growth/Facts.h"

namespace assay {

namespace {

/// Where the elements of a recipe for reals lie; nothing for other recipes.
std::optional<Interval> rangeOfReals(const Recipe &recipe) {
  switch (recipe.distribution) {
  case Distribution::Uniform:
    return Interval{recipe.low, recipe.high};
  case Distribution::Normal:
    return Interval{recipe.low - 6 * recipe.high, recipe.low + 6 * recipe.high};
  case Distribution::LogUniform: {
    const double most = std::exp2(std::floor(recipe.high) + 1);
    return Interval{-most, most};
  }
  default:
    return std::nullopt;
  }
}

bool isRounding(UnaryKind function) {
  return function == UnaryKind::Floor || function == UnaryKind::Ceil ||
         function == UnaryKind::RoundEven;
}

bool divides(BinaryKind function) {
  return function == BinaryKind::Div || function == BinaryKind::FloorDiv ||
         function == BinaryKind::Rem;
}

/// What operand `i` of the node would best be drawn by, if its type lets it.
std::optional<Distribution> aimOf(const Program &program, const Node &node, size_t i) {
  const ElementType element = program.type(node.operands[i]).element;
  if (isFloat(element)) {
    if (const auto *unary = std::get_if<Unary>(&node.op); unary && isRounding(unary->function))
      return Distribution::Halves;
    const auto *cast = std::get_if<Cast>(&node.op);
    if (cast && isBool(cast->to))
      return Distribution::Integers; // or 0 is never among them
    if (cast && (isInteger(cast->to) || (isFloat(cast->to) && bitWidth(cast->to) == 16)))
      return Distribution::Halves;
  }
  const auto *binary = std::get_if<Binary>(&node.op);
  if (isInteger(element) && binary && divides(binary->function) && !binary->isUnsigned)
    return Distribution::Unlike;
  switch (kindOf(node.op)) {
  case OpKind::Topk:
  case OpKind::Sort:
  case OpKind::ArgReduce:
    return i == 0 ? std::optional(Distribution::Ties) : std::nullopt;
  case OpKind::OneHot:
    return Distribution::Edges;
  case OpKind::Gather:
  case OpKind::GatherNd:
  case OpKind::Scatter:
  case OpKind::ScatterNd:
    return i == 1 ? std::optional(Distribution::Edges) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Whether what is drawn so may be drawn as `aim` says, without a change of what is known of it.
bool mayBecome(const Recipe &recipe, Distribution aim) {
  const bool isReal = rangeOfReals(recipe).has_value();
  switch (aim) {
  case Distribution::Halves:
  case Distribution::Integers:
    return isReal;
  case Distribution::Ties:
    return isReal || recipe.distribution == Distribution::Integers;
  case Distribution::Unlike:
  case Distribution::Edges:
    return recipe.distribution == Distribution::Integers;
  default:
    return false;
  }
}

/// For each value the argument whose elements it is made of, by ops that move them; of several the
/// first.
std::vector<std::optional<ValueId>> originsIn(const Program &program) {
  std::vector<std::optional<ValueId>> origins(static_cast<size_t>(program.valueCount()));
  for (size_t argument = 0; argument < program.arguments().size(); ++argument)
    origins[argument] = static_cast<ValueId>(argument);
  for (int i = 0; i < static_cast<int>(program.nodes().size()); ++i) {
    const Node &node = program.node(i);
    const Operands moved = traitsOf(node.op).moved;
    for (size_t operand = 0; operand < node.operands.size(); ++operand)
      if (contains(moved, operand)) {
        origins[static_cast<size_t>(program.firstResult(i))] =
            origins[static_cast<size_t>(node.operands[operand])];
        break;
      }
  }
  return origins;
}

} // namespace

void aimInputs(Random &random, const Program &program, Recipes &recipes) {
  const auto origins = originsIn(program);
  for (const Node &node : program.nodes())
    for (size_t i = 0; i < node.operands.size(); ++i) {
      const auto argument = origins[static_cast<size_t>(node.operands[i])];
      const std::optional<Distribution> aim =
          argument ? aimOf(program, node, i) : std::optional<Distribution>();
      if (!aim || !random.chance(50))
        continue;
      for (Recipe &recipe : recipes[static_cast<size_t>(*argument)]) {
        if (!mayBecome(recipe, *aim))
          continue;
        if (const auto range = rangeOfReals(recipe)) {
          recipe.low = range->low;
          recipe.high = range->high;
        }
        recipe.distribution = *aim;
      }
    }
}

} // namespace assay
