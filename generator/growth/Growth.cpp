#include "generator/growth/ResultFacts.h"

#include <limits>

namespace assay {

static double countOf(const Extents &extents, const TensorType &type, size_t run) {
  return elementsAt(type, extents.bindingsByRun()[run]);
}

Growth::Growth(Random &random, const Profile &profile)
    : random(random), profile(profile), extents(random, profile) {
  isBounded = random.chance(profile.boundedPercent);
  // Small programs find as much as large ones, sooner: most get a small part of the budget.
  const double share = random.chance(6) ? 1.0 : std::exp2(-3.0 - 4.0 * random.unit());
  elementBudget = profile.maxElements * share;
  workBudget = profile.maxWork * share;
  if (random.chance(profile.complexPercent)) {
    elements = {ElementType::C64, ElementType::C64, ElementType::F32};
    return;
  }
  for (int64_t i = random.between(1, 3); i > 0; --i)
    elements.push_back(allElementTypes[pickWeighted(random, profile.elements)]);
  // Reals need a type that holds them.
  if (isBounded && std::none_of(elements.begin(), elements.end(), isFloat) && random.chance(80))
    elements.push_back(allElementTypes[pickWeighted(random, std::span(profile.elements).first(4))]);
}

ElementType Growth::drawElement(const std::function<bool(ElementType)> &accept) {
  std::vector<ElementType> fitting;
  for (ElementType element : elements)
    if (accept(element))
      fitting.push_back(element);
  if (!fitting.empty() && random.chance(92))
    return random.pick(fitting);
  std::array<double, std::size(allElementTypes)> weights{};
  for (size_t i = 0; i < weights.size(); ++i)
    if (accept(allElementTypes[i]) && !isComplex(allElementTypes[i]))
      weights[i] = profile.elements[i] + 0.01;
  if (std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; }))
    return ElementType::C64;
  return allElementTypes[pickWeighted(random, weights)];
}

int64_t Growth::elementLimit() const {
  return static_cast<int64_t>(elementBudget / 4 / static_cast<double>(extents.runs())) + 1;
}

bool Growth::affordable(const TensorType &type) const {
  for (size_t run = 0; run < extents.runs(); ++run)
    if (countOf(extents, type, run) > static_cast<double>(elementLimit()))
      return false;
  return true;
}

bool Growth::makeRoom(const TensorType &type) {
  double elements = 0;
  for (size_t run = 0; run < extents.runs(); ++run)
    elements += countOf(extents, type, run);
  elementBudget = std::max(elementBudget, std::min(16 * elements, profile.maxElements));
  workBudget = std::max(workBudget, profile.maxWork / 4);
  return affordable(type);
}

bool Growth::exhausted() const { return elementBudget < 16 || workBudget < 64 || extents.full(); }

Dim Growth::drawDim(std::span<const Dim> dims) {
  double taken = 1;
  for (const Dim &dim : dims)
    taken *= static_cast<double>(std::max<int64_t>(extents.greatest(dim), 1));
  return extents.any(
      std::max<int64_t>(1, static_cast<int64_t>(static_cast<double>(elementLimit()) / taken)));
}

std::vector<Dim> Growth::drawDims(int64_t rank) {
  std::vector<Dim> dims;
  for (int64_t i = 0; i < rank; ++i)
    dims.push_back(drawDim(dims));
  random.shuffle(dims);
  return dims;
}

int64_t Growth::drawRank(int64_t least, int64_t greatest) {
  const double weights[] = {4, 20, 40, 24, 9, 3};
  for (int attempt = 0; attempt < 8; ++attempt) {
    auto rank = static_cast<int64_t>(pickWeighted(random, weights));
    if (rank >= least && rank <= greatest)
      return rank;
  }
  return least;
}

Handle Growth::argument(TensorType type, const InputWish &wish) {
  DrawnInput input = drawInput(random, extents, type, wish, isBounded);
  for (size_t run = 0; run < extents.runs(); ++run)
    elementBudget -= countOf(extents, type, run);
  GrownValue made;
  made.type = type;
  made.facts = input.facts;
  made.argument = static_cast<int>(argumentTypes.size());
  argumentTypes.push_back(std::move(type));
  recipes.push_back(std::move(input.recipes));
  grown.push_back(std::move(made));
  return static_cast<Handle>(grown.size()) - 1;
}

std::optional<Handle> Growth::pick(const std::function<bool(const GrownValue &)> &accept,
                                   std::span<const Handle> apart) {
  // What reads a value that may be one of several says little itself.
  const bool passesOverOpen = random.chance(60);
  std::vector<Handle> fitting;
  fitting.reserve(2 * grown.size());
  for (size_t i = 0; i < grown.size(); ++i) {
    const auto handle = static_cast<Handle>(i);
    if (passesOverOpen && grown[i].facts.open)
      continue;
    if (!accept(grown[i]) || std::find(apart.begin(), apart.end(), handle) != apart.end())
      continue;
    fitting.push_back(handle);
    if (grown[i].uses == 0 && grown[i].node >= 0)
      fitting.push_back(handle);
  }
  if (fitting.empty())
    return std::nullopt;
  // The square root pulls towards the end of the list: chains grow rather than stars.
  double at = random.chance(60) ? std::sqrt(random.unit()) : random.unit();
  auto index = static_cast<size_t>(at * static_cast<double>(fitting.size()));
  return fitting[std::min(index, fitting.size() - 1)];
}

OperandTypes Growth::typesOf(const std::vector<Handle> &handles) {
  return operandBuffer.of(handles,
                          [&](Handle handle) -> const TensorType & { return type(handle); });
}

std::optional<Handle> Growth::destinationFor(const Op &op, const Inference &inference) {
  TensorType wanted = inference.results[0];
  if (const Scan *scan = std::get_if<Scan>(&op))
    wanted.dims.erase(wanted.dims.begin() + scan->dim);
  const bool initial = destinationRole(kindOf(op)) == DestinationRole::Initial;
  auto found = pick([&](const GrownValue &value) {
    return value.type == wanted &&
           (!initial || (value.facts.finite() && !value.facts.nan && !value.facts.open));
  });
  if (found && random.chance(70))
    return found;
  if (!affordable(wanted) || argumentTypes.size() > 24)
    return found;
  if (!initial || random.chance(60) || !isNumber(wanted.element))
    return random.chance(50) ? std::optional(argument(wanted)) : fill(wanted, 0);
  return fill(wanted, static_cast<double>(random.between(-3, 3)));
}

double Growth::workOf(const Op &op, const std::vector<Handle> &operands, const Inference &inference,
                      size_t run) const {
  double work = 0;
  for (Handle operand : operands)
    work += countOf(extents, type(operand), run);
  for (const TensorType &result : inference.results)
    work += countOf(extents, result, run);
  if (traitsOf(op).work == Work::Elements)
    return work;
  const Bindings &bindings = extents.bindingsByRun()[run];
  std::vector<Shape> read, written;
  for (Handle operand : operands)
    read.push_back(type(operand).shape(bindings));
  for (const TensorType &result : inference.results)
    written.push_back(result.shape(bindings));
  return work + ownSteps(op, read, written);
}

std::optional<Handle> Growth::add(Op op, std::vector<Handle> operands, DestinationChoice choice) {
  if (choice == DestinationChoice::Drawn && destinationRole(kindOf(op)) != DestinationRole::None &&
      random.chance(profile.destinationPercent)) {
    auto inference = infer(op, typesOf(operands));
    if (inference && affordable(inference->results[0]))
      if (auto result = addWith(op, operands, destinationFor(op, *inference)))
        return result;
  }
  return addWith(std::move(op), std::move(operands), std::nullopt);
}

bool Growth::leavesRange(Facts &result, const Op &op, ElementType element) {
  const auto *binary = std::get_if<Binary>(&op);
  if (element != ElementType::F16 || !binary || binary->function != BinaryKind::Mul ||
      result.magnitude() <= tameMagnitude(element) || result.nan || !random.chance(50))
    return false;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  result = Facts::of({-infinity, infinity}, false);
  result.nan = result.open = true;
  return true;
}

ResultFacts Growth::factsOfResults(const Op &op, const Application &application,
                                   const LeavesRange &leavesRange) const {
  ResultFacts results =
      std::visit([&](const auto &self) { return factsOf(self, application); }, op);
  if (!results)
    return std::nullopt;
  const bool isOpen = !std::holds_alternative<Fill>(op) &&
                      std::ranges::any_of(application.operands,
                                          [&](Handle operand) { return facts(operand).open; });
  for (size_t i = 0; i < results->size(); ++i) {
    Facts &result = (*results)[i];
    const ElementType element = application.inference.results[i].element;
    result.open = result.open || isOpen;
    if (traitsOf(op).moved != noOperand)
      continue;
    if (!settle(result, element) && !leavesRange(i, result))
      return std::nullopt;
    if (!isBounded && isFloat(element) && !result.integral)
      return std::nullopt;
  }
  return results;
}

bool Growth::widen(Handle argument, Interval range) {
  std::vector<Facts> before;
  before.reserve(grown.size());
  for (const GrownValue &value : grown)
    before.push_back(value.facts);
  std::vector<bool> isWider(grown.size());
  const auto set = [&](Handle handle, const Facts &facts) {
    isWider[static_cast<size_t>(handle)] = true;
    grown[static_cast<size_t>(handle)].facts = facts;
  };
  Facts wider = facts(argument);
  wider.ranges.fill(range);
  wider.distinctAxis = -1;
  wider.scale = range.magnitude() / 2;
  set(argument, wider);
  for (const GrownNode &node : grownNodes) {
    const auto isRead = [&](Handle handle) { return isWider[static_cast<size_t>(handle)]; };
    if (!std::ranges::any_of(node.operands, isRead) &&
        !(node.destination && isRead(*node.destination)))
      continue;
    const Expected<Inference> inference = infer(node.op, typesOf(node.operands));
    ASSAY_ASSERT(inference, "a node that was grown is valid");
    const Application application{*this, node.operands, node.destination, *inference};
    // What left its range before may go on to do so.
    const auto leaves = [&](size_t i, Facts &result) {
      result = before[static_cast<size_t>(node.first) + i];
      return !result.finite();
    };
    const ResultFacts results = factsOfResults(node.op, application, leaves);
    if (!results) {
      for (size_t i = 0; i < grown.size(); ++i)
        grown[i].facts = before[i];
      return false;
    }
    for (int i = 0; i < node.results; ++i)
      set(node.first + i, (*results)[static_cast<size_t>(i)]);
  }
  return true;
}

std::optional<Handle> Growth::addWith(Op op, std::vector<Handle> operands,
                                      std::optional<Handle> destination) {
  auto inference = infer(op, typesOf(operands));
  ASSAY_ASSERT(inference, inference ? "" : inference.error().message.c_str());
  for (const Dim &dim : inference->nonNegative)
    if (!extents.holds(dim))
      return std::nullopt;
  double elementCost = 0, workCost = 0;
  for (size_t run = 0; run < extents.runs(); ++run) {
    for (const TensorType &result : inference->results)
      elementCost += countOf(extents, result, run);
    workCost += workOf(op, operands, *inference, run);
  }
  // A handful of elements is always affordable, so that no program stays empty.
  if (elementCost > std::max(elementBudget, 64.0) || workCost > std::max(workBudget, 256.0))
    return std::nullopt;
  for (const TensorType &result : inference->results)
    for (const Dim &dim : result.dims)
      if (!extents.holds(dim) || dim.terms().size() > 6 ||
          std::any_of(dim.terms().begin(), dim.terms().end(),
                      [](const Dim::Term &term) { return term.symbols.size() > 4; }))
        return std::nullopt;

  const auto leaves = [&](size_t i, Facts &result) {
    return leavesRange(result, op, inference->results[i].element);
  };
  const ResultFacts results =
      factsOfResults(op, {*this, operands, destination, *inference}, leaves);
  if (!results)
    return std::nullopt;

  elementBudget -= elementCost;
  workBudget -= workCost;
  GrownNode node;
  // What passes are written for, rather more often than what they must see to be the same.
  node.spelling =
      random.chance(30) ? spellingsOf(kindOf(op)).front() : random.pick(spellingsOf(kindOf(op)));
  node.first = static_cast<Handle>(grown.size());
  node.results = static_cast<int>(results->size());
  for (Handle operand : operands)
    ++grown[static_cast<size_t>(operand)].uses;
  if (destination)
    ++grown[static_cast<size_t>(*destination)].uses;
  for (size_t i = 0; i < results->size(); ++i) {
    GrownValue made;
    made.type = std::move(inference->results[i]);
    made.facts = (*results)[i];
    made.node = static_cast<int>(grownNodes.size());
    grown.push_back(std::move(made));
  }
  node.op = std::move(op);
  node.operands = std::move(operands);
  node.destination = destination;
  grownNodes.push_back(std::move(node));
  return grownNodes.back().first;
}

Growth::Mark Growth::mark() const {
  return {grown.size(),      grownNodes.size(), argumentTypes.size(),
          extents.symbols(), elementBudget,     workBudget};
}

void Growth::rollBack(const Mark &mark) {
  for (size_t node = mark.nodes; node < grownNodes.size(); ++node) {
    for (Handle operand : grownNodes[node].operands)
      --grown[static_cast<size_t>(operand)].uses;
    if (grownNodes[node].destination)
      --grown[static_cast<size_t>(*grownNodes[node].destination)].uses;
  }
  grown.resize(mark.values);
  grownNodes.resize(mark.nodes);
  argumentTypes.resize(mark.arguments);
  recipes.resize(mark.arguments);
  extents.rollBack(mark.symbols);
  elementBudget = mark.elementBudget;
  workBudget = mark.workBudget;
}

std::optional<Handle> Growth::fill(const TensorType &type, double value) {
  return add(Fill{type.dims, type.element, value}, {}, DestinationChoice::None);
}

} // namespace assay
