#pragma once

#include "program/TestCase.h"

#include <string>

namespace assay {

/// The version of LLVM that assay is built with.
inline constexpr int newestMlir = 22;

/// How much of the program a lit case leaves to its RUN lines.
enum class LitDialects : uint8_t {
  All,      // ops of the assay dialect as they are, for assay-opt
  Upstream, // lowered to ops that mlir-opt knows, as targets of upstream's passes do
};

/// The case's program in MLIR as functions one after the other, the entry called @program. An error
/// says which op could not be lowered. MLIR of that version can read what is upstream's.
Expected<std::string> litFunctions(const TestCase &testCase, LitDialects dialects,
                                   int version = newestMlir);

} // namespace assay
