#include "oracle/Step.h"

namespace assay::oracle {

void evaluateOp(Step &step, const Iota &op) {
  Elements &result = step.results[0];
  const Lines lines(result.shape, op.dim);
  for (int64_t i = 0; i < lines.length; ++i) {
    const int64_t wrapped = isInteger(op.element) ? wrapTo(op.element, i) : i;
    const Real real =
        isFloat(op.element) ? convertInteger(step.format(op.element), i, i, false) : Real{};
    for (size_t line = 0; line < lines.starts.size(); ++line) {
      const size_t at = lines.at(line, static_cast<size_t>(i));
      if (result.isReal())
        result.set(at, real);
      else
        result.set(at, Range{wrapped, wrapped});
    }
  }
}

void evaluateOp(Step &step, const Fill &op) { step.results[0].fill(op.value, step.accuracy); }

void evaluateOp(Step &step, const assay::Constant &op) {
  step.results[0] = Elements(op.value, step.accuracy);
}

} // namespace assay::oracle
