#pragma once

#include "oracle/EvaluationState.h"

#include <functional>

namespace assay::oracle {

/// A returned result of an op with several right answers, some of whose elements are Chosen.
struct ChoiceCheck {
  const EvaluationState &state;
  int node = 0;
  size_t result = 0; // of the node
  /// What was returned for each result of the node; null where it was not.
  std::vector<const Tensor *> returned;

  const Tensor &actual() const { return *returned[result]; }
  const Elements &operand(size_t i) const;
  /// What is known of the result.
  const Elements &expected() const;
};

/// Told of each wrong element; some of them may be told twice.
using TellWrong = std::function<void(size_t element, const std::string &expected)>;

/// Holds the result, and what goes together with it, against the op's relation: which elements make
/// up a run of ties, and that indices point at their values.
void checkChoice(const ChoiceCheck &check, const TellWrong &tell);

} // namespace assay::oracle
