#include "reducer/DimFlow.h"
#include "reducer/Passes.h"

#include <algorithm>

namespace assay {

/// Whether every dim of the set has the extent 1 in every run.
static bool isUnit(const TestCase &testCase, const std::vector<DimPlace> &set) {
  for (const DimPlace &place : set)
    for (const Run &run : testCase.runs())
      if (testCase.program()
              .type(place.value)
              .dims[static_cast<size_t>(place.dim)]
              .evaluate(run.bindings) != 1)
        return false;
  return true;
}

/// Inputs that come from a recipe become tensors: recipes depend on the rank.
static void writeOut(Draft &draft, size_t argument) {
  const TensorType &type = draft.original.program().arguments()[argument];
  for (size_t run = 0; run < draft.runs(); ++run) {
    Input &input = draft.arguments[argument].inputs[run];
    input = materialise(input, type.element, type.shape(draft.bindings[run]));
  }
}

/// Unit dims vanish, wherever they flow.
void dropDims(Draft &draft, Places &places) {
  const Program &program = draft.original.program();
  std::vector<ErasedDims> erased;
  for (ValueId value = 0; value < program.valueCount(); ++value)
    erased.emplace_back(static_cast<size_t>(program.type(value).rank()), false);
  bool changed = false;
  for (const std::vector<DimPlace> &set : droppableDims(program)) {
    if (!isUnit(draft.original, set) || !places.take())
      continue;
    changed = true;
    for (const DimPlace &place : set)
      erased[static_cast<size_t>(place.value)][static_cast<size_t>(place.dim)] = true;
  }
  if (!changed)
    return;
  for (size_t i = 0; i < program.arguments().size(); ++i) {
    if (std::count(erased[i].begin(), erased[i].end(), true) > 0)
      writeOut(draft, i);
    std::vector<Dim> &dims = draft.arguments[i].type.dims;
    for (size_t dim = dims.size(); dim > 0; --dim)
      if (erased[i][dim - 1])
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(dim - 1));
  }
  for (size_t i = 0; i < draft.nodes.size(); ++i) {
    Node &node = draft.nodes[i];
    std::vector<ErasedDims> operands, results;
    for (ValueId operand : node.operands)
      operands.push_back(erased[static_cast<size_t>(operand)]);
    for (ValueId result = program.firstResult(static_cast<int>(i));
         result < program.firstResult(static_cast<int>(i) + 1); ++result)
      results.push_back(erased[static_cast<size_t>(result)]);
    eraseDims(node.op, operands, results);
  }
}

} // namespace assay
