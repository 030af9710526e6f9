#include "oracle/Step.h"

namespace assay::oracle {

/// results[0][i] = operand[places(i)].
static void view(Step &step, const Places &places) {
  Elements &result = step.results[0];
  copyStrided(result.shape, result, allOf(result.shape), *step.operands[0], places);
}

/// The operand's elements in their order, in another shape.
static void reshape(Step &step) {
  Shape shape = std::move(step.results[0].shape);
  step.results[0] = *step.operands[0];
  step.results[0].shape = std::move(shape);
  for (uint8_t &mark : step.results[0].mark)
    mark &= static_cast<uint8_t>(~Chosen);
}

void evaluateOp(Step &step, const Transpose &op) {
  const Places from = allOf(step.operands[0]->shape);
  Places places;
  for (int64_t dim : op.permutation)
    places.strides.push_back(from.strides[static_cast<size_t>(dim)]);
  view(step, places);
}

void evaluateOp(Step &step, const Broadcast &op) {
  Places places = allOf(step.operands[0]->shape);
  for (int64_t dim : op.added)
    places.strides.insert(places.strides.begin() + dim, 0);
  view(step, places);
}

void evaluateOp(Step &step, const Reverse &op) {
  Places places = allOf(step.operands[0]->shape);
  for (int64_t dim : op.dims) {
    const auto at = static_cast<size_t>(dim);
    places.offset += (step.operands[0]->shape[at] - 1) * places.strides[at];
    places.strides[at] = -places.strides[at];
  }
  view(step, places);
}

void evaluateOp(Step &step, const Expand &) { reshape(step); }
void evaluateOp(Step &step, const Collapse &) { reshape(step); }
void evaluateOp(Step &step, const DimCast &) { reshape(step); }

} // namespace assay::oracle
