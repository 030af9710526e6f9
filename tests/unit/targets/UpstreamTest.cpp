#include "program/Text.h"
#include "targets/Draws.h"
#include "targets/Registry.h"
#include "targets/core/UpstreamLimits.h"
#include "targets/upstream/RandomPipeline.h"
#include "targets/upstream/UpstreamModule.h"
#include "targets/upstream/UpstreamTarget.h"
#include "tests/examples/Examples.h"

#include <catch2/catch.hpp>

#include <set>

using namespace assay;

static std::string textOf(const TestCase &testCase, int version) {
  auto text = upstreamModule(testCase, version);
  REQUIRE(text);
  return *text;
}

static TestCase read(const char *text) {
  auto testCase = readText(text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

static const char *const twoResults = R"(assay 1
d0 dynamic
%0 = argument f16[d0]
%1 = argument i1[]
return %0, %1
run d0=2
  %0 = f16[2] [1,-2]
  %1 = i1[] [1]
run d0=0
  %0 = f16[0] []
  %1 = i1[] [0]
)";

TEST_CASE("a change in the middle of a pipeline is one of the program, not of what begins a run") {
  const std::string text = textOf(read(R"(assay 1
%0 = argument i32[4]
%1 = argument i32[4]
%2 = binary(%0, %1) {function=sub}
%3 = unary(%2) {function=neg}
return %3
run
  %0 = i32[4] [1,2,3,4]
  %1 = i32[4] [4,5,6,7]
)"),
                                  22);
  const auto runs = [](const std::string &module) {
    return module.substr(std::min(module.find("func.func @run0"), module.size()));
  };
  REQUIRE_FALSE(runs(text).empty());
  std::set<std::string> modules;
  constexpr uint64_t seeds = 16;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    std::optional<Change> change;
    const auto changed = withMutant(text, {seed, [&](const Change &made) { change = made; }});
    REQUIRE(change);
    CHECK(change->phase == Phase::Tensors);
    // What is in the region of a named op is not written.
    if (!changed || *changed == text)
      continue;
    CHECK(runs(*changed) == runs(text));
    modules.insert(*changed);
  }
  CHECK(modules.size() > 4);
  CHECK_FALSE(withMutant("no module", {}));
}

TEST_CASE("a program for upstream's tools has a function for each run") {
  const std::string text = textOf(read(twoResults), 22);
  for (const char *part : {"@main(", "@run0()", "@run1()", "@printI64(i64)", "@printNewline()"})
    CHECK(text.find(part) != std::string::npos);
  CHECK(text.find("@run2") == std::string::npos);
  CHECK(text.find("c_interface") == std::string::npos);
}

TEST_CASE("every example can be said in upstream's dialects, for older versions too") {
  for (const TestCase &testCase : exampleCases()) {
    CHECK(textOf(testCase, 22).find("assay.") == std::string::npos);
    const std::string old = textOf(testCase, 19);
    CHECK(old.find("linalg.contract") == std::string::npos);
    CHECK(old.find("linalg.map ") == std::string::npos);
  }
}

TEST_CASE("what a run prints becomes its results, bit by bit") {
  const TestCase testCase = read(twoResults);
  const Bindings &bindings = testCase.runs()[0].bindings;
  auto parsed = [&](const char *printed) {
    return parseResults(printed, testCase.program(), bindings);
  };
  auto results = parsed("2\n15360\n49152\n1\n");
  REQUIRE(results);
  CHECK((*results)[0].real(0) == 1);
  CHECK((*results)[0].real(1) == -2);
  CHECK((*results)[1].integer(0) == 1);

  const std::pair<const char *, const char *> wrong[] = {
      {"", "prints too few numbers"},
      {"2\n15360\n49152\n", "prints too few numbers"},
      {"2\n15360\n49152\n1", "prints '1' where a number should be"},
      {"3\n1\n2\n3\n1\n", "a result of type f16[d0] has shape [3], not [2]"},
      {"2\n15360\nnan\n1\n", "prints 'nan' where a number should be"},
      {"2\n15360\n49152\n1\nbye\n", "prints 'bye' behind the results"},
  };
  for (const auto &[printed, why] : wrong) {
    auto failure = parsed(printed);
    REQUIRE(!failure);
    CHECK(failure.failure()->detail == why);
  }
}

TEST_CASE("what several runs print becomes the results of each") {
  const TestCase testCase = read(twoResults);
  Run one = testCase.runs()[0], other = one;
  other.bindings[0] = 1;
  const std::vector<Run> runs{one, other};
  const auto parsed = [&](const char *printed) {
    return parseResultsOfRuns(printed, testCase.program(), runs);
  };
  const auto results = parsed("2\n15360\n49152\n1\n1\n15360\n0\n");
  REQUIRE(results);
  CHECK((*results)[0][0].real(1) == -2);
  CHECK((*results)[1][0].size() == 1);
  CHECK((*results)[1][1].integer(0) == 0);
  CHECK_FALSE(parsed("2\n15360\n49152\n1\n"));
  CHECK_FALSE(parsed("2\n15360\n49152\n1\n1\n15360\n0\n0\n"));
}

TEST_CASE("a function that does several runs goes to the end of a module") {
  constexpr std::array<size_t, 2> runs{0, 2};
  const std::string module = "module {\n  llvm.func @run0() {\n    llvm.return\n  }\n}\n";
  const std::string together = withTogether(module, runs);
  CHECK(together == "module {\n  llvm.func @run0() {\n    llvm.return\n  }\n"
                    "  llvm.func @together() {\n    llvm.call @run0() : () -> ()\n"
                    "    llvm.call @run2() : () -> ()\n    llvm.return\n  }\n}\n");
  // Behind it may stand what constants name.
  const std::string resources = "\n{-#\n  dialect_resources: {\n  }\n#-}\n";
  CHECK(withTogether(module + resources, runs) == together + resources);
  CHECK(withTogether("module {}", runs).empty());
}

TEST_CASE("runs give the same together as each by itself") {
  const TestCase testCase = read(R"(assay 1
%0 = argument f32[4]
%1 = unary(%0) {function=neg}
return %1
run
  %0 = f32[4] [1,2,3,4]
run
  %0 = f32[4] [5,6,7,8]
)");
  const TargetName name = *TargetName::parse(
      "mlir@22:pipeline=one-shot-bufferize{bufferize-function-boundaries=1},func.func("
      "convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,"
      "convert-math-to-llvm,convert-to-llvm,reconcile-unrealized-casts");
  auto target = makeTarget(name);
  REQUIRE(target);
  auto compiled = (*target)->compile(testCase);
  REQUIRE(compiled);
  Executable &executable = **compiled;
  const auto firstOf = [&](size_t run) {
    auto results = executable.run(testCase.runs()[run], {});
    REQUIRE(results);
    return (*results)[0].real(0);
  };
  CHECK(firstOf(0) == -1); // each by itself
  executable.expect(testCase.runs());
  CHECK(firstOf(0) == -1);
  CHECK(firstOf(1) == -5);
  CHECK(firstOf(1) == -5); // and again, by itself
  executable.expect({testCase.runs()[1], testCase.runs()[0]});
  CHECK(firstOf(1) == -5);
  CHECK(firstOf(0) == -1);
}

TEST_CASE("names of upstream's tools have a version and a pipeline") {
  auto name = upstreamOptions("mlir@19:pipeline=cse,canonicalize"_target);
  REQUIRE(name);
  CHECK(name->version == 19);
  CHECK(name->pipeline == "builtin.module(cse,canonicalize)");
  CHECK(name->runner() == "mlir-cpu-runner");
  CHECK(upstreamOptions("mlir@22:pipeline=builtin.module(cse)"_target)->pipeline ==
        "builtin.module(cse)");
  for (const char *wrong : {"mlir", "mlir@22", "mlir@x:pipeline=cse", "mlir@22x:pipeline=cse",
                            "mlir@-1:pipeline=", "mlir@22:O2", "cpu:pipeline=cse"})
    CHECK_FALSE(upstreamOptions(*TargetName::parse(wrong)));
}

TEST_CASE("a random pipeline depends on its seed alone, and reaches the LLVM dialect") {
  std::set<std::string> texts;
  constexpr uint64_t count = 60;
  for (uint64_t seed = 0; seed < count; ++seed) {
    CHECK(randomPipeline(seed) == randomPipeline(seed));
    texts.insert(randomPipeline(seed));
    const TargetName name = "mlir@22:random"_target.withSeed(seed);
    auto target = makeTarget(name);
    INFO(randomPipeline(seed));
    CHECK(bool(target));
    CHECK(withDrawsSpelledOut(name).text() == "cpu:pipeline=" + randomPipeline(seed));
  }
  CHECK(texts.size() > count - 3);
  for (const char *text :
       {"cpu:O2", "mlir@22:random=", "mlir@22:random=x", "mlir@22:random=-1", "mlir@22:random=1 ",
        "mlir@22:random=99999999999999999999", "iree@3.13.0:vmvx:random=x"}) {
    const auto name = TargetName::parse(text);
    REQUIRE(name);
    CHECK(withDrawsSpelledOut(*name) == *name);
    CHECK_FALSE(randomSeed(*name));
  }
  CHECK_FALSE(makeTarget("mlir@22:random=x"_target));
}

TEST_CASE("what a pass says it cannot do is no failure") {
  CHECK(isLimitOfPass("NYI: non-trivial layout map"));
  CHECK(
      isLimitOfPass("failed to legalize operation 'math.absi' that was explicitly marked illegal"));
  CHECK_FALSE(isLimitOfPass("failed to legalize operation 'math.exp'"));
  CHECK_FALSE(isLimitOfPass(""));
}

TEST_CASE("what draws without a seed is no target") {
  for (const char *name :
       {"mlir@22:random", "iree@3.13.0:hip:random", "iree@3.13.0:vmvx:O2,tuned"}) {
    auto target = makeTarget(*TargetName::parse(name));
    REQUIRE_FALSE(target);
    CHECK(target.error().message.find("write a seed, as in") != std::string::npos);
  }
}
