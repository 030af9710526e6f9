#pragma once

#include "program/TestCase.h"

#include <string>

namespace assay {

/// How much of the program a lit case leaves to its RUN lines.
enum class LitDialects : uint8_t {
  All,      // ops of the assay dialect as they are, for assay-opt
  Upstream, // lowered to ops that mlir-opt knows, as targets of upstream's passes do
};

/// The case's program in MLIR as functions one after the other, the entry called @program. An error
/// says which op could not be lowered.
Expected<std::string> litFunctions(const TestCase &testCase, LitDialects dialects);

} // namespace assay
