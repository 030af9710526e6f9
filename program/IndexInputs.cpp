#include "program/IndexInputs.h"

#include <algorithm>
#include <limits>

namespace assay {

namespace {

/// Upper bounds (excluded) of the elements of index tensors, seen from the end of a program.
class IndexLimits {
public:
  IndexLimits(const Program &program, const Bindings &bindings)
      : program(program), bindings(bindings), limits(static_cast<size_t>(program.valueCount())) {
    for (size_t i = program.nodes().size(); i > 0; --i)
      visitNode(static_cast<int>(i - 1));
  }

  /// One limit for all elements, or one for each place in the last dim; empty for none.
  const Shape &of(ValueId value) const { return limits[static_cast<size_t>(value)]; }

private:
  int64_t extent(ValueId value, int64_t dim) const {
    return program.type(value).dims[static_cast<size_t>(dim)].evaluate(bindings);
  }

  void limit(ValueId value, const Shape &most) {
    Shape &known = limits[static_cast<size_t>(value)];
    if (known.size() != most.size())
      known.assign(most.size(), std::numeric_limits<int64_t>::max());
    for (size_t i = 0; i < most.size(); ++i)
      known[i] = std::min(known[i], most[i]);
  }

  void limitByLeadingDims(ValueId indices, ValueId base, int64_t depth) {
    Shape most;
    for (int64_t i = 0; i < depth; ++i)
      most.push_back(extent(base, i));
    limit(indices, most);
  }

  void visitNode(int index) {
    const Node &node = program.node(index);
    const std::vector<ValueId> &operands = node.operands;
    if (const auto *gather = std::get_if<Gather>(&node.op))
      limit(operands[1], {extent(operands[0], gather->dim)});
    else if (const auto *scatter = std::get_if<Scatter>(&node.op))
      limit(operands[1], {extent(operands[0], scatter->dim)});
    else if (const auto *gatherNd = std::get_if<GatherNd>(&node.op))
      limitByLeadingDims(operands[1], operands[0], gatherNd->depth);
    else if (const auto *scatterNd = std::get_if<ScatterNd>(&node.op))
      limitByLeadingDims(operands[1], operands[0], scatterNd->depth);
    else if (const auto *oneHot = std::get_if<OneHot>(&node.op))
      limit(operands[0], {oneHot->depth.evaluate(bindings)});
    else
      for (size_t i = 0; i < operands.size(); ++i)
        if (contains(traitsOf(node.op).moved, i) || std::holds_alternative<Cast>(node.op))
          passOn(program.firstResult(index), operands[i]);
  }

  void passOn(ValueId result, ValueId operand) {
    Shape most = of(result);
    if (most.empty())
      return;
    // Moved elements may come from any place of a row.
    most = {*std::min_element(most.begin(), most.end())};
    limit(operand, most);
  }

  const Program &program;
  const Bindings &bindings;
  std::vector<Shape> limits;
};

void confine(Tensor &tensor, const Shape &limits) {
  for (int64_t i = 0; i < tensor.size(); ++i) {
    int64_t limit = limits[static_cast<size_t>(i) % limits.size()];
    int64_t value = tensor.integer(i);
    if (limit > 0 && (value < 0 || value >= limit))
      tensor.setInteger(i, ((value % limit) + limit) % limit);
  }
}

void confine(Recipe &recipe, const Shape &limits) {
  if (recipe.distribution == Distribution::UniqueRows) {
    for (size_t i = 0; i < recipe.extents.size(); ++i)
      recipe.extents[i] = std::min(recipe.extents[i], limits[i % limits.size()]);
    return;
  }
  auto last = static_cast<double>(*std::min_element(limits.begin(), limits.end()) - 1);
  recipe.low = std::clamp(recipe.low, 0.0, std::max(last, 0.0));
  recipe.high = std::clamp(recipe.high, recipe.low, std::max(last, 0.0));
}

} // namespace

void confineIndices(const Program &program, Run &run) {
  IndexLimits limits(program, run.bindings);
  for (size_t i = 0; i < run.inputs.size(); ++i) {
    const Shape &most = limits.of(static_cast<ValueId>(i));
    if (most.empty() || !isInteger(program.arguments()[i].element))
      continue;
    std::visit([&](auto &input) { confine(input, most); }, run.inputs[i]);
  }
}

int64_t rowsIn(const Shape &shape) {
  int64_t rows = 1;
  for (size_t i = 0; i + 1 < shape.size(); ++i)
    rows *= shape[i];
  return rows;
}

} // namespace assay
