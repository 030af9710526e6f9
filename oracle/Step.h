#pragma once

#include "oracle/Elements.h"
#include "program/TestCase.h"

#include <optional>

namespace assay {
struct EvaluationState;
}

namespace assay::oracle {

/// One node being evaluated: what it reads, and where its results go.
struct Step {
  const TestCase &testCase;
  const Run &run;
  const Accuracy &accuracy;
  std::vector<const Elements *> operands;
  /// Of an op that combines with its destination; else null.
  const Elements *initial = nullptr;
  /// Of the results' types and shapes, all zero and exact.
  std::vector<Elements> results;
  /// Why the node has no meaning for these operands.
  std::optional<std::string> undefined;

  Format format(ElementType type) const { return Format(type, accuracy); }
  int64_t extent(const Dim &dim) const { return dim.evaluate(run.bindings); }
  bool has(Contract contract) const { return testCase.has(contract); }
};

/// A node before its evaluation; its operands have been evaluated.
Step stepOf(const EvaluationState &state, const Run &run, int index);

// Each op of a family in the source of that name.
#define ASSAY_OP(Enumerator, tag, Family) void evaluateOp(Step &step, const assay::Enumerator &op);
#include "program/Ops.def"

inline void evaluate(Step &step, const Op &op) {
  std::visit([&](const auto &kind) { evaluateOp(step, kind); }, op);
}

} // namespace assay::oracle
