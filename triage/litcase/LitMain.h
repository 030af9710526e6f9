#pragma once

#include "triage/litcase/LitCase.h"

namespace assay {

/// The part of a lit case around the program.
struct LitMain {
  /// @main, and the declarations of the printing functions of MLIR's runner libraries.
  std::string functions;
  /// CHECK lines for what @main prints.
  std::string checks;
};

/// A result whose numbers survive printing is printed, and its elements stand in CHECK lines. Of
/// others @main prints ( number of wrong elements, place of the first ) in row-major order, which
/// is ( 0, -1 ) if all are right; so of results whose elements must go together.
LitMain litMain(const TestCase &testCase, const std::vector<ExpectedRun> &expected);

} // namespace assay
