#pragma once

#include "check/Verdict.h"
#include "tools/assay/Cli.h"

namespace assay {

/// What a target makes of the smallest program that shows whether it compiles and runs at all.
struct SmokeTest {
  Verdict verdict;
  /// Why it was only tried with extents that the compiler is told; empty if others are taken too.
  std::string staticOnly;

  bool agrees() const { return std::holds_alternative<Agree>(verdict.outcome); }
  /// "compiles and runs"
  std::string text() const;
};

Expected<SmokeTest> smokeTest(const Context &context, const TargetName &target);

} // namespace assay
