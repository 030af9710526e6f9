#pragma once

#include "oracle/EvaluationState.h"
#include "oracle/Oracle.h"

namespace assay {

/// A run on an implementation that rounds each element of each value correctly: it holds what the
/// reference makes of the operands that it holds, rounded to the type once. What it would return if
/// one element were wrong says how large an error is seen.
class RoundedRun {
public:
  /// Nothing if the program is undefined there.
  static std::optional<RoundedRun> of(const TestCase &testCase, const Run &run,
                                      const std::vector<Tensor> &inputs, const Accuracy &accuracy);

  /// What this implementation has of a value.
  const oracle::Elements &held(ValueId value) const {
    return state->values[static_cast<size_t>(value)];
  }
  /// What is known of a value of an op by itself, whose operands are exactly those held.
  const oracle::Elements &known(ValueId value) const { return ofOps[static_cast<size_t>(value)]; }

  std::vector<Tensor> returned() const { return returnedFrom(*state); }
  /// What is returned if element `i` of a float value of an op is `number` instead. Nothing if the
  /// program is undefined then.
  std::optional<std::vector<Tensor>> returnedWith(ValueId value, size_t i, double number) const;

private:
  RoundedRun(std::shared_ptr<EvaluationState> state, const Run &run)
      : state(std::move(state)), run(run) {}
  std::vector<Tensor> returnedFrom(const EvaluationState &from) const;

  std::shared_ptr<EvaluationState> state;
  std::vector<oracle::Elements> ofOps; // by ValueId
  const Run &run;
};

} // namespace assay
