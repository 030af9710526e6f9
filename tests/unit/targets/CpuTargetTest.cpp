#include "targets/core/CpuTarget.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

#include <mlir/InitAllPasses.h>
#include <mlir/Pass/Pass.h>
#include <mlir/Pass/PassRegistry.h>

#include <fstream>

using namespace assay;
using Catch::Matchers::Contains;

static constexpr const char *toLoops =
    "one-shot-bufferize{bufferize-function-boundaries=1 buffer-alignment=0 "
    "function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops,"
    "expand-strided-metadata,lower-affine,convert-scf-to-cf,"
    "finalize-memref-to-llvm{use-generic-functions=1},convert-func-to-llvm,convert-arith-to-llvm,"
    "convert-cf-to-llvm,convert-index-to-llvm,reconcile-unrealized-casts";

static PipelineBuilder builderOf(const std::string &text) {
  static const bool registered = [] {
    mlir::registerAllPasses();
    return true;
  }();
  (void)registered;
  return [text](mlir::OpPassManager &passes) -> Expected<void> {
    if (mlir::failed(mlir::parsePassPipeline(text, passes)))
      return Error{"does not parse"};
    return {};
  };
}

static std::unique_ptr<CpuTarget> target(const std::string &text, OptLevel level = OptLevel::O0) {
  auto made = std::make_unique<CpuTarget>("cpu:test"_target, builderOf(text), level);
  REQUIRE(made->start());
  return made;
}

static TestCase read(const char *text) {
  auto testCase = readText(text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

// The sum is written over its left operand, which is an argument and is returned too. d1 is a
// scalar argument.
static constexpr const char *sumAndIota = R"(assay 1
d0 dynamic
d1 dynamic
%0 = argument f32[d0,2]
%1 = argument f32[d0,2]
%2 = binary(%0, %1) into %0 {function=add}
%3 = iota() {shape=[d1], dim=0, element=i32}
return %2, %0, %3
run d0=3 d1=2
  %0 = integers {seed=1, low=-4, high=4}
  %1 = integers {seed=2, low=-4, high=4}
run d0=0 d1=5
  %0 = integers {seed=3, low=-4, high=4}
  %1 = integers {seed=4, low=-4, high=4}
run d0=1 d1=0
  %0 = integers {seed=5, low=-4, high=4}
  %1 = integers {seed=6, low=-4, high=4}
)";

TEST_CASE(
    "a program compiled once gives its results in every run, and leaves its arguments alone") {
  for (OptLevel level : {OptLevel::O0, OptLevel::O2}) {
    auto cpu = target(toLoops, level);
    TestCase testCase = read(sumAndIota);
    auto compiled = cpu->compile(testCase);
    if (auto *failure = compiled.failure())
      FAIL(failure->detail);
    for (const Run &run : testCase.runs()) {
      std::vector<Tensor> inputs = testCase.inputs(run);
      auto outcome = (*compiled)->run(run, inputs);
      if (auto *failure = outcome.failure())
        FAIL(failure->detail);
      const std::vector<Tensor> &results = *outcome;
      REQUIRE(results.size() == 3);
      CHECK(results[0].shape() == Shape{run.bindings[0], 2});
      for (int64_t i = 0; i < results[0].size(); ++i)
        CHECK(results[0].real(i) == inputs[0].real(i) + inputs[1].real(i));
      CHECK(results[1] == inputs[0]);
      CHECK(results[2].shape() == Shape{run.bindings[1]});
      for (int64_t i = 0; i < results[2].size(); ++i)
        CHECK(results[2].integer(i) == i);
    }
  }
}

namespace {
/// Fails on every module, with a diagnostic or without.
struct FailingPass : mlir::PassWrapper<FailingPass, mlir::OperationPass<mlir::ModuleOp>> {
  bool speaks;
  explicit FailingPass(bool speaks) : speaks(speaks) {}
  mlir::StringRef getArgument() const override { return "failing-pass"; }
  void runOnOperation() override {
    if (speaks) {
      getOperation().emitWarning("only a warning");
      getOperation().emitError("the first error");
      getOperation().emitError("the second error");
    }
    signalPassFailure();
  }
};
} // namespace

TEST_CASE(
    "the first error of a pass, the name of one that fails silently, and IR that is left behind "
    "are rejections") {
  auto rejected = [](PipelineBuilder builder) {
    CpuTarget cpu("cpu:test"_target, std::move(builder), OptLevel::O0);
    REQUIRE(cpu.start());
    std::string detail;
    for (int i = 0; i < 2; ++i) { // the second time as the first
      auto outcome = cpu.compile(read(sumAndIota));
      REQUIRE(!outcome);
      CHECK(outcome.failure()->kind == TargetFailure::Kind::Rejected);
      CHECK(outcome.failure()->stage == Stage::Compile);
      CHECK((detail.empty() || detail == outcome.failure()->detail));
      detail = outcome.failure()->detail;
    }
    return detail;
  };
  auto failing = [](bool speaks) {
    return [speaks](mlir::OpPassManager &passes) -> Expected<void> {
      passes.addPass(std::make_unique<FailingPass>(speaks));
      return {};
    };
  };
  CHECK(rejected(failing(true)) == "the first error");
  CHECK(rejected(failing(false)) == "pass failing-pass failed without a diagnostic");
  CHECK_THAT(rejected(builderOf("canonicalize")), Contains("cannot be converted to LLVM IR"));
}

TEST_CASE("a pipeline that leaves other dialects behind is told to end in LLVM") {
  auto complaint = [](const std::string &text) {
    CpuTarget cpu("cpu:test"_target, builderOf(text), OptLevel::O0);
    auto probed = cpu.probe();
    return probed ? std::string() : probed.error().message;
  };
  CHECK(complaint(toLoops) == "");
  CHECK_THAT(complaint("canonicalize"), Contains("leaves 'func.return' behind"));
  CHECK_THAT(complaint("no-such-pass"), Contains("does not parse"));
}

static long residentKilobytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "VmRSS:") {
      long kilobytes = 0;
      status >> kilobytes;
      return kilobytes;
    }
  return 0;
}

TEST_CASE("memory stays flat over four hundred programs") {
  auto cpu = target(toLoops);
  auto once = [&](int i) {
    // A new type each time: contexts never forget one.
    std::string text = sumAndIota;
    text.replace(text.find("shape=[d1]"), 10, "shape=[" + std::to_string(i + 1) + "]");
    auto outcome = cpu->compile(read(text.c_str()));
    REQUIRE(outcome);
  };
  for (int i = 0; i < 150; ++i)
    once(i);
  const long before = residentKilobytes();
  for (int i = 0; i < 400; ++i)
    once(150 + i);
  CHECK(residentKilobytes() - before < 2048);
}
