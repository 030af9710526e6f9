#include "oracle/Step.h"

#include <algorithm>

namespace assay::oracle {

/// The slice of a tensor of that shape, with the dropped dims left out.
static Places slice(const Step &step, const Shape &shape, const std::vector<Dim> &slideOffsets,
                    const std::vector<int64_t> &strides, const std::vector<int64_t> &dropped) {
  const Places whole = allOf(shape);
  Places places;
  for (size_t i = 0; i < shape.size(); ++i) {
    places.offset += step.extent(slideOffsets[i]) * whole.strides[i];
    if (std::find(dropped.begin(), dropped.end(), static_cast<int64_t>(i)) == dropped.end())
      places.strides.push_back(strides[i] * whole.strides[i]);
  }
  return places;
}

void evaluateOp(Step &step, const ExtractSlice &op) {
  Elements &result = step.results[0];
  const Elements &from = *step.operands[0];
  copyStrided(result.shape, result, allOf(result.shape), from,
              slice(step, from.shape, op.offsets, op.strides, op.dropped));
}

void evaluateOp(Step &step, const InsertSlice &op) {
  Elements &result = step.results[0];
  const Elements &source = *step.operands[0], &base = *step.operands[1];
  copyStrided(base.shape, result, allOf(base.shape), base, allOf(base.shape));
  copyStrided(source.shape, result, slice(step, base.shape, op.offsets, op.strides, op.dropped),
              source, allOf(source.shape));
}

void evaluateOp(Step &step, const Concat &op) {
  Elements &result = step.results[0];
  Places to = allOf(result.shape);
  for (const Elements *operand : step.operands) {
    copyStrided(operand->shape, result, to, *operand, allOf(operand->shape));
    to.offset +=
        operand->shape[static_cast<size_t>(op.dim)] * to.strides[static_cast<size_t>(op.dim)];
  }
}

void evaluateOp(Step &step, const Pad &op) {
  Elements &result = step.results[0];
  result.fill(op.value, step.accuracy);
  Places inside = allOf(result.shape);
  for (size_t i = 0; i < op.low.size(); ++i)
    inside.offset += step.extent(op.low[i]) * inside.strides[i];
  const Elements &from = *step.operands[0];
  copyStrided(from.shape, result, inside, from, allOf(from.shape));
}

} // namespace assay::oracle
