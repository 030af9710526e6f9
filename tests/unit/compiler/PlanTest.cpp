#include "compiler/plan/Plan.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace assay;

static int64_t valueOf(ScalarOp op, int64_t a, int64_t b, int64_t c = 0) {
  Plan plan;
  for (int64_t value : {a, b, c})
    plan.scalars.push_back({Scalar::Constant{value}});
  plan.scalars.push_back({Scalar::Operation{op, {0, 1, 2}}});
  return evaluate(plan, {}, {}).back();
}

TEST_CASE("scalars of a plan are computed as MLIR's index arithmetic is") {
  CHECK(valueOf(ScalarOp::Sub, 3, 5) == -2);
  CHECK(valueOf(ScalarOp::CeilDivS, 7, 2) == 4);
  CHECK(valueOf(ScalarOp::CeilDivS, -7, 2) == -3);
  CHECK(valueOf(ScalarOp::FloorDivS, -7, 2) == -4);
  CHECK(valueOf(ScalarOp::CeilDivU, 0, 256) == 0);
  CHECK(valueOf(ScalarOp::CeilDivU, 257, 256) == 2);
  CHECK(valueOf(ScalarOp::RemS, -7, 2) == -1);
  CHECK(valueOf(ScalarOp::MinU, -1, 2) == 2);
  CHECK(valueOf(ScalarOp::LessU, -1, 2) == 0);
  CHECK(valueOf(ScalarOp::LessS, -1, 2) == 1);
  CHECK(valueOf(ScalarOp::Select, 0, 5, 6) == 6);
  CHECK(valueOf(ScalarOp::Select, 1, 5, 6) == 5);
}

TEST_CASE("what is undefined is computed without a trap") {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  for (ScalarOp op : {ScalarOp::DivS, ScalarOp::CeilDivS, ScalarOp::FloorDivS, ScalarOp::RemS}) {
    CHECK(valueOf(op, 1, 0) == 0);
    CHECK(valueOf(op, least, -1) == 0);
  }
  for (ScalarOp op : {ScalarOp::DivU, ScalarOp::CeilDivU, ScalarOp::RemU})
    CHECK(valueOf(op, 1, 0) == 0);
  CHECK(valueOf(ScalarOp::Add, least, -1) == std::numeric_limits<int64_t>::max());
}

TEST_CASE("scalars come from scalar arguments and from extents") {
  Plan plan;
  plan.scalars = {
      {Scalar::Argument{1}}, {Scalar::Extent{0, 1}}, {Scalar::Operation{ScalarOp::Mul, {0, 1, 0}}}};
  const int64_t arguments[] = {2, 3};
  const std::vector<int64_t> shapes[] = {{5, 7}};
  CHECK(evaluate(plan, arguments, shapes) == std::vector<int64_t>{3, 7, 21});
}

TEST_CASE(
    "a run of more work-items than can be numbered, or that breaks a requirement, is told of") {
  Plan plan;
  plan.scalars = {{Scalar::Argument{0}}, {Scalar::Argument{1}}, {Scalar::Constant{1}}};
  plan.steps = {Launch{"kernel_0", {2, 0, 2}, {1, 64, 1}, {}}};
  plan.requirements = {{1, "there are too many rows"}};
  const auto told = [&](int64_t workgroups, int64_t holds) {
    const int64_t arguments[] = {workgroups, holds};
    return exceeded(plan, evaluate(plan, arguments, {})).value_or("");
  };
  constexpr int64_t most = Launch::mostWorkItems / 64;
  CHECK(told(0, 1).empty());
  CHECK(told(most, 1).empty());
  CHECK(told(most + 1, 1) == "kernel_0 would have 33554433 workgroups of 64 work-items, and "
                             "2147483648 work-items are the most that it can number");
  CHECK(!told(int64_t(1) << 32, 1).empty());
  CHECK(!told(-1, 1).empty());
  CHECK(told(1, 0) == "there are too many rows");
}

TEST_CASE("a plan prints one line for each thing") {
  Plan plan;
  plan.scalars = {{Scalar::Extent{0, 1}},
                  {Scalar::Constant{1}},
                  {Scalar::Operation{ScalarOp::CeilDivU, {0, 1, 0}}}};
  plan.buffers = {{Buffer::Argument{0}},
                  {Buffer::Constant{{std::byte(0), std::byte(1)}}},
                  {Buffer::Scratch{0}}};
  plan.steps = {
      Copy{{0, 1, 0}, {2, 1, 0}},
      Launch{
          "kernel_0", {2, 1, 1}, {64, 1, 1}, {{Parameter::Address{2}}, {Parameter::Number{0, 4}}}}};
  plan.results = {{{2, 1, 0}, {0}}};
  plan.requirements = {{2, "there are too many rows"}};
  CHECK(text(plan) == "%0 = extent 1 of argument 0\n"
                      "%1 = 1\n"
                      "%2 = CeilDivU %0, %1\n"
                      "@0 = argument 0\n"
                      "@1 = 2 bytes given\n"
                      "@2 = %0 bytes\n"
                      "copy @0[%1 for %0 bytes] to @2[%1 for %0 bytes]\n"
                      "launch kernel_0 %2,%1,%1 x 64,1,1 (@2, %0:i32)\n"
                      "return @2[%1 for %0 bytes] as [%0]\n"
                      "unless %2: there are too many rows\n");
}
