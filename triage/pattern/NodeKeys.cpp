#include "triage/pattern/NodeKeys.h"

#include "support/NameOf.h"
#include "triage/known/NodePattern.h"

#include <algorithm>
#include <set>

namespace assay {

using nlohmann::json;

namespace {

/// Keys that say which extents are not told, in the order in which they say less.
void addPlaces(const Program &program, const Node &node, std::vector<json> &keys) {
  for (const char *key : {"dynamic", "disguised"})
    for (size_t operand = 0; operand < node.operands.size(); ++operand) {
      const int64_t rank = program.type(node.operands[operand]).rank();
      for (int64_t dim = 0; dim < rank; ++dim)
        keys.push_back({{key, {operand, dim}}});
      // Where it is counted from the last, it holds at other ranks as well.
      if (rank > 0)
        keys.push_back({{key, {operand, -1}}});
      keys.push_back({{key, {operand, "one"}}});
      keys.push_back({{key, {operand, "any"}}});
    }
}

void addAttributes(const Op &op, std::vector<json> &keys) {
  visitAttributes(op, [&](const char *name, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    if constexpr (std::is_same_v<Attribute, ElementType>)
      keys.push_back({{name, assay::name(attribute)}});
    else if constexpr (std::is_enum_v<Attribute>)
      keys.push_back({{name, nameOf(attribute)}});
    else if constexpr (std::is_same_v<Attribute, std::vector<int64_t>>)
      keys.push_back({{name, !attribute.empty()}});
    else if constexpr (std::is_same_v<Attribute, std::optional<bool>>) {
      if (attribute)
        keys.push_back({{name, *attribute}});
    } else if constexpr (std::is_arithmetic_v<Attribute>)
      keys.push_back({{name, attribute}});
  });
}

/// The ops of the nodes that make operands, and of the others.
void addNeighbours(const Program &program, NodeId accused, std::vector<json> &keys) {
  std::set<std::string_view> operands, others;
  for (const ValueId operand : program.node(accused).operands)
    if (!program.isArgument(operand))
      operands.insert(name(kindOf(program.node(program.producer(operand)).op)));
  for (NodeId other = 0; other < static_cast<NodeId>(program.nodes().size()); ++other)
    if (other != accused)
      others.insert(name(kindOf(program.node(other).op)));
  for (const std::string_view op : operands)
    keys.push_back({{"operand", {{"op", op}}}});
  for (const std::string_view op : others)
    keys.push_back({{"beside", {{"op", op}}}});
  for (const std::string_view op : others)
    keys.push_back({{"alike", {{"op", op}}}});
}

} // namespace

std::vector<json> keysOf(const TestCase &testCase, NodeId accused) {
  const Program &program = testCase.program();
  const Node &node = program.node(accused);
  const auto element = [&](size_t operand) {
    return std::string(name(program.type(node.operands[operand]).element));
  };
  const TensorType &result = program.type(program.firstResult(accused));
  std::vector<json> keys = {{{"op", name(kindOf(node.op))}},
                            {{"element", name(result.element)}},
                            {{"rank", result.rank()}},
                            {{"spelling", nameOf(node.spelling)}}};
  if (!node.operands.empty())
    keys.push_back({{"from", element(0)}});
  if (node.operands.size() > 1)
    keys.push_back({{"second", element(1)}});
  addAttributes(node.op, keys);
  addPlaces(program, node, keys);
  const OpKind op = kindOf(node.op);
  const auto addFlag = [&](const char *flag, bool isOpen) {
    keys.push_back({{flag, true}});
    if (isOpen)
      keys.push_back({{flag, false}});
  };
  addFlag("returned", true);
  addFlag("empty", true);
  addFlag("reads_twice", node.operands.size() > 1);
  addFlag("strided", op == OpKind::ExtractSlice || op == OpKind::InsertSlice);
  addFlag("lone_window", op == OpKind::ReduceWindow);
  addFlag("returned_twice", false);
  for (size_t operand = 0; operand < node.operands.size(); ++operand)
    keys.push_back({{"empty", operand}});
  for (int number = 0; number < program.resultCount(accused); ++number)
    keys.push_back({{"unused", number}});
  for (const char *how : {"shared", "shared argument", "own operand"})
    keys.push_back({{"updates", how}});
  addNeighbours(program, accused, keys);
  std::vector<json> holding;
  for (const json &key : keys)
    if (matches(key, testCase, accused) && std::ranges::find(holding, key) == holding.end())
      holding.push_back(key);
  return holding;
}

std::optional<std::string> textOf(const std::string &key, const TestCase &testCase, NodeId index) {
  const Program &program = testCase.program();
  const Node &node = program.node(index);
  const auto element = [&](size_t operand) -> std::optional<std::string> {
    if (operand >= node.operands.size())
      return std::nullopt;
    return std::string(name(program.type(node.operands[operand]).element));
  };
  if (key == "op")
    return std::string(name(kindOf(node.op)));
  if (key == "element")
    return std::string(name(program.type(program.firstResult(index)).element));
  if (key == "spelling")
    return std::string(nameOf(node.spelling));
  if (key == "from" || key == "second")
    return element(key == "from" ? 0 : 1);
  std::optional<std::string> text;
  visitAttributes(node.op, [&](const char *attributeName, const auto &attribute) {
    using Attribute = std::decay_t<decltype(attribute)>;
    if (key != attributeName)
      return;
    if constexpr (std::is_same_v<Attribute, ElementType>)
      text = std::string(assay::name(attribute));
    else if constexpr (std::is_enum_v<Attribute>)
      text = std::string(nameOf(attribute));
  });
  return text;
}

} // namespace assay
