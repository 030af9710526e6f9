#include "known/NodePattern.h"

#include <fmt/format.h>

#include <algorithm>

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

bool isView(const Node &node) {
  const OpKind kind = kindOf(node.op);
  return kind == OpKind::Expand || kind == OpKind::Collapse || kind == OpKind::DimCast;
}

/// The operand that the result is a view of.
std::optional<ValueId> viewed(const Node &node) {
  return isView(node) ? std::optional(node.operands[0]) : std::nullopt;
}

/// As viewed(), or that the result may be the whole of: where a slice is all there is, or an
/// insertion or padding empty.
std::optional<ValueId> perhapsViewed(const Node &node) {
  switch (kindOf(node.op)) {
  case OpKind::ExtractSlice:
  case OpKind::Pad:
    return node.operands[0];
  case OpKind::InsertSlice:
    return node.operands[1];
  default:
    return viewed(node);
  }
}

/// The value that this one is a view of, through any number of them; itself if it is none.
ValueId rootOf(const Program &program, ValueId value,
               std::optional<ValueId> (*source)(const Node &) = viewed) {
  while (!program.isArgument(value)) {
    const auto of = source(program.nodes()[static_cast<size_t>(program.producer(value))]);
    if (!of)
      break;
    value = *of;
  }
  return value;
}

/// The values that an op may write over in place.
std::vector<ValueId> updated(const Node &node) {
  std::vector<ValueId> values;
  switch (kindOf(node.op)) {
  case OpKind::InsertSlice:
    values.push_back(node.operands[1]);
    break;
  case OpKind::Scatter:
  case OpKind::ScatterNd:
    values.push_back(node.operands[0]);
    break;
  case OpKind::Sort:
  case OpKind::Topk: // as a sort, where it is split into simpler ops
    values = node.operands;
    break;
  default:
    break;
  }
  if (node.destination)
    values.push_back(*node.destination);
  return values;
}

/// Whether what lies behind `value` is read or returned at more than one place.
bool isShared(const Program &program, ValueId value) {
  const ValueId root = rootOf(program, value);
  int uses = 0;
  auto count = [&](ValueId used) { uses += rootOf(program, used) == root ? 1 : 0; };
  for (const Node &node : program.nodes()) {
    if (isView(node))
      continue;
    for (ValueId operand : node.operands)
      count(operand);
    if (node.destination)
      count(*node.destination);
  }
  for (ValueId returned : program.returns())
    count(returned);
  return uses > 1;
}

bool updates(const std::string &what, const Program &program, const Node &node) {
  for (ValueId value : updated(node))
    if (isShared(program, value) &&
        (what == "shared" || program.isArgument(rootOf(program, value))))
      return true;
  return false;
}

/// Whether the node makes a view in a function of its own that returns it and what it is a view of,
/// or another view of that. What may be a view counts.
bool isReturnedTwice(const Program &program, int index) {
  if (!perhapsViewed(program.nodes()[static_cast<size_t>(index)]))
    return false;
  const ValueId view = program.firstResult(index), source = rootOf(program, view, perhapsViewed);
  return std::any_of(program.groups().begin(), program.groups().end(), [&](const Group &group) {
    auto isInside = [&](int at) { return group.first <= at && at < group.end; };
    if (group.kind != Group::Kind::Function || !isInside(index))
      return false;
    auto isUsedOutside = [&](ValueId value) {
      const auto &returns = program.returns();
      bool used = std::find(returns.begin(), returns.end(), value) != returns.end();
      for (int at = 0; at < static_cast<int>(program.nodes().size()); ++at) {
        const Node &reader = program.nodes()[static_cast<size_t>(at)];
        used |= !isInside(at) && (std::find(reader.operands.begin(), reader.operands.end(),
                                            value) != reader.operands.end() ||
                                  reader.destination == value);
      }
      return used;
    };
    int returned = 0;
    for (ValueId value = 0; value < program.valueCount(); ++value)
      returned += !program.isArgument(value) && isInside(program.producer(value)) &&
                  rootOf(program, value, perhapsViewed) == source && isUsedOutside(value);
    return isUsedOutside(view) && returned > 1;
  });
}

bool isDynamic(const json &place, const TestCase &testCase, const Node &node) {
  const auto operand = place[0].get<size_t>();
  if (operand >= node.operands.size())
    return false;
  const std::vector<Dim> &dims = testCase.program().type(node.operands[operand]).dims;
  const auto rank = static_cast<int64_t>(dims.size());
  const auto wanted = place[1].get<int64_t>(), dim = wanted < 0 ? wanted + rank : wanted;
  if (dim < 0 || dim >= rank)
    return false;
  bool isStatic = true;
  dims[static_cast<size_t>(dim)].forEachSymbol([&](SymbolId symbol) {
    isStatic &= testCase.specialization()[static_cast<size_t>(symbol)] == Knowledge::Static;
  });
  return !isStatic;
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
      found = isOneOf(wanted, names(Attribute())[static_cast<size_t>(attribute)]);
    else if constexpr (std::is_same_v<Attribute, bool>)
      found = wanted.is_boolean() && wanted.get<bool>() == attribute;
    else if constexpr (std::is_arithmetic_v<Attribute>)
      found = wanted.is_number() && wanted.get<double>() == static_cast<double>(attribute);
  });
  return found;
}

bool isTexts(const json &value) {
  return value.is_string() ||
         (value.is_array() &&
          std::all_of(value.begin(), value.end(), [](const json &one) { return one.is_string(); }));
}

} // namespace

bool matches(const json &pattern, const TestCase &testCase, int index) {
  const Program &program = testCase.program();
  const Node &node = program.nodes()[static_cast<size_t>(index)];
  for (const auto &[key, wanted] : pattern.items()) {
    bool holds = false;
    if (key == "op")
      holds = isOneOf(wanted, name(kindOf(node.op)));
    else if (key == "element")
      holds = isOneOf(wanted, name(program.type(program.firstResult(index)).element));
    else if (key == "updates")
      holds = updates(wanted, program, node);
    else if (key == "returned_twice")
      holds = wanted == isReturnedTwice(program, index);
    else if (key == "operand")
      holds = std::any_of(node.operands.begin(), node.operands.end(), [&](ValueId operand) {
        return !program.isArgument(operand) && matches(wanted, testCase, program.producer(operand));
      });
    else if (key == "dynamic")
      holds = isDynamic(wanted, testCase, node);
    else
      holds = hasAttribute(key, wanted, node.op);
    if (!holds)
      return false;
  }
  return true;
}

bool mayHaveSpoilt(const Program &program, int index, ValueId value) {
  auto rootsOf = [&](const Node &node) {
    std::vector<ValueId> roots;
    for (ValueId operand : node.operands)
      roots.push_back(rootOf(program, operand));
    if (node.destination)
      roots.push_back(rootOf(program, *node.destination));
    return roots;
  };
  auto isIn = [](ValueId root, const std::vector<ValueId> &roots) {
    return std::find(roots.begin(), roots.end(), root) != roots.end();
  };
  const std::vector<ValueId> touched = rootsOf(program.nodes()[static_cast<size_t>(index)]);
  const ValueId root = rootOf(program, value);
  if (isIn(root, touched))
    return true;
  if (program.isArgument(root))
    return false;
  if (program.producer(root) == index)
    return true;
  // In simpler ops, one result of a node may be computed from another.
  const bool isSibling = std::any_of(touched.begin(), touched.end(), [&](ValueId one) {
    return !program.isArgument(one) && program.producer(one) == program.producer(root);
  });
  if (isSibling)
    return true;
  const std::vector<ValueId> read =
      rootsOf(program.nodes()[static_cast<size_t>(program.producer(root))]);
  return std::any_of(read.begin(), read.end(), [&](ValueId one) { return isIn(one, touched); });
}

std::string wrongPattern(const json &pattern) {
  if (!pattern.is_object() || pattern.empty())
    return "is no object with keys";
  for (const auto &[key, wanted] : pattern.items()) {
    if (key == "operand") {
      if (std::string inner = wrongPattern(wanted); !inner.empty())
        return "operand " + inner;
    } else if (key == "updates") {
      if (wanted != "shared" && wanted != "shared argument")
        return "updates is neither \"shared\" nor \"shared argument\"";
    } else if (key == "returned_twice") {
      if (!wanted.is_boolean())
        return "returned_twice is neither true nor false";
    } else if (key == "dynamic") {
      if (!wanted.is_array() || wanted.size() != 2 || !wanted[0].is_number_unsigned() ||
          !wanted[1].is_number_integer())
        return "dynamic is not the numbers of an operand and of a dim";
    } else if (key == "op" || key == "element") {
      if (!isTexts(wanted))
        return fmt::format("{} is no text and no list of texts", key);
    } else if (!isTexts(wanted) && !wanted.is_boolean() && !wanted.is_number()) {
      return fmt::format("{} is no value of an attribute", key);
    }
  }
  return "";
}

} // namespace assay
