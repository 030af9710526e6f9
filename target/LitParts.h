#pragma once

#include "oracle/ExpectedRuns.h"
#include "target/TargetName.h"

#include <span>

namespace assay {

/// What a lit case is to show, as far as a target's part of it depends on that.
struct LitRequest {
  /// The case; of what fails only with others in its module those of all of them.
  std::span<const TestCase> cases;
  size_t accused = 0;      // which of them fails
  std::string inject = {}; // as in TargetOptions
  /// Of the verdict.
  bool compiles = true;        // there was code to run
  bool isWrong = false;        // a result differs,
  bool isInaccurate = false;   // and would not, if more were granted,
  bool readsUnwritten = false; // with what is in memory that nobody wrote
  bool timesOut = false;
  std::string diagnostic = {}; // of what does not compile

  const TestCase &testCase() const { return cases[accused]; }
  /// What must come out for the case to be right: where an allowance excuses nothing, none more is
  /// granted; where none would have, all are, so that only a wrong result fails.
  Expected<std::vector<ExpectedRun>> expected(const Accuracy &granted = {}) const {
    return expectedRuns(testCase(), isInaccurate ? granted : granted.with(Allowances::all()));
  }
};

/// A target's part of a lit case.
struct LitParts {
  /// As the name means the same in every folder, with nothing drawn.
  TargetName target;
  /// Without "// RUN: "; each line is a command, or goes on with a trailing backslash.
  std::vector<std::string> runLines;
  /// The same as commands for a shell, with the file as FILE, in lines; empty for none.
  std::string byHand;
  /// The program as functions on tensors, for RUN lines that run @main and have its output checked
  /// by FileCheck; the one called @program takes and returns what program/Abi.h says.
  std::string functions;
  /// Instead, the whole file for tools that take inputs and expected results otherwise.
  std::string module;
  /// By run.
  std::vector<ExpectedRun> expected;
};

} // namespace assay
