#include "reducer/Passes.h"
#include "reducer/Refit.h"
#include "reducer/StridedCopy.h"

#include <algorithm>

namespace assay {

namespace {

/// Lowers bindings until the program's constraints hold again, where a smaller symbol can help.
void repair(const Program &program, Bindings &bindings) {
  // Each step lowers one extent: the number of steps is bounded by their sum, and no case needs
  // many.
  for (int step = 0; step < 1000; ++step) {
    const Dim *broken = nullptr;
    for (const Dim &dim : program.nonNegative())
      if (!broken && dim.evaluate(bindings) < 0)
        broken = &dim;
    if (!broken)
      return;
    int64_t *largest = nullptr;
    for (const Dim::Term &term : broken->terms())
      for (SymbolId id : term.symbols)
        if (int64_t &extent = bindings[static_cast<size_t>(id)];
            term.coefficient < 0 && extent > 0 && (!largest || extent > *largest))
          largest = &extent;
    if (!largest)
      return;
    --*largest;
  }
}

/// Replaces the extent of each chosen symbol by smaller(extent), in all runs. Places are the
/// symbols whose extent changes in some run.
void shrink(Draft &draft, Places &places, int64_t (*smaller)(int64_t)) {
  bool changed = false;
  const auto symbols = static_cast<size_t>(draft.original.program().symbols());
  for (size_t symbol = 0; symbol < symbols; ++symbol) {
    auto shrinks = [&](const Bindings &run) { return smaller(run[symbol]) != run[symbol]; };
    if (!std::any_of(draft.bindings.begin(), draft.bindings.end(), shrinks) || !places.take())
      continue;
    for (Bindings &run : draft.bindings)
      run[symbol] = smaller(run[symbol]);
    changed = true;
  }
  if (changed)
    for (Bindings &run : draft.bindings)
      repair(draft.original.program(), run);
}

int64_t one(int64_t) { return 1; }
template <int64_t limit> int64_t atMost(int64_t extent) { return std::min(extent, limit); }
int64_t half(int64_t extent) { return extent > 2 ? extent / 2 : extent; }
int64_t threeQuarters(int64_t extent) { return extent > 4 ? extent - extent / 4 : extent; }
int64_t oneLess(int64_t extent) { return extent > 1 ? extent - 1 : extent; }

/// The constants above 1 that are extents of arguments or stand in attributes, ascending.
std::set<int64_t> constantExtents(const Draft &draft) {
  std::set<int64_t> found;
  auto add = [&](const Dim &dim) {
    if (auto constant = dim.constant(); constant && *constant > 1)
      found.insert(*constant);
  };
  for (const Draft::Argument &argument : draft.arguments)
    std::for_each(argument.type.dims.begin(), argument.type.dims.end(), add);
  for (const Node &node : draft.nodes) {
    forEachDim(node.op, add);
    if (const Constant *constant = std::get_if<Constant>(&node.op))
      for (int64_t extent : constant->value.shape())
        add(extent);
  }
  return found;
}

/// Replaces every occurrence of the chosen constant extents.
void shrinkConstants(Draft &draft, Places &places, int64_t (*smaller)(int64_t)) {
  std::set<int64_t> chosen;
  for (int64_t extent : constantExtents(draft))
    if (smaller(extent) != extent && places.take())
      chosen.insert(extent);
  auto change = [&](int64_t extent) { return chosen.contains(extent) ? smaller(extent) : extent; };
  draft.changeDims([&](const Dim &dim) {
    auto constant = dim.constant();
    return constant ? Dim(change(*constant)) : dim;
  });
  for (Node &node : draft.nodes)
    if (Constant *constant = std::get_if<Constant>(&node.op)) {
      Shape shape = constant->value.shape();
      std::transform(shape.begin(), shape.end(), shape.begin(), change);
      constant->value = refit(constant->value, constant->value.element(), shape);
    }
}

/// The last elements of a tensor along each dim that gets shorter.
Tensor tailOf(const Tensor &tensor, const Shape &shape) {
  const std::vector<int64_t> strides = rowMajorStrides(tensor.shape());
  int64_t offset = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    offset += (tensor.shape()[dim] - shape[dim]) * strides[dim];
  return stridedCopy(tensor, offset, strides, shape);
}

/// Shrinks symbols and constants, and keeps the last elements of the inputs.
void shrinkToTail(Draft &draft, Places &places, int64_t (*smaller)(int64_t)) {
  const std::vector<Bindings> before = draft.bindings;
  shrink(draft, places, smaller);
  shrinkConstants(draft, places, smaller);
  for (size_t i = 0; i < draft.arguments.size(); ++i)
    for (size_t run = 0; run < draft.runs(); ++run) {
      const TensorType &type = draft.original.program().arguments()[i];
      const Shape had = type.shape(before[run]);
      const Shape has = draft.arguments[i].type.shape(draft.bindings[run]);
      if (std::ranges::equal(has, had, std::less_equal()) && has != had)
        draft.arguments[i].inputs[run] =
            tailOf(materialise(draft.arguments[i].inputs[run], type.element, had), has);
    }
}

} // namespace

/// So that evaluating and writing down the case costs little.
void capExtents(Draft &draft, Places &places) { shrink(draft, places, atMost<8>); }
void extentsToOne(Draft &draft, Places &places) { shrink(draft, places, one); }
void extentsToTwo(Draft &draft, Places &places) { shrink(draft, places, atMost<2>); }
// An odd number, or a multiple of four, may be what it takes.
void extentsToThree(Draft &draft, Places &places) { shrink(draft, places, atMost<3>); }
void extentsToFour(Draft &draft, Places &places) { shrink(draft, places, atMost<4>); }
void halveExtents(Draft &draft, Places &places) { shrink(draft, places, half); }
void trimExtents(Draft &draft, Places &places) { shrink(draft, places, threeQuarters); }
void decrementExtents(Draft &draft, Places &places) { shrink(draft, places, oneLess); }

void constantsToOne(Draft &draft, Places &places) { shrinkConstants(draft, places, one); }
void constantsToTwo(Draft &draft, Places &places) { shrinkConstants(draft, places, atMost<2>); }
void constantsToThree(Draft &draft, Places &places) { shrinkConstants(draft, places, atMost<3>); }
void halveConstants(Draft &draft, Places &places) { shrinkConstants(draft, places, half); }
void decrementConstants(Draft &draft, Places &places) { shrinkConstants(draft, places, oneLess); }

// What fails may need the end of the inputs, where the other passes keep the beginning.
void keepLastThree(Draft &draft, Places &places) { shrinkToTail(draft, places, atMost<3>); }
void keepLastFour(Draft &draft, Places &places) { shrinkToTail(draft, places, atMost<4>); }

} // namespace assay
