#include "triage/known/NodePattern.h"

#include "support/NameOf.h"
#include "triage/known/Sharing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay {

using nlohmann::json;

namespace {

/// A text, or one of a list of texts.
bool isOneOf(const json &wanted, std::string_view text) {
  if (wanted.is_string())
    return wanted.get_ref<const std::string &>() == text;
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const json &one) { return one.get_ref<const std::string &>() == text; });
}

/// Whether the compiler is not told the extent.
bool isDynamic(const Dim &dim, const TestCase &testCase) {
  bool isStatic = true;
  dim.forEachSymbol([&](SymbolId symbol) {
    isStatic &= testCase.specialization()[static_cast<size_t>(symbol)] == Knowledge::Static;
  });
  return !isStatic;
}

/// Whether types hide the extent, but constants tell it.
bool isDisguised(const Dim &dim, const TestCase &testCase) {
  bool isTold = true;
  dim.forEachSymbol([&](SymbolId symbol) {
    isTold &= testCase.specialization()[static_cast<size_t>(symbol)] != Knowledge::Dynamic;
  });
  return isTold && isDynamic(dim, testCase);
}

/// Whether `holds` for the dims of an operand that `place` names.
template <class Holds>
bool holdsAt(const json &place, const TestCase &testCase, const Node &node, Holds holds) {
  const auto operand = place[0].get<size_t>();
  if (operand >= node.operands.size())
    return false;
  const std::vector<Dim> &dims = testCase.program().type(node.operands[operand]).dims;
  if (place[1].is_string()) {
    const auto times = std::count_if(dims.begin(), dims.end(),
                                     [&](const Dim &dim) { return holds(dim, testCase); });
    return place[1] == "one" ? times == 1 : times > 0;
  }
  const auto rank = static_cast<int64_t>(dims.size());
  const auto wanted = place[1].get<int64_t>(), dim = wanted < 0 ? wanted + rank : wanted;
  return dim >= 0 && dim < rank && holds(dims[static_cast<size_t>(dim)], testCase);
}

bool isPlace(const json &value) {
  return value.is_array() && value.size() == 2 && value[0].is_number_unsigned() &&
         (value[1].is_number_integer() || value[1] == "one" || value[1] == "any");
}

/// Whether nothing reads or returns that result of the node.
bool isUnused(const json &result, const Program &program, int node) {
  if (result.get<int>() >= program.resultCount(node))
    return false;
  const ValueId value = program.firstResult(node) + result.get<int>();
  auto has = [&](const std::vector<ValueId> &values) {
    return std::find(values.begin(), values.end(), value) != values.end();
  };
  return !has(program.returns()) &&
         std::none_of(program.nodes().begin(), program.nodes().end(), [&](const Node &reader) {
           return has(reader.operands) || reader.destination == value;
         });
}

bool hasAttribute(const std::string &key, const json &wanted, const Op &op) {
  bool found = false;
  visitAttributes(op, [&](const char *name, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    if (name != key)
      return;
    if constexpr (std::is_same_v<Attribute, ElementType>)
      found = isOneOf(wanted, assay::name(attribute));
    else if constexpr (std::is_enum_v<Attribute>)
      found = isOneOf(wanted, nameOf(attribute));
    else if constexpr (std::is_same_v<Attribute, bool> ||
                       std::is_same_v<Attribute, std::optional<bool>>)
      found = wanted.is_boolean() && attribute == wanted.get<bool>();
    else if constexpr (std::is_same_v<Attribute, std::vector<int64_t>>)
      found = wanted.is_boolean() && wanted.get<bool>() == !attribute.empty();
    else if constexpr (std::is_arithmetic_v<Attribute>)
      found = wanted.is_number() && wanted.get<double>() == static_cast<double>(attribute);
  });
  return found;
}

/// Whether the type has no element in one of the runs.
bool isEmptyIn(const TestCase &testCase, const TensorType &type) {
  return std::any_of(testCase.runs().begin(), testCase.runs().end(), [&](const Run &run) {
    return std::any_of(type.dims.begin(), type.dims.end(),
                       [&](const Dim &dim) { return dim.evaluate(run.bindings) == 0; });
  });
}

/// Whether the node's first result, or the operand of that number, has no element in one of the
/// runs.
bool isEmpty(const json &which, const TestCase &testCase, int index) {
  const Program &program = testCase.program();
  const Node &node = program.node(index);
  if (which.is_boolean())
    return which == isEmptyIn(testCase, program.type(program.firstResult(index)));
  const auto operand = which.get<size_t>();
  return operand < node.operands.size() &&
         isEmptyIn(testCase, program.type(node.operands[operand]));
}

/// Whether the program returns a result of the node.
bool isReturned(const Program &program, int node) {
  return std::any_of(program.returns().begin(), program.returns().end(), [&](ValueId value) {
    return !program.isArgument(value) && program.producer(value) == node;
  });
}

/// The extents of the node's first operand, or of its result if it has none.
const std::vector<Dim> &extentsOf(const Program &program, int index) {
  const Node &node = program.node(index);
  return program.type(node.operands.empty() ? program.firstResult(index) : node.operands[0]).dims;
}

/// Whether two nodes work on the same extents in one of the runs.
bool areAlike(const TestCase &testCase, int left, int right) {
  const std::vector<Dim> &a = extentsOf(testCase.program(), left),
                         &b = extentsOf(testCase.program(), right);
  return std::any_of(testCase.runs().begin(), testCase.runs().end(), [&](const Run &run) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Dim &x, const Dim &y) {
      return x.evaluate(run.bindings) == y.evaluate(run.bindings);
    });
  });
}

/// The node that makes the destination, if it matches.
std::vector<int> makerOfDestination(const json &pattern, const TestCase &testCase, int node) {
  const Program &program = testCase.program();
  const std::optional<ValueId> destination = program.node(node).destination;
  if (!destination || program.isArgument(*destination))
    return {};
  const int maker = program.producer(*destination);
  return matches(pattern, testCase, maker) ? std::vector{maker} : std::vector<int>();
}

/// The other nodes that are what the pattern describes, and perhaps work on the same extents.
std::vector<int> beside(const json &pattern, const TestCase &testCase, int node, bool alike) {
  std::vector<int> found;
  const int nodes = static_cast<int>(testCase.program().nodes().size());
  for (int other = 0; other < nodes; ++other)
    if (other != node && matches(pattern, testCase, other) &&
        (!alike || areAlike(testCase, node, other)))
      found.push_back(other);
  return found;
}

/// The nodes that make an operand of the node and are what the pattern describes.
std::vector<int> makersOfOperands(const json &pattern, const TestCase &testCase, int node) {
  std::vector<int> found;
  const Program &program = testCase.program();
  for (ValueId operand : program.node(node).operands)
    if (!program.isArgument(operand) && matches(pattern, testCase, program.producer(operand)))
      found.push_back(program.producer(operand));
  return found;
}

/// The operands whose elements a node's result has, at other places, in another type or negated: a
/// number that is known stays known.
std::vector<ValueId> movedOperands(const Node &node) {
  const auto *unary = std::get_if<Unary>(&node.op);
  const bool isPassedOn =
      std::holds_alternative<Cast>(node.op) || (unary && unary->function == UnaryKind::Neg);
  std::vector<ValueId> moved;
  for (size_t i = 0; i < node.operands.size(); ++i)
    if (isPassedOn || contains(traitsOf(node.op).moved, i))
      moved.push_back(node.operands[i]);
  return moved;
}

/// From where the operands of a node are moved.
struct Sources {
  std::vector<int> nodes; // that are what a pattern describes
  /// Of nodes in between, whether they move one of these.
  std::map<int, bool> movers;
};

/// Adds those of what the operands are, and says whether there are any.
bool addSources(const json &pattern, const TestCase &testCase, const std::vector<ValueId> &operands,
                Sources &sources) {
  const Program &program = testCase.program();
  bool any = false;
  for (ValueId operand : operands) {
    if (program.isArgument(operand))
      continue;
    const int maker = program.producer(operand);
    if (matches(pattern, testCase, maker)) {
      sources.nodes.push_back(maker);
      any = true;
    } else {
      const auto [mover, isNew] = sources.movers.try_emplace(maker, false);
      if (isNew)
        mover->second = addSources(pattern, testCase, movedOperands(program.node(maker)), sources);
      any |= mover->second;
    }
  }
  return any;
}

Sources sourcesOf(const json &pattern, const TestCase &testCase, int node) {
  Sources sources;
  addSources(pattern, testCase, testCase.program().node(node).operands, sources);
  return sources;
}

/// The windows of an op, what they slide over, and how long each is.
struct Sliding {
  Windows windows;
  std::vector<Dim> extents, lengths;
};

std::optional<Sliding> slidingOf(const Program &program, const Node &node) {
  if (const auto *op = std::get_if<ReduceWindow>(&node.op))
    return Sliding{
        op->windows, program.type(node.operands[0]).dims, {op->window.begin(), op->window.end()}};
  const auto *op = std::get_if<Conv>(&node.op);
  if (!op)
    return std::nullopt;
  const auto spatial = [&](size_t operand, ptrdiff_t first) {
    const std::vector<Dim> &dims = program.type(node.operands[operand]).dims;
    const auto begin = dims.begin() + first;
    return std::vector<Dim>(begin, begin + static_cast<ptrdiff_t>(op->windows.rank()));
  };
  const bool isFirst = op->layout == ConvLayout::ChannelsFirst;
  return Sliding{op->windows, spatial(0, isFirst ? 2 : 1), spatial(1, isFirst ? 2 : 0)};
}

/// Whether in one of the runs there is but one window along a dim, and its operand reaches farther.
bool hasLoneWindow(const TestCase &testCase, const Node &node) {
  const auto sliding = slidingOf(testCase.program(), node);
  if (!sliding)
    return false;
  const auto &[windows, extents, lengths] = *sliding;
  return std::any_of(testCase.runs().begin(), testCase.runs().end(), [&](const Run &run) {
    const auto in = [&](const Dim &dim) { return dim.evaluate(run.bindings); };
    for (size_t dim = 0; dim < extents.size(); ++dim) {
      const int64_t padded = in(windows.low[dim]) + in(extents[dim]) + in(windows.high[dim]);
      if (in(windows.sizes[dim]) == 1 && padded > in(windows.reach(dim, lengths[dim])))
        return true;
    }
    return false;
  });
}

bool readsTwice(const Node &node) {
  std::vector<ValueId> operands = node.operands;
  std::sort(operands.begin(), operands.end());
  return std::adjacent_find(operands.begin(), operands.end()) != operands.end();
}

/// Whether a slice takes steps of other sizes than 1.
bool isStrided(const Op &op) {
  bool found = false;
  visitAttributes(op, [&](const char *name, const auto &attribute) {
    if constexpr (std::is_same_v<std::decay_t<decltype(attribute)>, std::vector<int64_t>>)
      found |=
          std::string_view(name) == "strides" &&
          std::any_of(attribute.begin(), attribute.end(), [](int64_t step) { return step != 1; });
  });
  return found;
}

bool isTexts(const json &value) {
  return value.is_string() ||
         (value.is_array() &&
          std::all_of(value.begin(), value.end(), [](const json &one) { return one.is_string(); }));
}

} // namespace

/// Whether the operand of that number has the element type, or one of these.
static bool operandHas(const json &elements, const Program &program, const Node &node,
                       size_t operand) {
  return operand < node.operands.size() &&
         isOneOf(elements, name(program.type(node.operands[operand]).element));
}

bool matches(const json &pattern, const TestCase &testCase, int index) {
  const Program &program = testCase.program();
  const Node &node = program.node(index);
  for (const auto &[key, wanted] : pattern.items()) {
    bool holds = false;
    if (key == "op")
      holds = isOneOf(wanted, name(kindOf(node.op)));
    else if (key == "element")
      holds = isOneOf(wanted, name(program.type(program.firstResult(index)).element));
    else if (key == "from" || key == "second")
      holds = operandHas(wanted, program, node, key == "from" ? 0 : 1);
    else if (key == "rank")
      holds = wanted == program.type(program.firstResult(index)).rank();
    else if (key == "spelling")
      holds = isOneOf(wanted, nameOf(node.spelling));
    else if (key == "updates")
      holds = updates(wanted.get<std::string>(), program, node);
    else if (key == "returned_twice")
      holds = wanted == isReturnedTwice(program, index);
    else if (key == "unused")
      holds = isUnused(wanted, program, index);
    else if (key == "empty")
      holds = isEmpty(wanted, testCase, index);
    else if (key == "returned")
      holds = wanted == isReturned(program, index);
    else if (key == "beside")
      holds = !beside(wanted, testCase, index, false).empty();
    else if (key == "alike")
      holds = !beside(wanted, testCase, index, true).empty();
    else if (key == "strided")
      holds = wanted == isStrided(node.op);
    else if (key == "lone_window")
      holds = wanted == hasLoneWindow(testCase, node);
    else if (key == "reads_twice")
      holds = wanted == readsTwice(node);
    else if (key == "operand")
      holds = !makersOfOperands(wanted, testCase, index).empty();
    else if (key == "source")
      holds = !sourcesOf(wanted, testCase, index).nodes.empty();
    else if (key == "into")
      holds = !makerOfDestination(wanted, testCase, index).empty();
    else if (key == "dynamic")
      holds = holdsAt(wanted, testCase, node, isDynamic);
    else if (key == "disguised")
      holds = holdsAt(wanted, testCase, node, isDisguised);
    else
      holds = hasAttribute(key, wanted, node.op);
    if (!holds)
      return false;
  }
  return true;
}

std::set<int> nodesOf(const json &pattern, const TestCase &testCase, int node) {
  std::set<int> nodes{node};
  for (const auto &[key, wanted] : pattern.items()) {
    std::vector<int> others;
    if (key == "operand") {
      others = makersOfOperands(wanted, testCase, node);
    } else if (key == "source") {
      Sources sources = sourcesOf(wanted, testCase, node);
      others = std::move(sources.nodes);
      for (const auto &[mover, moves] : sources.movers)
        if (moves)
          nodes.insert(mover);
    } else if (key == "into")
      others = makerOfDestination(wanted, testCase, node);
    else if (key == "beside" || key == "alike")
      others = beside(wanted, testCase, node, key == "alike");
    for (int other : others)
      nodes.merge(nodesOf(wanted, testCase, other));
  }
  return nodes;
}

std::string wrongPattern(const json &pattern) {
  if (!pattern.is_object() || pattern.empty())
    return "is no object with keys";
  for (const auto &[key, wanted] : pattern.items()) {
    if (key == "operand" || key == "source" || key == "into" || key == "beside" || key == "alike") {
      if (std::string inner = wrongPattern(wanted); !inner.empty())
        return fmt::format("{} {}", key, inner);
    } else if (key == "updates") {
      if (wanted != "shared" && wanted != "shared argument" && wanted != "own operand")
        return "updates is none of \"shared\", \"shared argument\" and \"own operand\"";
    } else if (key == "returned_twice" || key == "strided" || key == "reads_twice" ||
               key == "returned" || key == "lone_window") {
      if (!wanted.is_boolean())
        return fmt::format("{} is neither true nor false", key);
    } else if (key == "empty") {
      if (!wanted.is_boolean() && !wanted.is_number_unsigned())
        return "empty is neither true nor false nor the number of an operand";
    } else if (key == "dynamic" || key == "disguised") {
      if (!isPlace(wanted))
        return fmt::format("{} is not the numbers of an operand and of a dim, \"one\" or \"any\"",
                           key);
    } else if (key == "unused" || key == "rank") {
      if (!wanted.is_number_unsigned())
        return fmt::format("{} is no number", key);
    } else if (key == "op" || key == "element" || key == "from" || key == "second" ||
               key == "spelling") {
      if (!isTexts(wanted))
        return fmt::format("{} is no text and no list of texts", key);
    } else if (!isTexts(wanted) && !wanted.is_boolean() && !wanted.is_number()) {
      return fmt::format("{} is no value of an attribute", key);
    }
  }
  return "";
}

} // namespace assay
