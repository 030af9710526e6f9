#include "respelling/Rebuild.h"

namespace assay {

Rebuild::Rebuild(const Program &program)
    : program(program), next(static_cast<ValueId>(program.arguments().size())),
      values(static_cast<size_t>(program.valueCount()), -1) {
  parts.symbols = program.symbols();
  parts.arguments = program.arguments();
  for (ValueId argument = 0; argument < next; ++argument)
    replace(argument, argument);
}

ValueId Rebuild::add(Op op, std::vector<ValueId> operands, Spelling spelling) {
  parts.nodes.push_back({std::move(op), std::move(operands), std::nullopt, spelling});
  resultCounts.push_back(1);
  return next++;
}

void Rebuild::copy(NodeId id) {
  Node node = program.node(id);
  for (ValueId &operand : node.operands)
    operand = (*this)[operand];
  if (node.destination)
    node.destination = (*this)[*node.destination];
  parts.nodes.push_back(std::move(node));
  resultCounts.push_back(program.resultCount(id));
  for (ValueId old = program.firstResult(id); old < program.firstResult(id + 1); ++old)
    replace(old, next++);
}

std::optional<Rebuild::Result> Rebuild::finish(std::optional<ValueId> wanted) {
  for (ValueId old : program.returns())
    parts.returns.push_back((*this)[old]);
  std::vector<bool> isUsed(static_cast<size_t>(next));
  for (ValueId value : parts.returns)
    isUsed[static_cast<size_t>(value)] = true;
  std::vector<bool> isKept(parts.nodes.size());
  ValueId end = next;
  for (size_t i = parts.nodes.size(); i-- > 0;) {
    const ValueId first = end - resultCounts[i];
    for (ValueId value = first; value < end; ++value)
      isKept[i] = isKept[i] || isUsed[static_cast<size_t>(value)];
    end = first;
    if (!isKept[i])
      continue;
    for (ValueId operand : parts.nodes[i].operands)
      isUsed[static_cast<size_t>(operand)] = true;
    if (parts.nodes[i].destination)
      isUsed[static_cast<size_t>(*parts.nodes[i].destination)] = true;
  }

  std::vector<ValueId> renumbered(static_cast<size_t>(next), -1);
  ValueId made = end; // the number of arguments
  for (ValueId argument = 0; argument < end; ++argument)
    renumbered[static_cast<size_t>(argument)] = argument;
  auto renumber = [&](ValueId &value) { value = renumbered[static_cast<size_t>(value)]; };
  std::vector<Node> kept;
  ValueId value = end;
  for (size_t i = 0; i < parts.nodes.size(); value += resultCounts[i], ++i) {
    if (!isKept[i])
      continue;
    Node &node = kept.emplace_back(std::move(parts.nodes[i]));
    for (ValueId &operand : node.operands)
      renumber(operand);
    if (node.destination)
      renumber(*node.destination);
    for (ValueId result = value; result < value + resultCounts[i]; ++result)
      renumbered[static_cast<size_t>(result)] = made++;
  }
  parts.nodes = std::move(kept);
  for (ValueId &returned : parts.returns)
    renumber(returned);
  auto checked = Program::make(std::move(parts));
  auto *valid = std::get_if<Program>(&checked);
  if (!valid)
    return std::nullopt;
  if (wanted)
    renumber(*wanted);
  if (wanted && *wanted < 0)
    wanted.reset();
  return Result{std::move(*valid), wanted};
}

} // namespace assay
