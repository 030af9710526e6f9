#pragma once

#include "program/TestCase.h"

#include <string>
#include <vector>

namespace assay {

/// A case that differs from another in what should not matter to whether a compiler has a bug.
struct NearVariant {
  std::string how; // "with other inputs", "with d0 one more"
  TestCase testCase;
};

/// The case with other inputs of the same kind, twice, and with each of its first four extents one
/// more and one less; what the program does not permit is left out. The same for equal cases.
std::vector<NearVariant> nearVariants(const TestCase &testCase);

} // namespace assay
