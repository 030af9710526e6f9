#pragma once

#include "program/TestCase.h"

#include <string>

namespace assay {

/// The case's program in MLIR as functions one after the other, the entry called @program.
std::string litFunctions(const TestCase &testCase);

} // namespace assay
