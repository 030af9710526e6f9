#include "respelling/Steps.h"

#include "respelling/Rebuild.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace assay {
namespace {

using Permutation = std::vector<int64_t>;

int64_t at(const std::vector<int64_t> &list, int64_t index) {
  return list[static_cast<size_t>(index)];
}

/// `second` after `first`, as transposes are applied.
Permutation composed(const Permutation &first, const Permutation &second) {
  Permutation out;
  for (const int64_t dim : second)
    out.push_back(at(first, dim));
  return out;
}

bool isIdentity(const Permutation &permutation) {
  for (size_t i = 0; i < permutation.size(); ++i)
    if (permutation[i] != static_cast<int64_t>(i))
      return false;
  return true;
}

/// What each of the numbers is among them, in ascending order.
Permutation ranksOf(const std::vector<int64_t> &numbers) {
  Permutation out;
  for (const int64_t number : numbers)
    out.push_back(std::ranges::count_if(numbers, [&](int64_t other) { return other < number; }));
  return out;
}

bool isConsecutive(std::span<const int64_t> numbers) {
  return std::ranges::adjacent_find(numbers, [](int64_t a, int64_t b) { return b != a + 1; }) ==
         numbers.end();
}

/// The node that makes the value; null for an argument.
const Node *producer(const Program &program, ValueId value) {
  return program.isArgument(value) ? nullptr : &program.node(program.producer(value));
}

/// The op of a node if it is of that type and writes into nobody's memory.
template <class T> const T *plain(const Node *node) {
  return node && !node->destination ? std::get_if<T>(&node->op) : nullptr;
}

bool isLayout(const Node &node) {
  return plain<Transpose>(&node) || plain<Collapse>(&node) || plain<Expand>(&node);
}

bool isPointwise(const Node &node) { return traitsOf(node.op).isPointwise && !node.destination; }

/// Nobody but one node's operands needs the value.
bool isReadOnce(const Program &program, ValueId value) {
  size_t others = 0;
  for (const Node &node : program.nodes())
    others += node.destination == value;
  return others == 0 && usersOf(program, value).size() == 1 &&
         std::ranges::find(program.returns(), value) == program.returns().end();
}

/// What stands in a node's place.
struct Replacement {
  ValueId result = 0;
  std::optional<ValueId> moved;
};

/// The program with another result of the node, which has one; `make` may say that there is none.
std::optional<Step> replaced(const Program &program, NodeId node, OpKind past,
                             const std::function<std::optional<Replacement>(Rebuild &)> &make) {
  Rebuild out(program);
  std::optional<ValueId> moved;
  for (NodeId id = 0; id < static_cast<NodeId>(program.nodes().size()); ++id) {
    if (id != node) {
      out.copy(id);
      continue;
    }
    const auto replacement = make(out);
    if (!replacement)
      return std::nullopt;
    out.replace(program.firstResult(id), replacement->result);
    moved = replacement->moved;
  }
  auto finished = out.finish(moved);
  if (!finished)
    return std::nullopt;
  return Step{std::move(finished->program), finished->value, past};
}

/// A transpose of a new value, unless it changes nothing.
Replacement transposed(Rebuild &out, ValueId value, const Permutation &permutation,
                       Spelling spelling) {
  if (isIdentity(permutation))
    return {value, std::nullopt};
  const ValueId moved = out.add(Transpose{permutation}, {value}, spelling);
  return {moved, moved};
}

/// A fill of the type's extents in place of that one.
ValueId refilled(Rebuild &out, const Fill &fill, const TensorType &type, Spelling spelling) {
  return out.add(Fill{type.dims, fill.element, fill.value}, {}, spelling);
}

// How a layout op sinks past each kind of op.

std::optional<Replacement> sinkPastPointwise(const Program &program, const Node &layout,
                                             const Node &user, Rebuild &out) {
  const TensorType &type = program.type(layout.operands[0]);
  std::vector<ValueId> operands;
  for (const ValueId operand : user.operands) {
    const Node *from = producer(program, operand);
    if (from && !from->destination && from->op == layout.op)
      operands.push_back(out[from->operands[0]]);
    else if (const Fill *fill = plain<Fill>(from))
      operands.push_back(refilled(out, *fill, type, from->spelling));
    else
      return std::nullopt;
  }
  const ValueId result = out.add(user.op, std::move(operands), user.spelling);
  const ValueId moved = out.add(layout.op, {result}, layout.spelling);
  return Replacement{moved, moved};
}

std::optional<Replacement> sinkPastCollapse(const Permutation &permutation, const Node &layout,
                                            const Collapse &collapse, Spelling spelling,
                                            Rebuild &out) {
  std::vector<std::vector<int64_t>> groups;
  std::vector<int64_t> firsts;
  for (const auto &group : collapse.groups) {
    std::vector<int64_t> dims = composed(permutation, group);
    if (dims.empty() || !isConsecutive(dims))
      return std::nullopt;
    firsts.push_back(dims.front());
    groups.push_back(std::move(dims));
  }
  std::ranges::sort(groups);
  const ValueId result = out.add(Collapse{groups}, {out[layout.operands[0]]}, spelling);
  return transposed(out, result, ranksOf(firsts), layout.spelling);
}

std::optional<Replacement> sinkPastExpand(const Permutation &permutation, const Node &layout,
                                          const Expand &expand, Spelling spelling, Rebuild &out) {
  if (expand.groups.empty())
    return std::nullopt;
  std::vector<std::vector<Dim>> groups(expand.groups.size());
  for (size_t i = 0; i < groups.size(); ++i)
    groups[static_cast<size_t>(permutation[i])] = expand.groups[i];
  std::vector<int64_t> begins; // by dim of what is transposed
  int64_t begin = 0;
  for (const auto &group : groups) {
    begins.push_back(begin);
    begin += static_cast<int64_t>(group.size());
  }
  Permutation after;
  for (size_t i = 0; i < groups.size(); ++i)
    for (size_t k = 0; k < expand.groups[i].size(); ++k)
      after.push_back(at(begins, permutation[i]) + static_cast<int64_t>(k));
  const ValueId result = out.add(Expand{groups, expand.units}, {out[layout.operands[0]]}, spelling);
  return transposed(out, result, after, layout.spelling);
}

std::optional<Replacement> sinkPastReduce(const Permutation &permutation, const Node &layout,
                                          const Node &user, Rebuild &out) {
  Reduce reduce = std::get<Reduce>(user.op);
  std::vector<int64_t> left;
  for (int64_t dim = 0; dim < static_cast<int64_t>(permutation.size()); ++dim)
    if (!std::ranges::count(reduce.dims, dim))
      left.push_back(at(permutation, dim));
  reduce.dims = composed(permutation, reduce.dims);
  std::ranges::sort(reduce.dims);
  const ValueId result = out.add(reduce, {out[layout.operands[0]]}, user.spelling);
  return transposed(out, result, ranksOf(left), layout.spelling);
}

/// The labels of what is transposed, for those of the transpose's result.
std::vector<int64_t> labelsBefore(const Permutation &permutation,
                                  const std::vector<int64_t> &labels) {
  std::vector<int64_t> out(labels.size());
  for (size_t i = 0; i < labels.size(); ++i)
    out[static_cast<size_t>(permutation[i])] = labels[i];
  return out;
}

/// A contraction takes the transposes into its maps; its destination, if there is one, stays.
std::optional<Step> sinkIntoContraction(const Program &program, NodeId node, NodeId user) {
  const Node &layout = program.node(node);
  const Permutation &permutation = std::get<Transpose>(layout.op).permutation;
  ProgramParts parts = program.parts();
  Node &changed = parts.nodes[static_cast<size_t>(user)];
  auto &contraction = std::get<Contraction>(changed.op);
  for (auto [operand, labels] : {std::pair(0, &contraction.lhs), std::pair(1, &contraction.rhs)})
    if (ValueId &read = changed.operands[static_cast<size_t>(operand)];
        read == program.firstResult(node)) {
      *labels = labelsBefore(permutation, *labels);
      read = layout.operands[0];
    }
  auto made = Program::make(std::move(parts));
  auto *valid = std::get_if<Program>(&made);
  if (!valid)
    return std::nullopt;
  // Without the transpose, if nobody else reads it.
  Rebuild out(*valid);
  for (NodeId id = 0; id < static_cast<NodeId>(valid->nodes().size()); ++id)
    out.copy(id);
  auto finished = out.finish(std::nullopt);
  if (!finished)
    return std::nullopt;
  return Step{std::move(finished->program), std::nullopt, OpKind::Contraction};
}

std::optional<Replacement> sinkTranspose(const Node &layout, const Node &user, Rebuild &out) {
  const Permutation &permutation = std::get<Transpose>(layout.op).permutation;
  if (const auto *collapse = plain<Collapse>(&user))
    return sinkPastCollapse(permutation, layout, *collapse, user.spelling, out);
  if (const auto *expand = plain<Expand>(&user))
    return sinkPastExpand(permutation, layout, *expand, user.spelling, out);
  if (plain<Reduce>(&user))
    return sinkPastReduce(permutation, layout, user, out);
  if (const auto *second = plain<Transpose>(&user))
    return transposed(out, out[layout.operands[0]], composed(permutation, second->permutation),
                      layout.spelling);
  return std::nullopt;
}

// How a layout op rises past each kind of op.

/// The old value, transposed; a transpose or fill gives way to another.
ValueId transposedOperand(const Program &program, ValueId value, const Permutation &permutation,
                          const Node &layout, const TensorType &type, Rebuild &out) {
  const Node *from = producer(program, value);
  if (const Fill *fill = plain<Fill>(from))
    return refilled(out, *fill, type, from->spelling);
  if (const auto *first = plain<Transpose>(from))
    return transposed(out, out[from->operands[0]], composed(first->permutation, permutation),
                      layout.spelling)
        .result;
  return transposed(out, out[value], permutation, layout.spelling).result;
}

std::optional<Replacement> raisePastPointwise(const Program &program, const Node &layout,
                                              const Node &maker, const TensorType &type,
                                              Rebuild &out) {
  std::vector<ValueId> operands;
  std::map<ValueId, ValueId> known;
  for (const ValueId operand : maker.operands) {
    auto [place, isNew] = known.emplace(operand, 0);
    if (isNew) {
      const Node *from = producer(program, operand);
      if (const auto *transpose = std::get_if<Transpose>(&layout.op))
        place->second =
            transposedOperand(program, operand, transpose->permutation, layout, type, out);
      else if (const Fill *fill = plain<Fill>(from))
        place->second = refilled(out, *fill, type, from->spelling);
      else
        place->second = out.add(layout.op, {out[operand]}, layout.spelling);
    }
    operands.push_back(place->second);
  }
  const ValueId moved = operands.front();
  return Replacement{out.add(maker.op, std::move(operands), maker.spelling), moved};
}

std::optional<Replacement> raisePastCollapse(const Permutation &permutation, const Node &layout,
                                             const Collapse &collapse, const Node &maker,
                                             Rebuild &out) {
  Permutation before;
  std::vector<std::vector<int64_t>> groups;
  for (const int64_t dim : permutation) {
    auto &group = groups.emplace_back();
    for (const int64_t from : collapse.groups[static_cast<size_t>(dim)]) {
      group.push_back(static_cast<int64_t>(before.size()));
      before.push_back(from);
    }
  }
  const auto first = transposed(out, out[maker.operands[0]], before, layout.spelling);
  return Replacement{out.add(Collapse{groups}, {first.result}, maker.spelling), first.moved};
}

std::optional<Replacement> raisePastExpand(const Permutation &permutation, const Node &layout,
                                           const Expand &expand, const Node &maker, Rebuild &out) {
  std::vector<int64_t> begins;
  int64_t begin = 0;
  for (const auto &group : expand.groups) {
    begins.push_back(begin);
    begin += static_cast<int64_t>(group.size());
  }
  Permutation before;
  std::vector<std::vector<Dim>> groups;
  for (size_t i = 0; i < permutation.size();) {
    const auto group = std::ranges::find(begins, permutation[i]);
    if (group == begins.end())
      return std::nullopt;
    const auto &dims = expand.groups[static_cast<size_t>(group - begins.begin())];
    if (dims.empty() || i + dims.size() > permutation.size() ||
        !isConsecutive(std::span(permutation).subspan(i, dims.size())))
      return std::nullopt;
    before.push_back(group - begins.begin());
    groups.push_back(dims);
    i += dims.size();
  }
  if (groups.size() != expand.groups.size())
    return std::nullopt;
  const auto first = transposed(out, out[maker.operands[0]], before, layout.spelling);
  return Replacement{out.add(Expand{groups, expand.units}, {first.result}, maker.spelling),
                     first.moved};
}

std::optional<Replacement> raiseTranspose(const Node &layout, const Node &maker, Rebuild &out) {
  const Permutation &permutation = std::get<Transpose>(layout.op).permutation;
  if (const auto *collapse = plain<Collapse>(&maker))
    return raisePastCollapse(permutation, layout, *collapse, maker, out);
  if (const auto *expand = plain<Expand>(&maker))
    return raisePastExpand(permutation, layout, *expand, maker, out);
  if (const auto *found = plain<Contraction>(&maker)) {
    Contraction contraction = *found;
    contraction.out = composed(found->out, permutation);
    return Replacement{
        out.add(contraction, {out[maker.operands[0]], out[maker.operands[1]]}, maker.spelling),
        std::nullopt};
  }
  return std::nullopt;
}

/// The labels by their places; where these are equal, as they were.
std::vector<int64_t> inOrder(const std::vector<int64_t> &labels,
                             const std::function<int(int64_t)> &place) {
  std::vector<int64_t> out = labels;
  std::ranges::sort(out, {}, [&](int64_t label) {
    return std::pair(place(label), std::ranges::find(labels, label) - labels.begin());
  });
  return out;
}

} // namespace

std::vector<NodeId> usersOf(const Program &program, ValueId value) {
  std::vector<NodeId> users;
  for (NodeId id = 0; id < static_cast<NodeId>(program.nodes().size()); ++id)
    if (std::ranges::count(program.node(id).operands, value))
      users.push_back(id);
  return users;
}

std::optional<Step> sink(const Program &program, NodeId node, NodeId user) {
  const Node &layout = program.node(node), &reader = program.node(user);
  if (!isLayout(layout))
    return std::nullopt;
  const bool isTranspose = std::holds_alternative<Transpose>(layout.op);
  const OpKind past = kindOf(reader.op);
  if (isTranspose && past == OpKind::Contraction)
    return sinkIntoContraction(program, node, user);
  return replaced(program, user, past, [&](Rebuild &out) -> std::optional<Replacement> {
    if (isPointwise(reader))
      return sinkPastPointwise(program, layout, reader, out);
    return isTranspose ? sinkTranspose(layout, reader, out) : std::nullopt;
  });
}

std::optional<Step> raise(const Program &program, NodeId node) {
  const Node &layout = program.node(node);
  if (!isLayout(layout) || program.isArgument(layout.operands[0]) ||
      !isReadOnce(program, layout.operands[0]))
    return std::nullopt;
  const Node &maker = program.node(program.producer(layout.operands[0]));
  const TensorType &type = program.type(program.firstResult(node));
  return replaced(program, node, kindOf(maker.op), [&](Rebuild &out) {
    if (isPointwise(maker))
      return raisePastPointwise(program, layout, maker, type, out);
    return std::holds_alternative<Transpose>(layout.op) ? raiseTranspose(layout, maker, out)
                                                        : std::nullopt;
  });
}

std::optional<Step> makeExplicit(const Program &program, NodeId node) {
  const Node &maker = program.node(node);
  const auto *found = plain<Contraction>(&maker);
  if (!found)
    return std::nullopt;
  auto has = [](const std::vector<int64_t> &labels, int64_t label) {
    return std::ranges::count(labels, label) > 0;
  };
  for (const auto *labels : {&found->lhs, &found->rhs, &found->out})
    if (std::set(labels->begin(), labels->end()).size() != labels->size())
      return std::nullopt;
  // Batch dims, what only the left operand has, what is summed over, what only the right one has.
  Contraction contraction = *found;
  auto isBatch = [&](int64_t label) {
    return has(found->lhs, label) && has(found->rhs, label) && has(found->out, label);
  };
  contraction.out = inOrder(found->out, [&](int64_t label) {
    return isBatch(label) ? 0 : has(found->lhs, label) ? 1 : 2;
  });
  auto place = [&](int64_t label) {
    return static_cast<int>(std::ranges::find(contraction.out, label) - contraction.out.begin());
  };
  contraction.lhs = inOrder(found->lhs, place);
  const int summed = static_cast<int>(contraction.out.size());
  const int columns = summed + static_cast<int>(contraction.lhs.size()) + 1;
  // The sums of both in one order.
  contraction.rhs = inOrder(found->rhs, [&](int64_t label) {
    if (isBatch(label))
      return place(label);
    if (has(found->out, label))
      return columns + place(label);
    return summed +
           static_cast<int>(std::ranges::find(contraction.lhs, label) - contraction.lhs.begin());
  });
  if (contraction == *found)
    return std::nullopt;
  auto permutationTo = [](const std::vector<int64_t> &from, const std::vector<int64_t> &to) {
    Permutation out;
    for (const int64_t label : to)
      out.push_back(std::ranges::find(from, label) - from.begin());
    return out;
  };
  return replaced(program, node, OpKind::Contraction, [&](Rebuild &out) {
    const auto lhs = transposed(out, out[maker.operands[0]],
                                permutationTo(found->lhs, contraction.lhs), Spelling::Named);
    const auto rhs = transposed(out, out[maker.operands[1]],
                                permutationTo(found->rhs, contraction.rhs), Spelling::Named);
    const ValueId result = out.add(contraction, {lhs.result, rhs.result}, maker.spelling);
    auto last =
        transposed(out, result, permutationTo(contraction.out, found->out), Spelling::Named);
    return std::optional(Replacement{last.result, std::nullopt});
  });
}

} // namespace assay
