#include "check/Accusations.h"
#include "check/Verdict.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("What accuses a compiler of wrong code is an accusation, and nothing else is") {
  const Outcomes outcomes[] = {
      Agree{},   Mismatch{},   CompileFailure{},    RunFailure{},   Crash{},
      Timeout{}, Sanitizer{},  Unsupported{},       Inconclusive{}, Flaky{},
      Known{},   Inaccurate{}, MissedOptimisation{}};
  static_assert(std::size(outcomes) == std::variant_size_v<OutcomeVariant>);
  for (const Outcomes &outcome : outcomes) {
    Verdict verdict;
    verdict.outcome = outcome;
    INFO(verdict.name());
    CHECK((rankOf(verdict.name()) < accusations.size()) ==
          (verdict.isFinding() && !verdict.isMissedOptimisation()));
  }
}
