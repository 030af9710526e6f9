#pragma once

#include "program/TestCase.h"

namespace assay::golden {

/// A program of one op with the results that a source outside this project gives for it.
struct GoldenCase {
  std::string name;
  std::string origin; // where its example or its rule comes from
  TestCase testCase;
  std::vector<Tensor> expected;
  /// The reference may leave elements undecided.
  bool open = false;
};

/// The cases in tests/golden/cases/OP.json.
Expected<std::vector<GoldenCase>> readGoldenCases(OpKind op);

} // namespace assay::golden
