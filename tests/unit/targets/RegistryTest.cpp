#include "program/Text.h"
#include "targets/Target.h"
#include "tests/examples/Examples.h"

#include <catch2/catch.hpp>

using namespace assay;
using Catch::Matchers::Contains;

static std::string errorOf(std::string_view name, const TargetOptions &options = {}) {
  auto made = makeTarget(name, options);
  return made ? std::string() : made.error().message;
}

TEST_CASE("what is no target is told which there are") {
  for (const char *name :
       {"", "cpu", "cpu:", "cpu:O3", "cpu:O2 ", "CPU:O2", "hip:O2", "cpu:pipeline"})
    CHECK_THAT(errorOf(name), Contains("cpu:O0") && Contains("cpu:pipeline=TEXT"));
}

TEST_CASE("a pipeline that cannot be read, or does not reach LLVM, is no target") {
  CHECK_THAT(errorOf("cpu:pipeline=no-such-pass"), Contains("no-such-pass"));
  CHECK_THAT(errorOf("cpu:pipeline=canonicalize"), Contains("LLVM dialect"));
  CHECK_THAT(errorOf("cpu:pipeline="), Contains("LLVM dialect"));
  CHECK_THAT(errorOf("cpu:pipeline=canonicalize,,"), Contains("pipeline"));
}

TEST_CASE("every listed target has a summary, and names its processor") {
  REQUIRE(targetDescriptions().size() >= 4);
  for (const TargetDescription &description : targetDescriptions())
    CHECK_THAT(description.summary, Contains("x86-64") || Contains("host"));
}

TEST_CASE("every example compiles and runs on every CPU target") {
  const std::string pipeline =
      "cpu:pipeline=builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 "
      "buffer-alignment=0 function-boundary-type-conversion=identity-layout-map "
      "allow-return-allocs-from-loops=1},"
      "func.func(convert-linalg-to-loops),convert-scf-to-cf,expand-strided-metadata,lower-affine,"
      "arith-expand,convert-complex-to-standard,convert-math-to-llvm,convert-math-to-libm,"
      "finalize-memref-to-llvm{use-generic-functions=1},convert-to-llvm,reconcile-unrealized-"
      "casts)";
  for (const std::string &name : {std::string("cpu:O0"), std::string("cpu:O1"), pipeline}) {
    auto target = makeTarget(name);
    if (!target)
      FAIL(target.error().message);
    CHECK((*target)->name() == name);
    std::vector<TestCase> cases = exampleCases();
    for (const TestCase &testCase : structureCases())
      cases.push_back(testCase);
    for (const TestCase &testCase : cases)
      for (const TestCase &variant : respecialized(testCase)) {
        INFO(name << "\n" << writeText(variant));
        auto compiled = (*target)->compile(variant);
        if (auto *failure = std::get_if<TargetFailure>(&compiled)) {
          FAIL_CHECK(failure->detail);
          continue;
        }
        for (const Run &run : variant.runs()) {
          auto results = std::get<0>(compiled)->run(run, variant.inputs(run));
          if (auto *failure = std::get_if<TargetFailure>(&results)) {
            FAIL_CHECK(failure->detail);
            continue;
          }
          const std::vector<Tensor> &tensors = std::get<0>(results);
          REQUIRE(tensors.size() == variant.program().returns().size());
          for (size_t i = 0; i < tensors.size(); ++i)
            CHECK(tensors[i].shape() ==
                  variant.program().type(variant.program().returns()[i]).shape(run.bindings));
        }
      }
  }
}
