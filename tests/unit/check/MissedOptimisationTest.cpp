#include "check/Check.h"
#include "check/SameFailure.h"
#include "program/Text.h"
#include "tests/fakes/FakeTarget.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace assay;
using namespace assay::test;

namespace {

/// Right, and in need of a dispatch for each transpose of the program that a contraction does not
/// read.
class StickyTarget : public FakeTarget {
public:
  using FakeTarget::FakeTarget;

  std::vector<Metric> metrics() const override { return {Metric::Transposes, Metric::Dispatches}; }
  Outcome<Metrics> measure(const TestCase &testCase) const override {
    const Program &program = testCase.program();
    int64_t stuck = 0;
    for (const Node &node : program.nodes())
      if (!std::holds_alternative<Contraction>(node.op))
        for (const ValueId operand : node.operands)
          stuck += !program.isArgument(operand) &&
                   std::holds_alternative<Transpose>(program.node(program.producer(operand)).op);
    return Metrics{{Metric::Transposes, stuck}, {Metric::Dispatches, 1 + stuck}};
  }
};

/// A transpose above a collapse above a contraction.
TestCase stuck() {
  auto testCase = readText(R"(assay 1
%0 = argument i32[2,3,4]
%1 = argument i32[2,5]
%2 = transpose(%0) {permutation=[1,2,0]}
%3 = collapse(%2) {groups=[[0,1],[2]]}
%4 = contraction(%3, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=i32}
return %4
run
  %0 = integers {seed=1, low=-5, high=5}
  %1 = integers {seed=2, low=-5, high=5}
)",
                           "test");
  REQUIRE(testCase);
  return *testCase;
}

} // namespace

TEST_CASE("a compiler that does better with another spelling missed an optimisation") {
  StickyTarget target;
  REQUIRE(target.watch({Metric::Transposes, Metric::Dispatches}));
  const Verdict verdict = check(stuck(), target);
  CHECK(verdict.name() == missedOptimisationName);
  CHECK(verdict.isFinding());
  CHECK(verdict.isMissedOptimisation());
  CHECK(verdict.signature.text() == "missed-optimisation:transposes(sunk):transpose:collapse");
  CHECK(verdict.metrics == Metrics{{Metric::Transposes, 1}, {Metric::Dispatches, 2}});
  const auto &missed = std::get<MissedOptimisation>(verdict.outcome);
  CHECK(missed.given == verdict.metrics);
  CHECK(missed.better == Metrics{{Metric::Transposes, 0}, {Metric::Dispatches, 1}});
  CHECK(missed.watched == target.watched());
  auto other = readText(missed.spelling, "spelling");
  REQUIRE(other);
  CHECK(check(*other, target).name() == "agree");
}

TEST_CASE("nothing is counted unless it is asked for, and nothing compared unless it is watched") {
  StickyTarget target;
  CHECK(check(stuck(), target).metrics.empty());
  target.setMeasured(true);
  const Verdict verdict = check(stuck(), target);
  CHECK(verdict.name() == "agree");
  CHECK(verdict.metrics.at(Metric::Dispatches) == 2);
}

TEST_CASE("a spelling with wrong results shows nothing") {
  // Those whose collapse reads an argument.
  StickyTarget target(FakeTarget::Fault::Miscompiles, [](const Program &program, const Node &node) {
    return std::holds_alternative<Collapse>(node.op) && program.isArgument(node.operands[0]);
  });
  REQUIRE(target.watch({Metric::Transposes}));
  CHECK(check(stuck(), target).name() == "agree");
}

TEST_CASE("only what a target can count can be watched") {
  StickyTarget target;
  const auto watching = target.watch({Metric::Bytes});
  REQUIRE_FALSE(watching);
  CHECK(watching.error().message ==
        "bytes cannot be counted of what fake compiles; there are transposes,dispatches");
  FakeTarget other;
  CHECK_FALSE(other.watch({Metric::Bytes}));
  CHECK(other.watch({}));
}

TEST_CASE("missed optimisations have one cause if the same metric is better in the same way") {
  auto missed = [](std::string_view signature) {
    Verdict verdict;
    verdict.outcome = MissedOptimisation{};
    verdict.signature = Signature::parse(signature);
    return verdict;
  };
  const Verdict one = missed("missed-optimisation:transposes(sunk):transpose:collapse");
  CHECK(sameFailure(one, missed("missed-optimisation:transposes(sunk):transpose:binary:collapse")));
  CHECK_FALSE(sameFailure(one, missed("missed-optimisation:bytes(sunk):transpose:collapse")));
  CHECK_FALSE(
      sameFailure(one, missed("missed-optimisation:transposes(raised):collapse:transpose")));
}
