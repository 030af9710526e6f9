#include "program/Uses.h"
#include "reducer/Passes.h"

#include <algorithm>
#include <cmath>

namespace assay {

/// Fewer executions of the binary. The last one stays if all are chosen.
void removeRuns(Draft &draft, Places &places) {
  std::vector<size_t> chosen;
  for (size_t run = 0, count = draft.runs(); count > 1 && run < count; ++run)
    if (places.take())
      chosen.push_back(run);
  for (size_t i = chosen.size(); i > 0 && draft.runs() > 1; --i)
    draft.removeRun(chosen[i - 1]);
}

/// Cuts nodes out. What they made becomes an argument that holds the reference's value, what they
/// used becomes a return: any set of nodes is a program, and sees the values that it saw before.
void removeNodes(Draft &draft, Places &places) {
  const Program &program = draft.original.program();
  const int count = static_cast<int>(draft.nodes.size());
  for (int node = 0; node < count; ++node)
    if (places.take())
      draft.removeNode(node);
  auto isGone = [&](ValueId value) {
    return !program.isArgument(value) && draft.isRemoved(program.producer(value));
  };
  std::erase_if(draft.returns, isGone);
  std::set<ValueId> returned(draft.returns.begin(), draft.returns.end());
  std::set<ValueId> replaced;
  for (int index = 0; index < count; ++index) {
    for (ValueId use : usesOf(draft.nodes[static_cast<size_t>(index)])) {
      if (!draft.isRemoved(index) && isGone(use) && replaced.insert(use).second)
        draft.replaceByArgument(use);
      else if (draft.isRemoved(index) && !isGone(use) && !program.isArgument(use) &&
               returned.insert(use).second)
        draft.returns.push_back(use);
    }
  }
  // Only dead nodes are left: one of them must be returned.
  for (int index = count; index > 0 && draft.returns.empty(); --index)
    if (!draft.isRemoved(index - 1))
      draft.returns.push_back(program.firstResult(index - 1));
}

/// Fewer results, and none of the nodes that only they needed.
void removeReturns(Draft &draft, Places &places) {
  std::vector<ValueId> kept;
  for (ValueId value : draft.returns)
    if (!places.take())
      kept.push_back(value);
  draft.returns = kept;
}

/// A result is replaced by an operand of its type.
void bypassNodes(Draft &draft, Places &places) {
  const Program &program = draft.original.program();
  for (size_t i = 0; i < draft.nodes.size(); ++i) {
    const auto node = static_cast<int>(i);
    for (ValueId result = program.firstResult(node); result < program.firstResult(node + 1);
         ++result)
      for (ValueId operand : program.nodes()[i].operands)
        if (program.type(operand) == program.type(result) && places.take() &&
            draft.resolve(result) == result)
          draft.redirect(result, operand);
  }
}

/// An argument is replaced by an earlier one of its type.
void mergeArguments(Draft &draft, Places &places) {
  const std::vector<TensorType> &types = draft.original.program().arguments();
  for (size_t i = 0; i < types.size(); ++i) {
    auto first =
        static_cast<size_t>(std::find(types.begin(), types.end(), types[i]) - types.begin());
    if (first < i && places.take())
      draft.redirect(static_cast<ValueId>(i), static_cast<ValueId>(first));
  }
}

void removeGroups(Draft &draft, Places &places) {
  std::erase_if(draft.groups, [&](const Group &) { return places.take(); });
}

void removeContracts(Draft &draft, Places &places) {
  std::erase_if(draft.contracts, [&](Contract) { return places.take(); });
}

void removeArguments(Draft &draft, Places &places) {
  for (ValueId argument : std::set(draft.argumentsUnusedBefore()))
    if (places.take())
      draft.removeArgument(argument);
}

void removeSymbols(Draft &draft, Places &places) {
  for (SymbolId symbol : std::set(draft.symbolsUnusedBefore()))
    if (places.take())
      draft.removeSymbol(symbol);
}

void dropDestinations(Draft &draft, Places &places) {
  for (Node &node : draft.nodes)
    if (node.destination && places.take())
      node.destination.reset();
}

/// The one result of the node, unless it is made of nothing already.
static std::optional<ValueId> replaceable(const Draft &draft, size_t node) {
  const auto index = static_cast<int>(node);
  if (traitsOf(draft.nodes[node].op).isSource || draft.original.program().resultCount(index) != 1)
    return std::nullopt;
  return draft.original.program().firstResult(index);
}

static void makeSource(Node &node, Op op) {
  node = Node{std::move(op), {}, std::nullopt, Spelling::Named};
}

/// A node becomes a fill with the reference's first element. For failures that need a known value
/// where an argument would not do.
void nodesToFills(Draft &draft, Places &places) {
  for (size_t i = 0; i < draft.nodes.size(); ++i) {
    auto result = replaceable(draft, i);
    if (!result || !places.take())
      continue;
    const TensorType &type = draft.original.program().type(*result);
    std::optional<Tensor> value = draft.valueOf(0, *result);
    double element = value && value->size() > 0 ? value->real(0) : 0;
    makeSource(draft.nodes[i], Fill{type.dims, type.element, element});
  }
}

/// A node of constant extents becomes a constant with the reference's elements.
void nodesToConstants(Draft &draft, Places &places) {
  for (size_t i = 0; i < draft.nodes.size(); ++i) {
    auto result = replaceable(draft, i);
    if (!result)
      continue;
    const std::vector<Dim> &dims = draft.original.program().type(*result).dims;
    if (!std::all_of(dims.begin(), dims.end(), [](const Dim &dim) { return dim.constant(); }))
      continue;
    if (places.take())
      if (std::optional<Tensor> value = draft.valueOf(0, *result))
        makeSource(draft.nodes[i], Constant{*value});
  }
}

} // namespace assay
