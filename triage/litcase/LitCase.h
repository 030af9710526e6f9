#pragma once

#include "oracle/ExpectedRuns.h"
#include "target/Metrics.h"
#include "target/TargetName.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What a lit file was found on, in lines of its header: "// assay-target: cpu:O2". The lines of
/// what is empty are not there.
struct LitOrigin {
  std::optional<TargetName> target;
  std::string inject;  // as in TargetOptions
  std::string version; // of assay
  /// Of a missed optimisation.
  std::vector<Metric> watch = {};
};

/// What a lit case is made of. Whoever sees a compiler fills in the MLIR.
struct LitCase {
  TestCase testCase;
  /// What was seen, in lines: "expected 3, got 2 at [0,1] of result 0".
  std::string seen;
  std::string signature; // "mismatch:topk:f32"
  LitOrigin origin;
  /// Of a missed optimisation: the program and its better spelling, in lines for people.
  std::string spellings;
  /// Without "// RUN: "; each line is a command, or goes on with a trailing backslash. They run
  /// @main and have its output checked by FileCheck.
  std::vector<std::string> runLines;
  /// The same as commands for a shell, with the file as FILE, in lines; empty for none.
  std::string byHand;
  /// The program as functions on tensors; the one called @program takes and returns what
  /// program/Abi.h says.
  std::string functions;
  /// Instead, the whole file for tools that take inputs and expected results on the command line.
  std::string module;
  /// By run.
  std::vector<ExpectedRun> expected;
};

/// What stands before each line of the case's JSON in a lit file, and before the name of what both
/// were when they were written.
inline constexpr std::string_view litCasePrefix = "// assay-case: ";
inline constexpr std::string_view litContentPrefix = "// assay-content: ";

/// Its lines of the header.
std::string litOriginLines(const LitOrigin &origin);
/// Files of earlier versions say it in one sentence: "// SIGNATURE on cpu:O2, found by assay 0.1.".
LitOrigin readLitOrigin(std::string_view litFile);

/// The case as one .mlir file that stands alone: what was seen, how to run it, how to work the
/// numbers out by hand, the functions, a @main that makes the inputs, calls @program and prints,
/// the expectation as CHECK lines, and at the end the case for readLitCase().
std::string writeLitCase(const LitCase &litCase);

/// Names the MLIR of a lit file and the case below it, but for comments and blanks in the former,
/// then what its RUN lines tell programs.
std::string litContent(std::string_view litFile);
/// Whether none of these has changed in a lit file since it was written.
/// True as well of a file that does not say what they were.
bool isAsWritten(std::string_view litFile);

/// The case at the end of a lit file. An error says what is missing or wrong, and where; `source`
/// names the text.
Expected<TestCase> readLitCase(std::string_view text, std::string_view source);

} // namespace assay
