#include "generator/growth/AimedInputs.h"

#include "generator/growth/Operands.h"

#include <functional>

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

/// By value, whether a node reads it.
std::vector<bool> readValues(const Program &program) {
  std::vector<bool> isRead(static_cast<size_t>(program.valueCount()));
  for (const Node &node : program.nodes()) {
    for (ValueId operand : node.operands)
      isRead[static_cast<size_t>(operand)] = true;
    if (node.destination && destinationRole(kindOf(node.op)) == DestinationRole::Initial)
      isRead[static_cast<size_t>(*node.destination)] = true;
  }
  return isRead;
}

/// Whether nodes read what goes with the keys that the node orders, where keys may be equal.
bool readsOrder(const Program &program, const std::vector<bool> &isRead, int node) {
  const Op &op = program.node(node).op;
  const auto *argReduce = std::get_if<ArgReduce>(&op);
  const bool orders = std::holds_alternative<Topk>(op) || std::holds_alternative<Sort>(op) ||
                      (argReduce && !argReduce->firstIndex);
  const auto first = isRead.begin() + program.firstResult(node);
  return orders && std::any_of(first + 1, first + program.resultCount(node), std::identity());
}

/// What operand `i` of the node would best be drawn by, if its type lets it. Equal keys are for
/// orders that are returned: percentKeptPlain().
std::optional<Distribution> aimOf(const Program &program, const Node &node, size_t i,
                                  bool readsItsOrder) {
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
  if (isInteger(element) && binary && isDivision(binary->function) && !binary->isUnsigned)
    return Distribution::Unlike;
  switch (kindOf(node.op)) {
  case OpKind::Topk:
  case OpKind::Sort:
  case OpKind::ArgReduce:
    if (i != 0)
      return std::nullopt;
    if (!readsItsOrder)
      return Distribution::Ties;
    // Reals of more bits are hardly ever equal.
    return program.isArgument(node.operands[0]) && bitWidth(element) <= 16
               ? std::optional(Distribution::Distinct)
               : std::nullopt;
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

/// Ties are aimed at in fewer places than others.
double percentAimed(Distribution aim) {
  return aim == Distribution::Distinct ? 90 : aim == Distribution::Ties ? 60 : 50;
}

/// The dim along which the op orders its first operand.
int64_t orderedDim(const Op &op) {
  if (const auto *topk = std::get_if<Topk>(&op))
    return topk->dim;
  if (const auto *sort = std::get_if<Sort>(&op))
    return sort->dim;
  return std::get<ArgReduce>(op).dim;
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
  case Distribution::Distinct:
    return recipe.distribution == Distribution::Integers ||
           (isReal && recipe.high - recipe.low >= 16);
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

/// For each value the finite numbers that the program holds and that its elements are, by ops that
/// move them; some of those of a long constant.
std::vector<std::vector<double>> numbersIn(const Program &program) {
  constexpr int64_t most = 8;
  std::vector<std::vector<double>> numbers(static_cast<size_t>(program.valueCount()));
  for (int i = 0; i < static_cast<int>(program.nodes().size()); ++i) {
    const Node &node = program.node(i);
    std::vector<double> &held = numbers[static_cast<size_t>(program.firstResult(i))];
    if (const auto *fill = std::get_if<Fill>(&node.op))
      held.push_back(fill->value);
    if (const auto *constant = std::get_if<Constant>(&node.op))
      for (int64_t element = 0; element < std::min(most, constant->value.size()); ++element)
        held.push_back(constant->value.real(element));
    std::erase_if(held, [](double value) { return !std::isfinite(value); });
    const Operands moved = traitsOf(node.op).moved;
    for (size_t operand = 0; operand < node.operands.size(); ++operand)
      if (contains(moved, operand)) {
        const auto &of = numbers[static_cast<size_t>(node.operands[operand])];
        held.insert(held.end(), of.begin(), of.end());
      }
  }
  return numbers;
}

} // namespace

void aimInputs(Random &random, const Program &program, Recipes &recipes) {
  const auto origins = originsIn(program);
  const std::vector<bool> isRead = readValues(program);
  for (int id = 0; id < static_cast<int>(program.nodes().size()); ++id) {
    const Node &node = program.node(id);
    const bool readsItsOrder = readsOrder(program, isRead, id);
    for (size_t i = 0; i < node.operands.size(); ++i) {
      const auto argument = origins[static_cast<size_t>(node.operands[i])];
      const std::optional<Distribution> aim =
          argument ? aimOf(program, node, i, readsItsOrder) : std::optional<Distribution>();
      if (!aim || !random.chance(percentAimed(*aim)))
        continue;
      for (Recipe &recipe : recipes[static_cast<size_t>(*argument)]) {
        if (!mayBecome(recipe, *aim))
          continue;
        if (const auto range = rangeOfReals(recipe)) {
          recipe.low = range->low;
          recipe.high = range->high;
        }
        recipe.distribution = *aim;
        if (aim == Distribution::Distinct)
          recipe.axis = orderedDim(node.op);
      }
    }
  }
}

std::vector<double> percentKeptPlain(const Program &program) {
  const auto origins = originsIn(program);
  const std::vector<bool> isRead = readValues(program);
  std::vector<double> percents(program.arguments().size());
  for (int id = 0; id < static_cast<int>(program.nodes().size()); ++id) {
    const Node &node = program.node(id);
    auto keep = [&](size_t operand, double percent) {
      if (const auto argument = origins[static_cast<size_t>(node.operands[operand])])
        percents[static_cast<size_t>(*argument)] =
            std::max(percents[static_cast<size_t>(*argument)], percent);
    };
    if (readsOrder(program, isRead, id))
      keep(0, 95);
    if (const auto *binary = std::get_if<Binary>(&node.op);
        binary && isComplex(program.type(node.operands[0]).element) &&
        (binary->function == BinaryKind::Mul || binary->function == BinaryKind::Div))
      for (size_t operand = 0; operand < 2; ++operand)
        keep(operand, 60);
    if (const auto *conv = std::get_if<Conv>(&node.op); conv && conv->windows.isPadded())
      keep(1, 50);
    if (const auto *attention = std::get_if<Attention>(&node.op);
        attention && (attention->causal || attention->mask != MaskKind::None))
      for (size_t operand = 0; operand < 3; ++operand)
        keep(operand, 50);
  }
  return percents;
}

std::vector<std::vector<double>> numbersMet(const Program &program) {
  const auto origins = originsIn(program);
  const auto numbers = numbersIn(program);
  std::vector<std::vector<double>> met(program.arguments().size());
  const auto meet = [&](ValueId value, ValueId other) {
    const auto argument = origins[static_cast<size_t>(value)];
    if (!argument)
      return;
    if (const ElementType element = program.type(*argument).element;
        isBool(element) || isComplex(element))
      return;
    const auto &held = numbers[static_cast<size_t>(other)];
    auto &ofArgument = met[static_cast<size_t>(*argument)];
    ofArgument.insert(ofArgument.end(), held.begin(), held.end());
  };
  for (const Node &node : program.nodes()) {
    if (std::holds_alternative<Binary>(node.op) || std::holds_alternative<Compare>(node.op)) {
      meet(node.operands[0], node.operands[1]);
      meet(node.operands[1], node.operands[0]);
    }
    if (node.destination && destinationRole(kindOf(node.op)) == DestinationRole::Initial)
      meet(node.operands[0], *node.destination);
  }
  return met;
}

std::vector<double> exponentsReach(const Program &program) {
  const auto origins = originsIn(program);
  std::vector<double> reach(program.arguments().size());
  const auto read = [&](ValueId value, double ofF32, double ofF64) {
    if (const auto argument = origins[static_cast<size_t>(value)]) {
      double &known = reach[static_cast<size_t>(*argument)];
      known = std::max(known, bitWidth(program.type(*argument).element) == 64 ? ofF64 : ofF32);
    }
  };
  for (const Node &node : program.nodes()) {
    // exp() overflows above 88.7 and 709.8.
    if (std::holds_alternative<Softmax>(node.op))
      read(node.operands[0], 100, 800);
    // As products of a query with a key do from about there on.
    if (std::holds_alternative<Attention>(node.op))
      for (size_t operand = 0; operand < 2; ++operand)
        read(node.operands[operand], 12, 32);
  }
  return reach;
}

} // namespace assay
