#include "check/Check.h"
#include "check/FailureVerdict.h"
#include "check/MismatchSignature.h"
#include "oracle/DefinedRuns.h"
#include "program/Text.h"
#include "tests/fakes/FakeTarget.h"
#include "tests/fakes/ToyTarget.h"

#include <catch2/catch.hpp>

#include <cmath>

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
  CHECK(verdict.signature.text() == "");
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
  CHECK(verdict.signature.text() == "mismatch:binary(mul):i32:generic");
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

TEST_CASE("what is right when it is compiled again is not said to be wrong only beside others") {
  bool isFirst = true;
  const FakeTarget target(Fault::MiscompilesAll, [&](const Program &, const Node &) {
    return std::exchange(isFirst, false);
  });
  const Verdict verdict = check(read(diamond), target);
  REQUIRE(std::holds_alternative<Mismatch>(verdict.outcome));
  CHECK_FALSE(verdict.signature.text().ends_with(":together"));
}

TEST_CASE("a value that is wrong only beside others is marked so") {
  Verdict verdict = check(read(diamond), FakeTarget(Fault::MiscompilesAll, isA(OpKind::Unary)));
  REQUIRE(std::holds_alternative<Mismatch>(verdict.outcome));
  CHECK(std::get<Mismatch>(verdict.outcome).firstWrong == 4);
  CHECK(verdict.signature.text() == "mismatch:binary(add):i32:named:together");
}

TEST_CASE("what the target did instead of a result is the verdict") {
  auto verdict = [](Fault fault, TargetFailure::Kind kind, Stage stage) {
    return check(read(diamond), FakeTarget(fault, isA(OpKind::Unary), {kind, stage, "it said 12"}));
  };
  using Kind = TargetFailure::Kind;
  CHECK(verdict(Fault::Fails, Kind::Rejected, Stage::Compile).signature.text() ==
        "compile-failure:compile:it said #");
  CHECK(verdict(Fault::FailsToRun, Kind::Rejected, Stage::Run).name() == "run_failure");
  CHECK(verdict(Fault::FailsToRun, Kind::Sanitizer, Stage::Run).name() == "sanitizer");
  CHECK(verdict(Fault::FailsToRun, Kind::Crashed, Stage::Run).name() == "crash");
  CHECK(verdict(Fault::Fails, Kind::TimedOut, Stage::Compile).name() == "timeout");
  CHECK(verdict(Fault::Fails, Kind::Unsupported, Stage::Compile).name() == "unsupported");
  CHECK(verdict(Fault::None, Kind::Rejected, Stage::Compile).name() == "agree");
}

static const char *const divisionByZero = R"(assay 1
%0 = argument i32[2]
%1 = argument i32[2]
%2 = binary(%0, %1) {function=div}
return %2
run
  %0 = equal {seed=1, low=1, high=1}
  %1 = equal {seed=1, low=0, high=0}
)";

TEST_CASE("an undefined program is inconclusive, and the target is not asked") {
  FakeTarget target;
  Verdict verdict = check(read(divisionByZero), target);
  CHECK(verdict.name() == "inconclusive");
  CHECK_FALSE(verdict.isFinding());
  CHECK(target.compiled() == 0);
}

TEST_CASE("a run that is undefined is left out, and the others count") {
  const TestCase testCase = read(std::string(divisionByZero) + R"(run
  %0 = equal {seed=1, low=6, high=6}
  %1 = equal {seed=1, low=2, high=2}
)");
  CHECK(check(testCase, FakeTarget()).name() == "agree");
  const Verdict verdict = check(testCase, FakeTarget(Fault::Miscompiles, isA(OpKind::Binary)));
  REQUIRE(std::holds_alternative<Mismatch>(verdict.outcome));
  CHECK(std::get<Mismatch>(verdict.outcome).run == 1);
  CHECK(withDefinedRuns(testCase).runs() == std::vector{testCase.runs()[1]});
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

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
    auto right = fake.compile(testCase);
    return std::make_unique<Built>(std::move(*right), accesses);
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
      auto results = *right->run(run, inputs);
      results[0].setInteger(0, results[0].integer(0) + 1);
      return results;
    }
    std::string racesIn(const Run &, const std::vector<Tensor> &) override { return accesses; }

  private:
    std::unique_ptr<Executable> right;
    std::string accesses;
  };

  TargetName title = "racing"_target;
  std::string accesses;
  FakeTarget fake;
};

} // namespace

TEST_CASE("results that depend on the order of what runs at the same time are a race, not a "
          "mismatch") {
  const Verdict unknown = check(read(diamond), Racing());
  CHECK(unknown.signature.text() == "sanitizer:run:race in binary(add)");
  CHECK(unknown.describe().find("in one of two orders, run 0: result 0 [0] is") !=
        std::string::npos);
  const Verdict named = check(read(diamond), Racing("race in topk: wave 1 reads what 0 wrote"));
  CHECK(named.signature.text() == "sanitizer:run:race in topk");
}

namespace {

/// Reads memory that nobody has written: an element is one more than what that holds.
class Careless : public Target {
public:
  /// What memory holds in each run, in turn, and with the other fill; a failure if there is one.
  struct Memory {
    std::vector<int> runs;
    int otherFill = 0;
    std::optional<TargetFailure::Kind> failsWithOther = std::nullopt;
  };
  explicit Careless(Memory memory) : memory(std::move(memory)) {}

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
    auto right = fake.compile(testCase);
    return std::make_unique<Built>(std::move(*right), memory);
  }

private:
  class Built : public Executable {
  public:
    Built(std::unique_ptr<Executable> right, Memory memory)
        : right(std::move(right)), memory(std::move(memory)) {}
    Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
      return results(run, inputs, memory.runs[std::min(runs++, memory.runs.size() - 1)]);
    }
    std::optional<Outcome<std::vector<Tensor>>>
    runWithOtherFill(const Run &run, const std::vector<Tensor> &inputs) override {
      if (memory.failsWithOther)
        return TargetFailure{*memory.failsWithOther, Stage::Run, "it does not end well"};
      return results(run, inputs, memory.otherFill);
    }

  private:
    std::vector<Tensor> results(const Run &run, const std::vector<Tensor> &inputs, int more) {
      auto results = *right->run(run, inputs);
      if (results[0].size() > 0)
        results[0].setInteger(0, results[0].integer(0) + more);
      return results;
    }

    std::unique_ptr<Executable> right;
    Memory memory;
    size_t runs = 0;
  };

  TargetName title = "careless"_target;
  Memory memory;
  FakeTarget fake;
};

} // namespace

TEST_CASE("wrong results that depend on what nobody has written are called so") {
  using Kind = TargetFailure::Kind;
  auto signature = [](Careless::Memory memory) {
    return check(read(diamond), Careless(std::move(memory))).signature.text();
  };
  const std::string mismatch = signature({{1}, 1}), unwritten = signature({{1}, 2});
  CHECK(mismatch.starts_with("mismatch:"));
  CHECK(unwritten == mismatch + ":unwritten memory");
  CHECK(signature({{1}, 0}) == unwritten);
  CHECK(signature({{1}, 0, Kind::Crashed}) == unwritten);
  CHECK(signature({{1}, 0, Kind::Sanitizer}) == unwritten);
  const Verdict verdict = check(read(diamond), Careless({{1}, 2}));
  CHECK(std::get<Mismatch>(verdict.outcome).difference.wrong == 1);
  CHECK(verdict.describe().find("reads memory that nobody has written") != std::string::npos);
  CHECK(check(read(diamond), Careless({{1}, 1})).describe().find("nobody") == std::string::npos);
  CHECK(finalSignature(read(diamond).program(), verdict).text().ends_with(":unwritten memory"));
  // Where results are right, or others each time, it is not that; nor where nothing can be said.
  CHECK(signature({{0}, 2}).empty());
  CHECK(signature({{1, 3}, 2}) == mismatch);
  CHECK(signature({{1}, 0, Kind::TimedOut}) == mismatch);
  CHECK(signature({{1}, 0, Kind::Unsupported}) == mismatch);
}

namespace {

/// The first element of a result is one more in the runs that are told.
class Unsteady : public Target {
public:
  explicit Unsteady(std::vector<bool> wrongRuns) : wrong(std::move(wrongRuns)) {}
  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
    auto right = fake.compile(testCase);
    return std::make_unique<Built>(std::move(*right), wrong);
  }

private:
  class Built : public Executable {
  public:
    Built(std::unique_ptr<Executable> right, std::vector<bool> wrong)
        : right(std::move(right)), wrong(std::move(wrong)) {}
    Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
      auto results = *right->run(run, inputs);
      if (wrong[runs++ % wrong.size()])
        results[0].setInteger(0, results[0].integer(0) + 1);
      return results;
    }

  private:
    std::unique_ptr<Executable> right;
    std::vector<bool> wrong;
    size_t runs = 0;
  };

  TargetName title = "unsteady"_target;
  std::vector<bool> wrong;
  FakeTarget fake;
};

bool isNondeterministic(const std::vector<bool> &wrongRuns) {
  const Verdict verdict = check(read(diamond), Unsteady(wrongRuns));
  REQUIRE(verdict.name() == "mismatch");
  return std::get<Mismatch>(verdict.outcome).nondeterministic;
}

} // namespace

TEST_CASE("a wrong result that another run of the binary does not give is not deterministic") {
  CHECK(isNondeterministic({true, false}));
  CHECK(isNondeterministic({true, true, false}));
  CHECK_FALSE(isNondeterministic({true}));
}

static constexpr const char *expm1OfSmall = R"(assay 1
%0 = argument f32[3]
%1 = unary(%0) {function=expm1}
return %1
run
  %0 = f32[3] [0.0009,-0.0007,2]
run
  %0 = f32[3] [0.0003,0.5,1]
)";

/// exp(x) - 1, which loses what is small; `factor` more.
static Alteration expm1ByExp(double factor = 1) {
  return altered(UnaryKind::Expm1, [=](ElementType, double x) {
    return (static_cast<double>(static_cast<float>(std::exp(x))) - 1) * factor;
  });
}

TEST_CASE("what only an allowance excuses is a verdict of its own, unless it is granted") {
  const TestCase testCase = read(expm1OfSmall);
  const Verdict verdict = check(testCase, ToyTarget(expm1ByExp()));
  REQUIRE(verdict.name() == "accuracy");
  CHECK(verdict.isFinding());
  CHECK_FALSE(verdict.failsToCompile());
  CHECK(verdict.signature.text() == "accuracy:unary(expm1):f32:named");
  CHECK(std::get<Inaccurate>(verdict.outcome).allowances == "expm1_by_exp");
  CHECK(verdict.describe().ends_with("right only for a target that is granted expm1_by_exp"));
  REQUIRE(verdict.difference());
  CHECK(verdict.difference()->firstWrong == 1);
  Accuracy granting;
  granting.allowances = Allowances().with(Allowance::Expm1ByExp);
  CHECK(check(testCase, ToyTarget(expm1ByExp(), granting)).name() == "agree");
  CHECK(check(testCase, ToyTarget()).name() == "agree");
}

TEST_CASE("what no allowance excuses is a mismatch, also in a later run") {
  const TestCase testCase = read(expm1OfSmall);
  CHECK(check(testCase, ToyTarget(expm1ByExp(1.02))).name() == "mismatch");
  // Only 0.5, of the second run, is wrong.
  const Alteration later = altered(UnaryKind::Expm1, [](ElementType, double x) {
    return (static_cast<double>(static_cast<float>(std::exp(x))) - 1) * (x == 0.5 ? 2 : 1);
  });
  const Verdict verdict = check(testCase, ToyTarget(later));
  REQUIRE(verdict.name() == "mismatch");
  CHECK(verdict.difference()->run == 1);
  CHECK(verdict.difference()->difference.wrong == 1);
}

TEST_CASE("an accuracy that changes with the order of what runs at the same time is no race") {
  class TwoOrders : public ToyTarget {
  public:
    using ToyTarget::ToyTarget;
    Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
      return std::make_unique<Built>(*ToyTarget::compile(testCase), *ToyTarget().compile(testCase));
    }

  private:
    struct Built : Executable {
      Built(std::unique_ptr<Executable> loose, std::unique_ptr<Executable> right)
          : loose(std::move(loose)), right(std::move(right)) {}
      Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &in) override {
        return loose->run(run, in);
      }
      std::optional<Outcome<std::vector<Tensor>>>
      runInOtherOrder(const Run &run, const std::vector<Tensor> &in) override {
        return right->run(run, in);
      }
      std::unique_ptr<Executable> loose, right;
    };
  };
  CHECK(check(read(expm1OfSmall), TwoOrders(expm1ByExp())).name() == "accuracy");
}

namespace {

/// Takes for granted that the first argument has none of what `without` says.
class Presuming : public FakeTarget {
public:
  explicit Presuming(Premise::Without without) : without(without) {}
  std::vector<Premise> premises(const Program &) const override { return {{0, without}}; }

private:
  Premise::Without without;
};
} // namespace

TEST_CASE("a program that breaks a premise is unsupported, also where other values are open") {
  auto verdict = [](const char *first, Premise::Without without) {
    return check(read(fmt::format(R"(assay 1
%0 = argument f32[2]
%1 = argument f16[1]
%2 = binary(%1, %1) {{function=mul}}
%3 = unary(%0) {{function=neg}}
return %3
run
  %0 = f32[2] [{},1]
  %1 = f16[1] [300]
)",
                                  first)),
                 Presuming(without))
        .name();
  };
  using enum Premise::Without;
  CHECK(verdict("nan", Nan) == "unsupported");
  CHECK(verdict("nan", Least) == "agree");
  CHECK(verdict("-inf", Least) == "unsupported");
  CHECK(verdict("-inf", Greatest) == "agree");
  CHECK(verdict("inf", Nan) == "agree");
  CHECK(verdict("inf", Greatest) == "unsupported");
}

TEST_CASE("a case that relies on what no one promises the target is unsupported") {
  const std::string text = R"(%0 = argument f32[2]
%1 = unary(%0) {function=floor}
return %1
run
  %0 = f32[2] [1,2]
)";
  const auto verdict = [&](const std::string &contract) {
    return check(read("assay 1\ncontract " + contract + "\n" + text), ToyTarget());
  };
  CHECK(verdict("lowest_index_first").name() == "agree");
  for (const char *contract : {"nan_order", "clamped_gather", "skipped_scatter"})
    CHECK(verdict(contract).describe() ==
          fmt::format("nothing that its reader is given promises {}", contract));
}
