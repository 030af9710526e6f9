#include "triage/known/Sharing.h"

#include "program/Uses.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace assay {

namespace {

/// The first of the node's operands that is among these.
std::optional<ValueId> firstOf(const Node &node, Operands operands) {
  for (size_t i = 0; i < node.operands.size(); ++i)
    if (contains(operands, i))
      return node.operands[i];
  return std::nullopt;
}

/// The operand that the result is a view of, or is: compilers fold a transpose that moves nothing.
std::optional<ValueId> viewed(const Node &node) {
  if (const auto *transpose = std::get_if<Transpose>(&node.op);
      transpose && std::ranges::is_sorted(transpose->permutation))
    return node.operands[0];
  return firstOf(node, traitsOf(node.op).viewed);
}

/// As viewed(), or that the result may be the whole of: where a slice is all there is, or an
/// insertion or padding empty.
std::optional<ValueId> perhapsViewed(const Node &node) {
  return firstOf(node, traitsOf(node.op).perhapsViewed);
}

/// The value that this one is a view of, through any number of them; itself if it is none.
ValueId rootOf(const Program &program, ValueId value,
               std::optional<ValueId> (*source)(const Node &) = viewed) {
  while (!program.isArgument(value)) {
    const auto of = source(program.node(program.producer(value)));
    if (!of)
      break;
    value = *of;
  }
  return value;
}

bool isFill(const Program &program, ValueId value) {
  value = rootOf(program, value);
  return !program.isArgument(value) &&
         kindOf(program.node(program.producer(value)).op) == OpKind::Fill;
}

/// The first value that is computed as this one is, but for views: compilers merge equal ops.
/// Spelling does not count, since ops of one spelling become those of another.
ValueId firstEqual(const Program &program, ValueId value) {
  value = rootOf(program, value);
  if (program.isArgument(value))
    return value;
  const int index = program.producer(value);
  const Node &node = program.node(index);
  auto isSame = [&](ValueId left, ValueId right) {
    return left == right || firstEqual(program, left) == firstEqual(program, right);
  };
  // What starts from a fill may be what starts from nothing.
  auto isSameStart = [&](std::optional<ValueId> left, std::optional<ValueId> right) {
    if (left && right)
      return isSame(*left, *right);
    return (!left || isFill(program, *left)) && (!right || isFill(program, *right));
  };
  for (int earlier = 0; earlier < index; ++earlier) {
    const Node &other = program.node(earlier);
    if (other.op == node.op && isSameStart(other.destination, node.destination) &&
        std::equal(other.operands.begin(), other.operands.end(), node.operands.begin(),
                   node.operands.end(), isSame))
      return program.firstResult(earlier) + (value - program.firstResult(index));
  }
  return value;
}

/// As firstEqual(), and through slices: whose memory the value may lie in.
ValueId memoryOf(const Program &program, ValueId value) {
  value = firstEqual(program, value);
  while (!program.isArgument(value)) {
    const Node &node = program.node(program.producer(value));
    if (kindOf(node.op) != OpKind::ExtractSlice)
      break;
    value = firstEqual(program, node.operands[0]);
  }
  return value;
}

/// The values that an op may write over in place.
std::vector<ValueId> updated(const Node &node) {
  std::vector<ValueId> values;
  for (size_t i = 0; i < node.operands.size(); ++i)
    if (contains(traitsOf(node.op).updated, i))
      values.push_back(node.operands[i]);
  if (node.destination)
    values.push_back(*node.destination);
  return values;
}

/// Whether what lies behind `value` is read or returned at more than one place.
bool isShared(const Program &program, ValueId value) {
  const ValueId root = memoryOf(program, value);
  int uses = 0;
  auto count = [&](ValueId used) { uses += memoryOf(program, used) == root ? 1 : 0; };
  for (const Node &node : program.nodes()) {
    if (viewed(node) || kindOf(node.op) == OpKind::ExtractSlice) // what reads it counts
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

/// Whether the op reads through another operand what it writes over.
bool updatesOwnOperand(const Program &program, const Node &node) {
  const std::vector<ValueId> all = usesOf(node);
  for (ValueId value : updated(node)) {
    const ValueId root = rootOf(program, value);
    const auto times = std::count_if(all.begin(), all.end(),
                                     [&](ValueId one) { return rootOf(program, one) == root; });
    if (times > 1)
      return true;
  }
  return false;
}

} // namespace

bool updates(std::string_view what, const Program &program, const Node &node) {
  if (what == "own operand")
    return updatesOwnOperand(program, node);
  for (ValueId value : updated(node))
    if (isShared(program, value) &&
        (what == "shared" || program.isArgument(memoryOf(program, value))))
      return true;
  return false;
}

bool isReturnedTwice(const Program &program, int index) {
  if (!perhapsViewed(program.node(index)))
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
        const Node &reader = program.node(at);
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

bool mayHaveSpoilt(const Program &program, int index, ValueId value) {
  // Values that are computed in the same way may be one.
  auto rootsOf = [&](const Node &node) {
    std::vector<ValueId> roots;
    for (ValueId operand : node.operands)
      roots.push_back(memoryOf(program, operand));
    if (node.destination)
      roots.push_back(memoryOf(program, *node.destination));
    return roots;
  };
  auto isIn = [](ValueId root, const std::vector<ValueId> &roots) {
    return std::find(roots.begin(), roots.end(), root) != roots.end();
  };
  const std::vector<ValueId> touched = rootsOf(program.node(index));
  const ValueId root = memoryOf(program, value);
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
  const std::vector<ValueId> read = rootsOf(program.node(program.producer(root)));
  return std::any_of(read.begin(), read.end(), [&](ValueId one) { return isIn(one, touched); });
}

} // namespace assay
