#include "check/Check.h"
#include "program/Text.h"
#include "tests/fakes/FakeTarget.h"

#include <catch2/catch.hpp>

using namespace assay;
using namespace assay::test;
using Fault = FakeTarget::Fault;

static TestCase read(std::string_view text) {
  auto testCase = readText(text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

// %2 is wrong first, whatever is returned; %4 does not depend on it.
static constexpr const char *diamond = R"(assay 1
d0 dynamic
%0 = argument i32[d0]
%1 = argument i32[d0]
%2 = binary(%0, %1) as generic {function=mul}
%3 = unary(%2) {function=neg}
%4 = binary(%0, %1) {function=add}
%5 = binary(%3, %4) {function=sub}
return %4, %5
run d0=3
  %0 = integers {seed=1, low=1, high=4}
  %1 = integers {seed=2, low=1, high=4}
run d0=0
  %0 = integers {seed=1, low=1, high=4}
  %1 = integers {seed=2, low=1, high=4}
run d0=1
  %0 = integers {seed=3, low=1, high=4}
  %1 = integers {seed=4, low=1, high=4}
)";

TEST_CASE("a target that is right agrees in all runs, and every element is counted") {
  Verdict verdict = check(read(diamond), FakeTarget());
  CHECK(verdict.name() == "agree");
  CHECK(verdict.signature.text == "");
  CHECK(verdict.exact == 2 * (3 + 0 + 1));
  CHECK(verdict.bounded == 0);
  CHECK(verdict.inconclusive == 0);
}

TEST_CASE("a mismatch names the first value that is wrong when it is returned alone") {
  auto picks = [](const Program &, const Node &node) {
    const auto *binary = std::get_if<Binary>(&node.op);
    return binary && binary->function == BinaryKind::Mul;
  };
  FakeTarget target(Fault::Miscompiles, picks);
  Verdict verdict = check(read(diamond), target);
  REQUIRE(std::holds_alternative<Mismatch>(verdict.outcome));
  const auto &mismatch = std::get<Mismatch>(verdict.outcome);
  CHECK(mismatch.run == 0);
  CHECK(mismatch.difference.returned == 1);
  CHECK(mismatch.difference.value == 5);
  CHECK(mismatch.firstWrong == 2);
  CHECK(verdict.signature.text == "mismatch:binary(mul):i32:generic");
  CHECK(verdict.isFinding());
  CHECK(target.compiled() == 2); // arguments are not tried
}

TEST_CASE("the signature is the same for other extents, seeds and surroundings") {
  const char *other = R"(assay 1
%0 = argument i32[7,2]
%1 = binary(%0, %0) as generic {function=mul}
%2 = transpose(%1) {permutation=[1,0]}
return %2, %2
run
  %0 = descending {seed=5, low=-3, high=9}
)";
  Verdict a = check(read(diamond), FakeTarget(Fault::Miscompiles, isA(OpKind::Binary)));
  Verdict b = check(read(other), FakeTarget(Fault::Miscompiles, isA(OpKind::Binary)));
  CHECK(a.signature == b.signature);
  CHECK(a.signature !=
        check(read(diamond), FakeTarget(Fault::Miscompiles, isA(OpKind::Unary))).signature);
}

TEST_CASE("a value that is wrong only beside others is marked so") {
  Verdict verdict = check(read(diamond), FakeTarget(Fault::MiscompilesAll, isA(OpKind::Unary)));
  REQUIRE(std::holds_alternative<Mismatch>(verdict.outcome));
  CHECK(std::get<Mismatch>(verdict.outcome).firstWrong == 4);
  CHECK(verdict.signature.text == "mismatch:binary(add):i32:named:together");
}

TEST_CASE("what the target did instead of a result is the verdict") {
  auto verdict = [](Fault fault, TargetFailure::Kind kind, Stage stage) {
    return check(read(diamond), FakeTarget(fault, isA(OpKind::Unary), {kind, stage, "it said 12"}));
  };
  using Kind = TargetFailure::Kind;
  CHECK(verdict(Fault::Fails, Kind::Rejected, Stage::Compile).signature.text ==
        "compile-failure:compile:it said #");
  CHECK(verdict(Fault::FailsToRun, Kind::Rejected, Stage::Run).name() == "run_failure");
  CHECK(verdict(Fault::FailsToRun, Kind::Sanitizer, Stage::Run).name() == "sanitizer");
  CHECK(verdict(Fault::FailsToRun, Kind::Crashed, Stage::Run).name() == "crash");
  CHECK(verdict(Fault::Fails, Kind::TimedOut, Stage::Compile).name() == "timeout");
  CHECK(verdict(Fault::Fails, Kind::Unsupported, Stage::Compile).name() == "unsupported");
  CHECK(verdict(Fault::None, Kind::Rejected, Stage::Compile).name() == "agree");
}

TEST_CASE("an undefined program is inconclusive, and the target is not asked") {
  FakeTarget target;
  Verdict verdict = check(read(R"(assay 1
%0 = argument i32[2]
%1 = argument i32[2]
%2 = binary(%0, %1) {function=div}
return %2
run
  %0 = equal {seed=1, low=1, high=1}
  %1 = equal {seed=1, low=0, high=0}
)"),
                          target);
  CHECK(verdict.name() == "inconclusive");
  CHECK_FALSE(verdict.isFinding());
  CHECK(target.compiled() == 0);
}

TEST_CASE("the observer hears of each stage before it begins") {
  std::vector<Stage> stages;
  check(read(diamond), FakeTarget(), [&](Stage stage) { stages.push_back(stage); });
  const std::vector<Stage> expected = {
      Stage::Generate, Stage::Oracle,  Stage::Generate, Stage::Oracle,  Stage::Generate,
      Stage::Oracle,   Stage::Compile, Stage::Run,      Stage::Compare, Stage::Run,
      Stage::Compare,  Stage::Run,     Stage::Compare};
  CHECK(stages == expected);
}

namespace {

/// Right in one order of what runs at the same time; in the other, the first element is one more.
class Racing : public Target {
public:
  explicit Racing(std::string racingAccesses = {}) : accesses(std::move(racingAccesses)) {}

  const std::string &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
    auto right = fake.compile(testCase);
    return std::make_unique<Built>(std::move(std::get<0>(right)), accesses);
  }

private:
  class Built : public Executable {
  public:
    Built(std::unique_ptr<Executable> right, std::string accesses)
        : right(std::move(right)), accesses(std::move(accesses)) {}
    Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
      return right->run(run, inputs);
    }
    std::optional<Outcome<std::vector<Tensor>>>
    runInOtherOrder(const Run &run, const std::vector<Tensor> &inputs) override {
      auto results = std::get<0>(right->run(run, inputs));
      results[0].setInteger(0, results[0].integer(0) + 1);
      return results;
    }
    std::string racesIn(const Run &, const std::vector<Tensor> &) override { return accesses; }

  private:
    std::unique_ptr<Executable> right;
    std::string accesses;
  };

  std::string title = "racing", accesses;
  FakeTarget fake;
};

} // namespace

TEST_CASE("results that depend on the order of what runs at the same time are a race, not a "
          "mismatch") {
  const Verdict unknown = check(read(diamond), Racing());
  CHECK(unknown.signature.text == "sanitizer:run:race");
  CHECK(unknown.describe().find("in one of two orders, run 0: result 0 [0] is") !=
        std::string::npos);
  const Verdict named = check(read(diamond), Racing("race in topk: wave 1 reads what 0 wrote"));
  CHECK(named.signature.text == "sanitizer:run:race in topk");
}
