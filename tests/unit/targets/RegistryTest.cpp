#include "targets/Registry.h"
#include "program/Text.h"
#include "tests/examples/Examples.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;
using Catch::Matchers::Contains;

static std::string errorOf(std::string_view name, const TargetOptions &options = {}) {
  auto parsed = TargetName::parse(name);
  if (!parsed)
    return parsed.error().message;
  auto made = makeTarget(*parsed, options);
  return made ? std::string() : made.error().message;
}

TEST_CASE("what is no target is told where they are listed, and which one it may be") {
  for (const char *name :
       {"cpu", "cpu:O4", "cpu:O2 ", "CPU:O2", "cpu:pipeline", "cpu:O2,--x", "cpu@3:O2"})
    CHECK_THAT(errorOf(name), Contains("`assay targets`"));
  CHECK_THAT(errorOf("cpu:O4"), Contains("did you mean cpu:O"));
}

TEST_CASE("the levels of the core compile a module in place of what a case becomes") {
  const TestCase sum = *readText("assay 1\n%0 = argument i32[2]\n"
                                 "%1 = binary(%0, %0) {function=add}\nreturn %1\n"
                                 "run\n  %0 = i32[2] [3,4]\n",
                                 "a sum");
  const auto compiled = [&](const std::string &main) {
    TargetOptions options;
    options.module = main;
    auto target = makeTarget("cpu:O0"_target, options);
    REQUIRE(target);
    return (*target)->compile(sum);
  };
  const auto product = [](std::string_view attributes) {
    return fmt::format("func.func @main(%x: tensor<2xi32>) -> tensor<?xi32> {{\n"
                       "  %0 = arith.muli %x, %x {} : tensor<2xi32>\n"
                       "  %1 = tensor.cast %0 : tensor<2xi32> to tensor<?xi32>\n"
                       "  return %1 : tensor<?xi32>\n}}",
                       attributes);
  };
  const auto elementwise = [](std::string_view function) {
    return fmt::format("func.func @main(%x: memref<2xi32>) -> memref<2xi32> {{\n"
                       "  %0 = memref.alloc() : memref<2xi32>\n"
                       "  linalg.map ins(%x : memref<2xi32>) outs(%0 : memref<2xi32>)\n"
                       "    (%a: i32, %o: i32) {{ %1 = {} linalg.yield %1 : i32 }}\n"
                       "  return %0 : memref<2xi32>\n}}",
                       function);
  };
  auto squares = compiled(elementwise("arith.muli %a, %a : i32"));
  if (const auto *failure = squares.failure())
    FAIL(failure->detail);
  const Run &run = sum.runs().front();
  const auto results = (*squares)->run(run, sum.inputs(run));
  REQUIRE(results);
  CHECK(results->front().integer(0) == 9);
  CHECK(results->front().integer(1) == 16);
  const auto refusal = [&](const std::string &main) {
    const auto made = compiled(main);
    REQUIRE(made.failure());
    CHECK(made.failure()->kind == TargetFailure::Kind::Unsupported);
    return made.failure()->detail;
  };
  CHECK_THAT(refusal("no module"), Contains("cannot be read"));
  CHECK_THAT(refusal("func.func @other() { return }"), Contains("another interface"));
  CHECK_THAT(refusal("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                     "  return %x : tensor<2xf32>\n}"),
             Contains("another interface"));
  CHECK_THAT(refusal(product("{unsigned}")), Contains("unknown here: unsigned"));
  CHECK_THAT(refusal(elementwise("arith.muli %a, %a overflow<nsw> : i32")), Contains("promises"));
  TargetOptions options;
  options.module = product("");
  CHECK_THAT(errorOf("cpu:random=7", options), Contains("goes on with no module"));
  CHECK_THAT(errorOf("mycc:O2", options), Contains("goes on with no module"));
}

TEST_CASE("configs are drawn at O3, from a seed") {
  for (const char *name : {"cpu:O3,tuned=7", "cpu:O3,stripped=7"})
    CHECK(errorOf(name) == "");
  for (const char *name :
       {"cpu:O2,tuned=7", "cpu:O3,tuned=x", "cpu:O3,tuned=7,stripped=7", "cpu:O3,seed=7"})
    CHECK_THAT(errorOf(name), Contains("there is no target"));
  auto tuned = makeTarget("cpu:O3,tuned=7"_target), plain = makeTarget("cpu:O3"_target);
  REQUIRE((tuned && plain));
  CHECK((*tuned)->accuracy().swept == (*plain)->accuracy().swept);
}

TEST_CASE("an unknown fault is told which there are, a known one makes a target") {
  const std::string error = errorOf("cpu:O2", {"no-such-fault"});
  CHECK_THAT(error, Contains("no-such-fault") && Contains("topk-tie-at-tile-edge"));
  CHECK(errorOf("cpu:O0", {"topk-tie-at-tile-edge"}) == "");
}

TEST_CASE("a target does not have faults of stages that its pipeline lacks") {
  CHECK_THAT(errorOf("cpu:O0", {"kernel-tail-lost"}), Contains("kernels"));
}

TEST_CASE("a pipeline that cannot be read, or does not reach LLVM, is no target") {
  CHECK_THAT(errorOf("cpu:pipeline=no-such-pass"), Contains("no-such-pass"));
  CHECK_THAT(errorOf("cpu:pipeline=canonicalize"), Contains("LLVM dialect"));
  CHECK_THAT(errorOf("cpu:pipeline="), Contains("LLVM dialect"));
  CHECK_THAT(errorOf("cpu:pipeline=canonicalize,,"), Contains("pipeline"));
  CHECK_THAT(errorOf("cpu:pipeline=lower-assay"), Contains("LLVM dialect"));
  CHECK_THAT(errorOf("hip:pipeline=no-such-pass"), Contains("no-such-pass"));
  CHECK_THAT(errorOf("hip:pipeline=gpu.module(convert-gpu-to-rocdl{chipset=gfx1})"),
             Contains("gfx1") && Contains("gfx90a"));
}

TEST_CASE("every listed target has a summary, and ours name their processor") {
  REQUIRE(targetDescriptions().size() >= 4);
  for (const TargetDescription &description : targetDescriptions()) {
    CHECK(description.summary != "");
    if (description.name.starts_with("cpu:"))
      CHECK_THAT(description.summary, Contains("x86-64") || Contains("host"));
  }
}

TEST_CASE("every example compiles and runs at O0 under every specialization") {
  auto target = makeTarget("cpu:O0"_target);
  if (!target)
    FAIL(target.error().message);
  CHECK((*target)->name() == "cpu:O0"_target);
  std::vector<TestCase> cases = exampleCases();
  for (const TestCase &testCase : structureCases())
    cases.push_back(testCase);
  for (const TestCase &testCase : cases)
    for (const TestCase &variant : respecialized(testCase)) {
      INFO(writeText(variant));
      auto compiled = (*target)->compile(variant);
      if (auto *failure = compiled.failure()) {
        FAIL_CHECK(failure->detail);
        continue;
      }
      for (const Run &run : variant.runs()) {
        auto results = (*compiled)->run(run, variant.inputs(run));
        if (auto *failure = results.failure())
          FAIL_CHECK(failure->detail);
        else
          CHECK(results->size() == variant.program().returns().size());
      }
    }
}

TEST_CASE("a pipeline target takes the text with and without the module around it") {
  const std::string passes =
      "one-shot-bufferize{bufferize-function-boundaries=1 buffer-alignment=0 "
      "function-boundary-type-conversion=identity-layout-map},func.func(convert-linalg-to-loops),"
      "convert-scf-to-cf,finalize-memref-to-llvm{use-generic-functions=1},convert-to-llvm,"
      "reconcile-unrealized-casts";
  auto testCase = readText(R"(assay 1
d0 dynamic
%0 = argument i32[d0,2]
%1 = binary(%0, %0) {function=add}
return %1
run d0=2
  %0 = ascending {seed=1, low=1, high=9}
)",
                           "test");
  if (!testCase)
    FAIL(testCase.error().message);
  for (const std::string &text : {passes, "builtin.module(" + passes + ")"}) {
    auto target = makeTarget(*TargetName::parse("cpu:pipeline=" + text));
    if (!target)
      FAIL(target.error().message);
    auto compiled = (*target)->compile(*testCase);
    REQUIRE(compiled);
    const Run &run = testCase->runs()[0];
    auto results = (*compiled)->run(run, testCase->inputs(run));
    REQUIRE(results);
    CHECK((*results)[0].integer(1) == 4);
  }
}
