#include "campaign/Similarity.h"

#include "check/MismatchSignature.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

/// neg(x) + neg(x) of rank 1 and extent d0.
TestCase testCase(Knowledge known = Knowledge::Dynamic, Spelling spelling = Spelling::Named) {
  ProgramParts parts;
  parts.symbols = 1;
  parts.arguments = {{ElementType::F32, {Dim::symbol(0)}}};
  parts.nodes = {{Unary{UnaryKind::Neg}, {0}, std::nullopt, spelling},
                 {Binary{BinaryKind::Add}, {1, 1}, std::nullopt, Spelling::Named}};
  parts.returns = {2};
  return TestCase::makeValid(
      {Program::makeValid(std::move(parts)), {known}, {}, {Run{{4}, {Recipe()}}}});
}

Verdict mismatch(ValueId value) {
  Verdict verdict;
  Mismatch wrong;
  wrong.firstWrong = value;
  verdict.outcome = wrong;
  return verdict;
}

FindingRow row(const std::string &raw, std::vector<std::string> structures,
               const char *verdict = "mismatch") {
  FindingRow made;
  made.raw = raw;
  made.verdict = verdict;
  made.structures = std::move(structures);
  return made;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("The structure of a wrong value is its op's, with rank, dims and spelling") {
  CHECK(structuresOf(testCase(), mismatch(1)) ==
        Texts{"unary", "rank 1, dynamic", "dynamic, named"});
  CHECK(structuresOf(testCase(), mismatch(2)) ==
        Texts{"binary", "rank 1, dynamic", "dynamic, named"});
  CHECK(structuresOf(testCase(Knowledge::Static, Spelling::Generic), mismatch(1)) ==
        Texts{"unary", "rank 1, static", "static, generic"});
}

TEST_CASE("The structures of what fails elsewhere are those of all nodes") {
  Verdict crash;
  crash.outcome = Crash();
  const Texts all = {"binary of rank 1, dynamic, named", "unary of rank 1, dynamic, named"};
  CHECK(structuresOf(testCase(), crash) == all);
  CHECK(structuresOf(testCase(), mismatch(0)) == all); // an argument that is written over
}

TEST_CASE("What is not deterministic is alike on a target, whatever its ops") {
  Verdict verdict = mismatch(1);
  verdict.signature =
      nondeterministicSignature(testCase().program(), std::get<Mismatch>(verdict.outcome));
  CHECK(structuresOf(testCase(), verdict).size() == 1);
}

TEST_CASE("After five with the same verdict and one structure in common, more wait") {
  Similarities similarities;
  for (const char *raw : {"a", "b", "c", "d"})
    REQUIRE(similarities.add(row(raw, {raw, "loop"}), 0).empty());
  const FindingRow sixth = row("f", {"f", "loop"});
  SECTION("four share it") { CHECK(similarities.add(sixth, 0).empty()); }
  SECTION("five share it") {
    REQUIRE(similarities.add(row("e", {"loop", "e"}), 0).empty());
    // Those that wait do not count.
    for (int time = 0; time < 2; ++time)
      CHECK(similarities.add(sixth, 0) == "a");
    CHECK(similarities.add(row("f", {"f", "other"}), 0).empty());
    CHECK(similarities.add(row("f", {"loop"}, "crash"), 0).empty());
    CHECK(similarities.add(sixth, 1).empty());
  }
  SECTION("five, but one of them on another target") {
    REQUIRE(similarities.add(row("e", {"loop"}), 1).empty());
    CHECK(similarities.add(sixth, 0).empty());
  }
  SECTION("five, but of two verdicts") {
    REQUIRE(similarities.add(row("e", {"loop"}, "crash"), 0).empty());
    CHECK(similarities.add(sixth, 0).empty());
  }
  SECTION("five, but one of them waits") {
    for (const char *raw : {"p", "q", "r", "s", "t"})
      REQUIRE(similarities.add(row(raw, {"scan"}), 0).empty());
    REQUIRE(similarities.add(row("e", {"loop", "scan"}), 0) == "p");
    CHECK(similarities.add(sixth, 0).empty());
  }
}
