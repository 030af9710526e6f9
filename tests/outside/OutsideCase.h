#pragma once

#include "program/TestCase.h"

namespace assay::outside {

/// A program of one op with the results that a source outside this project gives for it.
struct OutsideCase {
  std::string name;
  std::string origin; // where its example or its rule comes from
  TestCase testCase;
  std::vector<Tensor> expected;
  /// The reference may leave elements undecided.
  bool open = false;
};

/// The cases in tests/outside/cases/OP.json.
Expected<std::vector<OutsideCase>> readOutsideCases(OpKind op);

} // namespace assay::outside
