#include "program/Program.h"

#include "program/OperandBuffer.h"
#include "support/Assert.h"
#include "support/NameOf.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

namespace assay {

namespace {

std::string_view spellingName(Spelling spelling) { return nameOf(spelling); }

/// Builds the derived state of a Program while checking its parts.
class Checker {
public:
  explicit Checker(const ProgramParts &parts) : parts(parts) {}

  std::optional<Rejection> check() {
    if (parts.symbols < 0 || parts.symbols > maxSymbols)
      return Rejection{"/symbols", fmt::format("must be 0 .. {}", maxSymbols)};
    if (parts.arguments.size() > maxArguments)
      return Rejection{"/arguments", fmt::format("more than {} arguments", maxArguments)};
    if (parts.nodes.size() > maxNodes)
      return Rejection{"/nodes", fmt::format("more than {} nodes", maxNodes)};
    // Most nodes have one result.
    types.reserve(parts.arguments.size() + parts.nodes.size() + 8);
    for (size_t i = 0; i < parts.arguments.size(); ++i) {
      if (auto rejection = checkType(parts.arguments[i]))
        return Rejection{fmt::format("/arguments/{}", i), *rejection};
      types.push_back(parts.arguments[i]);
    }
    firstResults.reserve(parts.nodes.size() + 1);
    for (size_t i = 0; i < parts.nodes.size(); ++i)
      if (auto rejection = checkNode(parts.nodes[i]))
        return Rejection{fmt::format("/nodes/{}{}", i, rejection->place), rejection->message};
    firstResults.push_back(static_cast<ValueId>(types.size()));
    if (parts.returns.empty())
      return Rejection{"/returns", "a program returns at least one value"};
    for (size_t i = 0; i < parts.returns.size(); ++i)
      if (!exists(parts.returns[i]))
        return Rejection{fmt::format("/returns/{}", i), noSuchValue(parts.returns[i])};
    for (size_t i = 0; i < parts.groups.size(); ++i)
      if (auto rejection = checkGroup(i))
        return Rejection{fmt::format("/groups/{}", i), *rejection};
    std::sort(nonNegative.begin(), nonNegative.end());
    nonNegative.erase(std::unique(nonNegative.begin(), nonNegative.end()), nonNegative.end());
    return std::nullopt;
  }

  std::vector<TensorType> types;
  std::vector<ValueId> firstResults;
  std::vector<Dim> nonNegative;

private:
  bool exists(ValueId value) const {
    return value >= 0 && value < static_cast<ValueId>(types.size());
  }
  std::string noSuchValue(ValueId value) const {
    return fmt::format("value {} is not defined before here ({} values are)", value, types.size());
  }

  std::optional<std::string> checkDim(const Dim &dim) const {
    for (const Dim::Term &term : dim.terms())
      if (term.symbols.size() > maxDegree)
        return fmt::format("dim {} multiplies more than {} symbols", dim.text(), maxDegree);
    for (const Dim::Term &term : dim.terms())
      for (SymbolId id : term.symbols)
        if (id >= parts.symbols)
          return fmt::format("dim {} uses d{}, but the program has {} symbols", dim.text(), id,
                             parts.symbols);
    return std::nullopt;
  }

  std::optional<std::string> require(Dim dim) {
    auto constant = dim.constant();
    if (!constant)
      nonNegative.push_back(std::move(dim));
    else if (*constant < 0)
      return fmt::format("needs {} >= 0", *constant);
    return std::nullopt;
  }

  std::optional<std::string> checkType(const TensorType &type) {
    if (type.dims.size() > maxRank)
      return fmt::format("rank {} is above {}", type.dims.size(), maxRank);
    for (const Dim &dim : type.dims) {
      if (auto rejection = checkDim(dim))
        return rejection;
      if (dim.constant() && *dim.constant() < 0)
        return fmt::format("extent {} is negative", *dim.constant());
      // A lone symbol is bound to an extent, which Bindings keep >= 0.
      if (!dim.asSymbol())
        (void)require(dim);
    }
    return std::nullopt;
  }

  std::optional<Rejection> checkNode(const Node &node) {
    for (size_t i = 0; i < node.operands.size(); ++i)
      if (!exists(node.operands[i]))
        return Rejection{fmt::format("/operands/{}", i), noSuchValue(node.operands[i])};
    OpKind kind = kindOf(node.op);
    Spellings spellings = spellingsOf(kind);
    if (std::find(spellings.begin(), spellings.end(), node.spelling) == spellings.end())
      return Rejection{
          "/spelling",
          fmt::format("{} has no spelling '{}'; there are {}", name(kind),
                      spellingName(node.spelling),
                      fmt::join(std::views::transform(spellings, spellingName), ", "))};
    std::optional<std::string> badDim;
    forEachDim(node.op, [&](const Dim &dim) {
      if (!badDim)
        badDim = checkDim(dim);
    });
    if (badDim)
      return Rejection{"", *badDim};
    auto inference =
        infer(node.op, operands.of(node.operands, [&](ValueId operand) -> const TensorType & {
          return types[static_cast<size_t>(operand)];
        }));
    if (!inference)
      return Rejection{"", fmt::format("{}: {}", name(kind), inference.error().message)};
    if (node.destination) {
      if (destinationRole(kind) == DestinationRole::None)
        return Rejection{"/destination", fmt::format("{} takes no destination", name(kind))};
      if (!exists(*node.destination))
        return Rejection{"/destination", noSuchValue(*node.destination)};
      TensorType expected = destinationType(node.op, *inference);
      const TensorType &actual = types[static_cast<size_t>(*node.destination)];
      if (actual != expected)
        return Rejection{"/destination",
                         fmt::format("must be {}, not {}", expected.text(), actual.text())};
    }
    for (Dim &dim : inference->nonNegative)
      if (auto rejection = require(std::move(dim)))
        return Rejection{"", fmt::format("{}: {}", name(kind), *rejection)};
    firstResults.push_back(static_cast<ValueId>(types.size()));
    for (TensorType &type : inference->results) {
      if (auto rejection = checkType(type))
        return Rejection{"", fmt::format("{}: {}", name(kind), *rejection)};
      types.push_back(std::move(type));
    }
    return std::nullopt;
  }

  static TensorType destinationType(const Op &op, const Inference &inference) {
    TensorType type = inference.results[0];
    if (const Scan *scan = std::get_if<Scan>(&op))
      type.dims.erase(type.dims.begin() + scan->dim);
    return type;
  }

  std::optional<std::string> checkGroup(size_t index) const {
    const Group &group = parts.groups[index];
    if (group.first < 0 || group.end <= group.first ||
        group.end > static_cast<int>(parts.nodes.size()))
      return fmt::format("nodes {} .. {} do not exist", group.first, group.end);
    for (size_t i = 0; i < index; ++i) {
      const Group &other = parts.groups[i];
      bool disjoint = group.end <= other.first || other.end <= group.first;
      bool inside = group.first >= other.first && group.end <= other.end;
      if (!disjoint && (!inside || other.kind == Group::Kind::Body))
        return fmt::format("overlaps group {}: list outer functions first, nest nothing in a body",
                           i);
    }
    if (group.kind == Group::Kind::Function)
      return std::nullopt;
    const std::vector<Dim> &dims =
        types[static_cast<size_t>(firstResults[static_cast<size_t>(group.first)])].dims;
    for (int i = group.first; i < group.end; ++i) {
      if (!traitsOf(parts.nodes[static_cast<size_t>(i)].op).isPointwise)
        return fmt::format("node {} is not elementwise and cannot stand in a body", i);
      if (types[static_cast<size_t>(firstResults[static_cast<size_t>(i)])].dims != dims)
        return fmt::format("node {} differs in shape from the body's first", i);
    }
    return std::nullopt;
  }

  const ProgramParts &parts;
  OperandBuffer operands;
};

} // namespace

std::variant<Program, Rejection> Program::make(ProgramParts parts) {
  Checker checker(parts);
  if (auto rejection = checker.check())
    return *rejection;
  Program program;
  program.state = std::make_shared<const State>(State{std::move(parts), std::move(checker.types),
                                                      std::move(checker.firstResults),
                                                      std::move(checker.nonNegative)});
  return program;
}

Program Program::makeValid(ProgramParts parts) {
  auto made = make(std::move(parts));
  if (auto *rejection = std::get_if<Rejection>(&made)) {
    std::fprintf(stderr, "%s: %s\n", rejection->place.c_str(), rejection->message.c_str());
    ASSAY_ASSERT(false, "a program that must be valid is not");
  }
  return std::get<Program>(made);
}

int Program::producer(ValueId value) const {
  ASSAY_ASSERT(!isArgument(value) && value < valueCount(), "only results have a producer");
  auto after = std::upper_bound(state->firstResults.begin(), state->firstResults.end(), value);
  return static_cast<int>(after - state->firstResults.begin()) - 1;
}

std::vector<TensorType> Program::operandTypes(int node) const {
  std::vector<TensorType> result;
  for (ValueId operand : nodes()[static_cast<size_t>(node)].operands)
    result.push_back(type(operand));
  return result;
}

} // namespace assay
