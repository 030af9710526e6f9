#include "mutation/Examination.h"

#include "mutation/SameBits.h"
#include "oracle/Oracle.h"
#include "program/Text.h"
#include "tests/fakes/FakeTarget.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace assay;
using test::FakeTarget;

namespace {

TestCase read(std::string_view text) {
  auto parsed = readText(text, "test");
  INFO((parsed ? "" : parsed.error().message));
  REQUIRE(parsed);
  return *parsed;
}

/// Integers, so that the reference knows every bit.
constexpr auto negation = R"(assay 1
d0 dynamic
%0 = argument i32[d0]
%1 = unary(%0) {function=neg} : i32[d0]
return %1
run d0=4
  %0 = integers {seed=1, low=-9, high=9}
)";

constexpr auto gathering = R"(assay 1
%0 = argument f32[8]
%1 = argument i64[3]
%2 = gather(%0, %1) {dim=0} : f32[3]
return %2
run
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = integers {seed=2, low=0, high=7}
)";

/// Right on the inputs of a case; on others it does what a function says.
class OnOthers : public Target {
public:
  using Answer = std::function<Outcome<std::vector<Tensor>>(std::vector<Tensor> right)>;
  explicit OnOthers(Answer answer) : answer(std::move(answer)) {}
  const TargetName &name() const override { return fake.name(); }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
    return std::make_unique<Built>(std::move(*fake.compile(testCase)), testCase, answer);
  }

private:
  class Built : public Executable {
  public:
    Built(std::unique_ptr<Executable> right, const TestCase &testCase, Answer answer)
        : right(std::move(right)), testCase(testCase), answer(std::move(answer)) {}
    Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
      auto results = right->run(run, inputs);
      if (!results || inputs == testCase.inputs(testCase.runs().front()))
        return results;
      return answer(std::move(*results));
    }

  private:
    std::unique_ptr<Executable> right;
    TestCase testCase;
    Answer answer;
  };

  FakeTarget fake;
  Answer answer;
};

std::vector<Tensor> changed(std::vector<Tensor> results) {
  if (results[0].size() > 0)
    results[0].setInteger(0, results[0].integer(0) + 1);
  return results;
}

Verdict realCheck(const TestCase &testCase, const Target &target, const StageObserver &observe) {
  return check(testCase, target, observe);
}

MutantResult examine(const Target &mutant, const CheckFunction &check = realCheck) {
  const TestCase testCase = read(negation);
  const FakeTarget right;
  return Examination(testCase, right, check, {8, 1}).examine(mutant);
}

FakeTarget miscompiling() {
  return FakeTarget(FakeTarget::Fault::Miscompiles, test::isA(OpKind::Unary));
}

FakeTarget failing(FakeTarget::Fault fault, TargetFailure::Kind kind) {
  return FakeTarget(fault, test::isA(OpKind::Unary), {kind, Stage::Compile, "it says so"});
}

} // namespace

TEST_CASE("a mutant that changes no bit is equal") {
  CHECK(examine(FakeTarget()).outcome == MutantOutcome::Equal);
}

TEST_CASE("a mutant that the check reports is reported, with what it says") {
  const MutantResult result = examine(miscompiling());
  CHECK(result.outcome == MutantOutcome::Reported);
  CHECK(result.kind == "mismatch");
  CHECK(result.isOfValues);
  const MutantResult crash =
      examine(failing(FakeTarget::Fault::FailsToRun, TargetFailure::Kind::Crashed));
  CHECK(crash.outcome == MutantOutcome::Reported);
  CHECK(crash.kind == "crash");
  CHECK_FALSE(crash.isOfValues);
}

TEST_CASE("a mutant that changes results of which the check says nothing is missed") {
  for (const Verdict &verdict : {Verdict(), [] {
                                   Verdict open;
                                   open.outcome = Inconclusive{"nothing is known"};
                                   open.inconclusive = 4;
                                   return open;
                                 }()}) {
    const auto blind = [&](const TestCase &testCase, const Target &target, const StageObserver &) {
      auto built = target.compile(testCase);
      for (const Run &run : testCase.runs())
        (void)(*built)->run(run, testCase.inputs(run));
      return verdict;
    };
    const MutantResult result = examine(miscompiling(), blind);
    CHECK(result.outcome == MutantOutcome::Missed);
    CHECK(result.kind == "values");
    CHECK(result.isOfValues);
  }
}

TEST_CASE("a mutant that changes results of other inputs alone is weak") {
  const MutantResult values = examine(OnOthers(changed));
  CHECK(values.outcome == MutantOutcome::Weak);
  CHECK(values.kind == "values");
  CHECK(values.isOfValues);
  const auto fails = [](TargetFailure::Kind kind) {
    return examine(
        OnOthers([kind](const auto &) { return TargetFailure{kind, Stage::Run, "no"}; }));
  };
  CHECK(fails(TargetFailure::Kind::Sanitizer).outcome == MutantOutcome::Weak);
  CHECK_FALSE(fails(TargetFailure::Kind::Sanitizer).isOfValues);
  // What is refused is not wrong.
  CHECK(fails(TargetFailure::Kind::Unsupported).outcome == MutantOutcome::Equal);
}

namespace {

/// A function may be off by some units in the last place.
constexpr auto tangent = R"(assay 1
%0 = argument f32[4]
%1 = unary(%0) {function=tanh} : f32[4]
return %1
run
  %0 = uniform {seed=1, low=0.5, high=3}
)";

/// Moves what is no 1 or -1 by so many ulp towards 0.
std::vector<Tensor> movedBy(int ulps, std::vector<Tensor> results) {
  for (int64_t i = 0; i < results[0].size(); ++i)
    if (auto value = static_cast<float>(results[0].real(i));
        std::isnormal(value) && std::fabs(value) != 1) {
      for (int ulp = 0; ulp < ulps; ++ulp)
        value = std::nextafter(value, 0.0F);
      results[0].setReal(i, value);
    }
  return results;
}

} // namespace

TEST_CASE("what shows on probes alone is legal if legal evaluations give it") {
  const TestCase testCase = read(tangent);
  const FakeTarget right;
  const auto examined = [&](OnOthers::Answer answer, int64_t probes) {
    return Examination(testCase, right, realCheck, {probes, 1})
        .examine(OnOthers(std::move(answer)));
  };
  for (const int64_t probes : {16, 100}) { // kept, and drawn one by one
    const MutantResult result =
        examined([](auto results) { return movedBy(1, std::move(results)); }, probes);
    CHECK(result.outcome == MutantOutcome::Legal);
    CHECK(result.lines == std::vector{SemanticsLine::FunctionUlps});
    CHECK_FALSE(result.isAdmitted);
  }
  // What one probe shows is not excused by the others.
  const MutantResult wrong = examined(
      [calls = 0](std::vector<Tensor> results) mutable {
        return movedBy(++calls == 16 ? 100 : 1, std::move(results));
      },
      64);
  CHECK(wrong.outcome == MutantOutcome::Weak);
  CHECK_FALSE(wrong.isAdmitted);
}

TEST_CASE("of what is weak it is said whether the reference admits it") {
  CHECK_FALSE(examine(OnOthers(changed)).isAdmitted);
  // It grants tanh 3 ulp, and not every function.
  const TestCase testCase = read(tangent);
  const FakeTarget right;
  const MutantResult result =
      Examination(testCase, right, realCheck, {16, 1}).examine(OnOthers([](auto results) {
        return movedBy(3, std::move(results));
      }));
  CHECK(result.outcome == MutantOutcome::Weak);
  CHECK(result.isAdmitted);
}

TEST_CASE("what a run shows and the check does not report is legal or missed") {
  const TestCase testCase = read(tangent);
  /// Off on every input.
  class Off : public Target {
  public:
    explicit Off(int ulps) : ulps(ulps) {}
    const TargetName &name() const override { return fake.name(); }
    Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override {
      return std::make_unique<Built>(std::move(*fake.compile(testCase)), ulps);
    }

  private:
    class Built : public Executable {
    public:
      Built(std::unique_ptr<Executable> right, int ulps) : right(std::move(right)), ulps(ulps) {}
      Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override {
        return movedBy(ulps, std::move(*right->run(run, inputs)));
      }
      std::optional<Outcome<std::vector<Tensor>>>
      runInOtherOrder(const Run &of, const std::vector<Tensor> &inputs) override {
        return run(of, inputs);
      }

    private:
      std::unique_ptr<Executable> right;
      int ulps;
    };
    FakeTarget fake;
    int ulps;
  };
  const FakeTarget right;
  const auto examined = [&](int ulps) {
    return Examination(testCase, right, realCheck, {4, 1}).examine(Off(ulps));
  };
  CHECK(examined(1).outcome == MutantOutcome::Legal);
  CHECK(examined(1).lines == std::vector{SemanticsLine::FunctionUlps});
  CHECK(examined(3).outcome == MutantOutcome::Missed);
  CHECK(examined(9).outcome == MutantOutcome::Reported);
}

TEST_CASE("a mutant that does not compile or fit is invalid") {
  using Kind = TargetFailure::Kind;
  for (Kind kind : {Kind::Rejected, Kind::Crashed, Kind::Unsupported})
    CHECK(examine(failing(FakeTarget::Fault::Fails, kind)).outcome == MutantOutcome::Invalid);
  CHECK(examine(failing(FakeTarget::Fault::FailsToRun, Kind::Unsupported)).outcome ==
        MutantOutcome::Invalid);
}

TEST_CASE("a program that is wrong without a mutant says nothing") {
  const TestCase testCase = read(negation);
  const auto outcome = [&](const Target &target) {
    return Examination(testCase, target, realCheck, {8, 1}).examine(FakeTarget()).outcome;
  };
  CHECK(outcome(FakeTarget()) == MutantOutcome::Equal);
  CHECK(outcome(miscompiling()) == MutantOutcome::Unusable);
  CHECK(outcome(failing(FakeTarget::Fault::Fails, TargetFailure::Kind::Rejected)) ==
        MutantOutcome::Unusable);
}

TEST_CASE("where a worker dies decides what its mutant is") {
  Verdict crash;
  crash.outcome = Crash{Stage::Run, "SIGSEGV"};
  const auto outcome = [](MutantStep step, const Verdict &verdict) {
    return resultOfDeath(step, verdict).outcome;
  };
  CHECK(outcome(MutantStep::Prepare, crash) == MutantOutcome::Unusable);
  CHECK(outcome(MutantStep::Compile, crash) == MutantOutcome::Invalid);
  CHECK(outcome(MutantStep::Check, crash) == MutantOutcome::Reported);
  CHECK(outcome(MutantStep::Probe, crash) == MutantOutcome::Weak);
  CHECK(resultOfDeath(MutantStep::Check, crash).kind == "crash");
  // What has a name makes no module that cannot be compiled, unless that is what it does.
  CHECK(resultOfDeath(MutantStep::Compile, crash, true).outcome == MutantOutcome::Reported);
  CHECK(outcome(MutantStep::Check, Verdict()) == MutantOutcome::Unusable);
}

TEST_CASE("an examination says where it is") {
  const TestCase testCase = read(negation);
  const FakeTarget right;
  std::vector<MutantStep> steps;
  Examination examination(testCase, right, realCheck, {8, 1},
                          {{}, [&](MutantStep step) {
                             if (steps.empty() || steps.back() != step)
                               steps.push_back(step);
                           }});
  CHECK(steps == std::vector{MutantStep::Prepare});
  steps.clear();
  (void)examination.examine(right);
  // Probes are drawn, and run without the mutant, when the first mutant needs them.
  CHECK(steps == std::vector{MutantStep::Compile, MutantStep::Check, MutantStep::Probe,
                             MutantStep::Prepare, MutantStep::Probe});
  steps.clear();
  (void)examination.examine(right);
  CHECK(steps == std::vector{MutantStep::Compile, MutantStep::Check, MutantStep::Probe});
}

TEST_CASE("probes are other inputs, and other extents of what the compiler does not know") {
  const TestCase testCase = read(negation);
  const std::vector<Probe> probes = drawProbes(testCase, 16, 1, {});
  CHECK(probes.size() == 18);
  std::set<int64_t> extents;
  std::set<int64_t> values;
  for (const Probe &probe : probes) {
    extents.insert(probe.run.bindings[0]);
    REQUIRE(probe.inputs[0].shape() == Shape{probe.run.bindings[0]});
    for (int64_t i = 0; i < probe.inputs[0].size(); ++i)
      values.insert(probe.inputs[0].integer(i));
  }
  CHECK(extents == std::set<int64_t>{4, 5, 11});
  CHECK(values.contains(std::numeric_limits<int32_t>::min()));
  const std::vector<Probe> again = drawProbes(testCase, 16, 1, {});
  CHECK(again.back().inputs == probes.back().inputs);
  CHECK(drawProbes(testCase, 16, 2, {}).front().inputs != probes.front().inputs);
}

TEST_CASE(
    "there are as many probes as are asked for, whatever the runs, and each run has its share") {
  const TestCase one = read(negation);
  TestCaseParts parts = one.parts();
  for (int64_t extent : {5, 6}) {
    parts.runs.push_back(parts.runs.front());
    parts.runs.back().bindings = {extent};
  }
  const TestCase testCase = TestCase::makeValid(std::move(parts));
  std::map<int64_t, int> counts;
  for (const Probe &probe : drawProbes(testCase, 4, 1, {}))
    if (!probe.hasOtherExtents)
      ++counts[probe.run.bindings[0]];
  CHECK(counts == std::map<int64_t, int>{{4, 2}, {5, 1}, {6, 1}});
}

TEST_CASE("probes leave a program defined: indices stay in range, floats are anything") {
  const TestCase testCase = read(gathering);
  const std::vector<Probe> probes = drawProbes(testCase, 32, 1, {});
  CHECK(probes.size() == 32);
  int nans = 0, infinities = 0, negativeZeros = 0;
  for (const Probe &probe : probes) {
    CHECK(std::holds_alternative<Evaluation>(evaluate(testCase, probe.run, probe.inputs)));
    for (int64_t i = 0; i < probe.inputs[0].size(); ++i) {
      const double value = probe.inputs[0].real(i);
      nans += std::isnan(value);
      infinities += std::isinf(value);
      negativeZeros += value == 0 && std::signbit(value);
    }
  }
  CHECK(nans > 0);
  CHECK(infinities > 0);
  CHECK(negativeZeros > 0);
}

TEST_CASE("results differ by their bits, but for what a NaN carries") {
  Tensor a(ElementType::F32, {2}), b(ElementType::F32, {2});
  a.setReal(0, std::nan(""));
  b.setReal(0, -std::nan("7"));
  CHECK_FALSE(bitDifference({a}, {b}));
  b.setReal(1, -0.0);
  REQUIRE(bitDifference({a}, {b}));
  CHECK(bitDifference({a}, {b})->isOfValues);
  CHECK_FALSE(bitDifference({a}, {Tensor(ElementType::F32, {1})})->isOfValues);
  CHECK_FALSE(bitDifference({a}, {})->isOfValues);
}

TEST_CASE("mutants of a campaign have seeds of their own") {
  CHECK(mutantSeed(1, 2, 3) == mutantSeed(1, 2, 3));
  std::set<uint64_t> seeds;
  for (uint64_t seed = 0; seed < 4; ++seed)
    for (int64_t index = 0; index < 4; ++index) {
      seeds.insert(probeSeed(seed, index));
      for (int64_t number = 0; number < 4; ++number)
        seeds.insert(mutantSeed(seed, index, number));
    }
  CHECK(seeds.size() == 80);
}

TEST_CASE("a change is read as it is written") {
  Change change{Phase::Buffers, "swap-operands", "arith.subi", 3, 7};
  CHECK(change.text() == "buffers: swap-operands of arith.subi, 3 of 7");
  CHECK(Change::parse(change.text()) == change);
  change.origin = "binary+reduce";
  CHECK(change.text() == "buffers: swap-operands of arith.subi, 3 of 7, from binary+reduce");
  CHECK(Change::parse(change.text()) == change);
  for (const char *wrong : {"", "buffers", "dreams: swap-operands of arith.subi, 3 of 7",
                            "buffers: swap-operands of arith.subi, 3 of",
                            "buffers: swap-operands of arith.subi, x of 7"})
    CHECK_FALSE(Change::parse(wrong));
}
