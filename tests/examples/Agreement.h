#pragma once

#include "check/Check.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

namespace assay {

/// Fails for each case that is a finding on the target, and if more than 2 % say nothing: only what
/// is open in itself may.
inline void expectAgreement(const std::vector<TestCase> &cases, const Target &target) {
  size_t agreeing = 0;
  for (const TestCase &testCase : cases) {
    Verdict verdict = check(testCase, target);
    if (verdict.isFinding())
      FAIL_CHECK(verdict.describe() << "\n" << writeText(testCase));
    agreeing += std::holds_alternative<Agree>(verdict.outcome);
  }
  CHECK(agreeing * 100 >= cases.size() * 98);
}

} // namespace assay
