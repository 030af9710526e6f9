#include "check/Trace.h"
#include "program/Text.h"
#include "targets/Registry.h"
#include "targets/core/HeldValues.h"
#include "tests/examples/Examples.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

std::unique_ptr<Target> target(const TargetName &name, std::string inject = {}) {
  TargetOptions options;
  options.inject = std::move(inject);
  auto made = makeTarget(name, options);
  if (!made)
    FAIL(made.error().message);
  return std::move(*made);
}

/// The last of each row of the reduction is the greatest.
constexpr const char *sorts = R"(assay 1
d0 dynamic
%0 = argument f32[d0,3]
%1 = sort(%0) {dim=0}
%2 = reduce(%1) {dims=[1], function=max}
%3 = sort(%2) {dim=0}
return %3
run d0=3
  %0 = f32[3,3] [3,1,7,2,4,8,0,5,9]
)";

} // namespace

TEST_CASE("what dispatches of right programs make is right, and known for most") {
  const TargetName name = GENERATE(as<TargetName>(), "cpu:O1"_target, "cpu:O2"_target,
                                   "cpu:O3"_target, "hip:O1"_target, "hip:O3"_target);
  INFO(name.text());
  const auto made = target(name);
  std::vector<TestCase> cases = structureCases();
  const std::vector<TestCase> ops = exampleCases();
  // On hip each takes its time.
  for (size_t i = 0; i < ops.size(); i += name.compiler == "hip" ? 9 : 2)
    cases.push_back(ops[i]);
  size_t known = 0, all = 0;
  for (const TestCase &testCase : cases)
    for (const DispatchCheck &check : traceDispatches(testCase, *made)) {
      ++all;
      known += check.value.has_value();
      if (check.difference)
        FAIL_CHECK(check.dispatch << ": " << describeDifference(*check.difference) << "\n"
                                  << writeText(testCase));
    }
  CHECK(all > 80);
  CHECK(known * 10 > all * 8);
}

TEST_CASE("what takes a constant in is no value that the constant comes from") {
  const auto testCase = readText(R"(assay 1
d0 dynamic
%0 = argument i32[d0]
%1, %2 = arg_reduce(%0) as primitives {index_type=i32} : i32[], i32[]
%3 = unary(%2) as primitives {function=not} : i32[]
return %1, %3
run d0=3
  %0 = i32[3] [4,9,2]
)",
                                 "test");
  if (!testCase)
    FAIL(testCase.error().message);
  for (const DispatchCheck &check : traceDispatches(*testCase, *target("cpu:O3"_target)))
    CHECK_FALSE(check.difference);
}

TEST_CASE("the first dispatch that is wrong is the one with the bug") {
  const auto testCase = readText(sorts, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  const auto checks =
      traceDispatches(*testCase, *target("cpu:O3"_target, "reduction-tail-skipped"));
  REQUIRE(checks.size() == 3);
  CHECK_FALSE(checks[0].difference);
  REQUIRE(checks[1].difference);
  CHECK(checks[1].difference->value == 2);
}

TEST_CASE("what is held in another order is put into that of its value, if it has as many dims") {
  const auto testCase = readText(R"(assay 1
%0 = argument i8[2,3]
%1 = unary(%0) {function=neg}
return %1
run
  %0 = i8[2,3] [0,0,0,0,0,0]
)",
                                 "test");
  if (!testCase)
    FAIL(testCase.error().message);
  const auto valueOf = [&](std::vector<uint32_t> permutation) {
    const Held held{"neg_0", {}, {}, Held::Value{1, std::move(permutation)}};
    HeldMemory memory{&held, {3, 2}, {}};
    for (int element = 1; element <= 6; ++element)
      memory.bytes.push_back(static_cast<std::byte>(element));
    return dispatchResults(testCase->program(), testCase->runs().front(), {memory}).front();
  };
  const DispatchResult transposed = valueOf({1, 0});
  REQUIRE(transposed.value == 1);
  CHECK(transposed.tensor.data()[1] == std::byte{3});
  CHECK(transposed.tensor.data()[3] == std::byte{2});
  CHECK_FALSE(valueOf({2, 1, 0}).value);
}

TEST_CASE("a level without dispatches has no trace") {
  CHECK(traceDispatches(exampleCases(OpKind::Sort).front(), *target("cpu:O0"_target)).empty());
}
