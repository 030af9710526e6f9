#include "support/ReadFile.h"
#include "targets/Registry.h"
#include "tests/examples/Agreement.h"
#include "tests/examples/Examples.h"

#include <catch2/catch.hpp>

#include <filesystem>

using namespace assay;

namespace {

/// Each example in each spelling, under the specializations in turn.
std::vector<TestCase> someVariants() {
  std::vector<TestCase> all;
  for (const TestCase &example : exampleCases())
    for (const TestCase &spelled : respelled(example)) {
      std::vector<TestCase> variants = respecialized(spelled);
      all.push_back(variants[all.size() % variants.size()]);
    }
  return all;
}

void expectAgreement(const std::vector<TestCase> &cases, const TargetName &name) {
  auto target = makeTarget(name);
  REQUIRE(target);
  expectAgreement(cases, **target);
}

} // namespace

TEST_CASE("every example in every spelling gives the oracle's values at O0") {
  expectAgreement(someVariants(), "cpu:O0"_target);
}

TEST_CASE("what examples compute does not depend on the level, or on tile sizes") {
  std::vector<TestCase> cases = structureCases();
  for (OpKind kind : allOpKinds) {
    std::vector<TestCase> variants = respecialized(exampleCases(kind).front());
    cases.push_back(variants[cases.size() % variants.size()]);
  }
  expectAgreement(cases, "cpu:O1"_target);
  expectAgreement(cases, "cpu:O2"_target);
  expectAgreement(cases, "cpu:O3"_target);
  expectAgreement(cases, "cpu:O3,tuned=7"_target);
}

/// Among them are extents at the edges of O3's tiles and vectors.
TEST_CASE("programs of the corpus give the oracle's values at O2 and O3") {
  std::vector<TestCase> cases;
  for (const auto &entry : std::filesystem::directory_iterator("corpus"))
    if (entry.path().extension() == ".txt") {
      auto testCase = readText(*readFile(entry.path()), entry.path().string());
      REQUIRE(testCase);
      cases.push_back(std::move(*testCase));
    }
  REQUIRE(cases.size() > 40);
  expectAgreement(cases, "cpu:O2"_target);
  expectAgreement(cases, "cpu:O3"_target);
}
