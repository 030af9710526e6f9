#pragma once

#include "oracle/Elements.h"
#include "program/TestCase.h"

#include <optional>

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

// Elementwise.cpp
void evaluateOp(Step &step, const Unary &op);
void evaluateOp(Step &step, const Binary &op);
void evaluateOp(Step &step, const Compare &op);
void evaluateOp(Step &step, const Select &op);
void evaluateOp(Step &step, const Cast &op);
// Contraction.cpp
void evaluateOp(Step &step, const Contraction &op);
// Attention.cpp
void evaluateOp(Step &step, const Attention &op);
// Reduction.cpp
void evaluateOp(Step &step, const Softmax &op);
void evaluateOp(Step &step, const Reduce &op);
void evaluateOp(Step &step, const ArgReduce &op);
void evaluateOp(Step &step, const Scan &op);
// Sorting.cpp
void evaluateOp(Step &step, const Topk &op);
void evaluateOp(Step &step, const Sort &op);
// Indexing.cpp
void evaluateOp(Step &step, const Scatter &op);
void evaluateOp(Step &step, const ScatterNd &op);
void evaluateOp(Step &step, const Gather &op);
void evaluateOp(Step &step, const GatherNd &op);
void evaluateOp(Step &step, const OneHot &op);
// Layout.cpp
void evaluateOp(Step &step, const Transpose &op);
void evaluateOp(Step &step, const Broadcast &op);
void evaluateOp(Step &step, const Expand &op);
void evaluateOp(Step &step, const Collapse &op);
void evaluateOp(Step &step, const Reverse &op);
void evaluateOp(Step &step, const DimCast &op);
// Slicing.cpp
void evaluateOp(Step &step, const ExtractSlice &op);
void evaluateOp(Step &step, const InsertSlice &op);
void evaluateOp(Step &step, const Concat &op);
void evaluateOp(Step &step, const Pad &op);
// Source.cpp
void evaluateOp(Step &step, const Iota &op);
void evaluateOp(Step &step, const Fill &op);
void evaluateOp(Step &step, const assay::Constant &op);

inline void evaluate(Step &step, const Op &op) {
  std::visit([&](const auto &kind) { evaluateOp(step, kind); }, op);
}

} // namespace assay::oracle
