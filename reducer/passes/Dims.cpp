#include "reducer/DimFlow.h"
#include "reducer/Passes.h"

#include <algorithm>

namespace assay {

namespace {

/// The extents of the set's dims in all runs, from the least to the greatest.
std::pair<int64_t, int64_t> extentsOf(const TestCase &testCase, const std::vector<DimPlace> &set) {
  std::vector<int64_t> extents;
  for (const DimPlace &place : set)
    for (const Run &run : testCase.runs())
      extents.push_back(testCase.program()
                            .type(place.value)
                            .dims[static_cast<size_t>(place.dim)]
                            .evaluate(run.bindings));
  const auto [least, greatest] = std::ranges::minmax(extents);
  return {least, greatest};
}

/// Dims that vanish, wherever they flow.
class Erasure {
public:
  explicit Erasure(const Program &program) {
    for (ValueId value = 0; value < program.valueCount(); ++value) {
      erased.emplace_back(static_cast<size_t>(program.type(value).rank()), false);
      kept.emplace_back(static_cast<size_t>(program.type(value).rank()), 0);
    }
  }

  /// Of inputs what is at place `index` along the dim stays.
  void add(const std::vector<DimPlace> &set, int64_t index) {
    isEmpty = false;
    for (const DimPlace &place : set) {
      erased[static_cast<size_t>(place.value)][static_cast<size_t>(place.dim)] = true;
      kept[static_cast<size_t>(place.value)][static_cast<size_t>(place.dim)] = index;
    }
  }

  void apply(Draft &draft) const {
    if (isEmpty)
      return;
    for (size_t i = 0; i < draft.original.program().arguments().size(); ++i)
      if (std::ranges::count(erased[i], true) > 0)
        eraseArgument(draft, i);
    for (size_t i = 0; i < draft.nodes.size(); ++i)
      eraseNode(draft, i);
  }

private:
  /// The argument loses dims. Inputs that come from a recipe become tensors: recipes depend on the
  /// rank.
  void eraseArgument(Draft &draft, size_t argument) const {
    const TensorType &type = draft.original.program().arguments()[argument];
    for (size_t run = 0; run < draft.runs(); ++run) {
      Input &input = draft.arguments[argument].inputs[run];
      input = eraseDims(materialise(input, type.element, type.shape(draft.bindings[run])),
                        erased[argument], kept[argument]);
    }
    std::vector<Dim> &dims = draft.arguments[argument].type.dims;
    for (size_t dim = dims.size(); dim > 0; --dim)
      if (erased[argument][dim - 1])
        dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(dim - 1));
  }

  void eraseNode(Draft &draft, size_t index) const {
    const Program &program = draft.original.program();
    const auto node = static_cast<int>(index);
    std::vector<ErasedDims> operands, results;
    for (ValueId operand : draft.nodes[index].operands)
      operands.push_back(erased[static_cast<size_t>(operand)]);
    for (ValueId result = program.firstResult(node); result < program.firstResult(node + 1);
         ++result)
      results.push_back(erased[static_cast<size_t>(result)]);
    eraseDims(draft.nodes[index].op, operands, results);
  }

  bool isEmpty = true;
  std::vector<ErasedDims> erased; // by value
  std::vector<std::vector<int64_t>> kept;
};

} // namespace

void dropDims(Draft &draft, Places &places) {
  Erasure erasure(draft.original.program());
  for (const std::vector<DimPlace> &set : droppableDims(draft.original.program()))
    if (extentsOf(draft.original, set) == std::pair<int64_t, int64_t>(1, 1) && places.take())
      erasure.add(set, 0);
  erasure.apply(draft);
}

/// Dims of other extents vanish too: a place for each of their indices, of which the first that is
/// chosen stays.
void cutDims(Draft &draft, Places &places) {
  Erasure erasure(draft.original.program());
  for (const std::vector<DimPlace> &set : droppableDims(draft.original.program())) {
    const auto [least, greatest] = extentsOf(draft.original, set);
    bool isCut = false;
    for (int64_t index = 0; index < least && greatest > 1; ++index)
      if (places.take() && !isCut) {
        isCut = true;
        erasure.add(set, index);
      }
  }
  erasure.apply(draft);
}

} // namespace assay
