#include "Builder.h"

using namespace assay;

static constexpr ElementType f32 = ElementType::F32, i8 = ElementType::I8, i32 = ElementType::I32;
static constexpr double infinity = std::numeric_limits<double>::infinity();

static Conv along(Windows windows) {
  Conv op;
  op.windows = std::move(windows);
  return op;
}

static ReduceWindow over(ReduceKind function, int64_t window, Windows windows,
                         ElementType result = f32) {
  ReduceWindow op;
  op.function = function;
  op.window = {window};
  op.windows = std::move(windows);
  op.result = result;
  return op;
}

TEST_CASE("a kernel is not mirrored, and its places are dilations apart", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, 1, 6}, {1, 2, 3, 4, 5, 6}));
  ValueId kernel = b.input(tensor(f32, {1, 1, 2}, {1, 10}));
  ValueId plain = b.add(along({{5}, {1}, {1}, {0}, {0}}), {x, kernel});
  ValueId apart = b.add(along({{2}, {3}, {2}, {0}, {0}}), {x, kernel});
  CHECK(elementsOf(*b.evaluate().tensor(plain)) == std::vector<double>{21, 32, 43, 54, 65});
  CHECK(elementsOf(*b.evaluate().tensor(apart)) == std::vector<double>{31, 64});
  CHECK(b.evaluate().isExact(plain));
}

TEST_CASE("padding is zero for a convolution, and without effect for an extreme", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, 1, 2}, {-3, -4}));
  ValueId line = b.input(tensor(f32, {2}, {-3, -4}));
  ValueId ones = b.input(tensor(f32, {1, 1, 2}, {1, 1}));
  ValueId sum = b.add(along({{3}, {1}, {1}, {1}, {1}}), {x, ones});
  ValueId most = b.add(over(ReduceKind::Max, 2, {{3}, {1}, {1}, {1}, {1}}), {line});
  ValueId bare = b.add(over(ReduceKind::Min, 2, {{2}, {2}, {1}, {0}, {2}}), {line});
  CHECK(elementsOf(*b.evaluate().tensor(sum)) == std::vector<double>{-3, -7, -4});
  CHECK(elementsOf(*b.evaluate().tensor(most)) == std::vector<double>{-3, -3, -4});
  CHECK(elementsOf(*b.evaluate().tensor(bare)) == std::vector<double>{-4, infinity});
}

TEST_CASE("whether an infinity in the kernel meets the padding is open", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, 1, 2}, {1, 2}));
  ValueId kernel = b.input(tensor(f32, {1, 1, 2}, {infinity, 1}));
  ValueId y = b.add(along({{2}, {1}, {1}, {1}, {0}}), {x, kernel});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  b.returning({y});
  CHECK(b.accepts({tensor(f32, {1, 1, 2}, {nan, infinity})}));
  CHECK(b.accepts({tensor(f32, {1, 1, 2}, {1, infinity})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 1, 2}, {1, nan})}));
}

TEST_CASE("a NaN beside the padding makes NaN of a sum, whatever the kernel's padding makes of it",
          "[oracle]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (bool isInKernel : {false, true}) {
    Builder b;
    ValueId x = b.input(tensor(f32, {1, 1, 2}, {isInKernel ? 1 : nan, 2}));
    ValueId kernel = b.input(tensor(f32, {1, 1, 3}, {infinity, isInKernel ? nan : 1, 3}));
    // The first window is padding, x[0], x[1]; the last one has nothing else beside the first tap.
    ValueId y = b.add(along({{4}, {1}, {1}, {1}, {3}}), {x, kernel});
    b.returning({y});
    const double third = isInKernel ? nan : infinity;
    CHECK(b.accepts({tensor(f32, {1, 1, 4}, {nan, nan, third, nan})}));
    CHECK_FALSE(b.accepts({tensor(f32, {1, 1, 4}, {1, nan, third, nan})}));
  }
}

TEST_CASE("groups see their own channels only", "[oracle]") {
  for (bool isFirst : {true, false}) {
    Builder b;
    Conv op = along({{1}, {1}, {1}, {0}, {0}});
    op.layout = isFirst ? ConvLayout::ChannelsFirst : ConvLayout::ChannelsLast;
    op.groups = 2;
    // Two channels and two filters for each group.
    ValueId x = b.input(
        tensor(f32, isFirst ? Shape{1, 4, 1} : Shape{1, 1, 4}, std::vector<double>{1, 2, 3, 4}));
    ValueId kernel = b.input(isFirst ? tensor(f32, {4, 2, 1}, {1, 10, 2, 20, 1, 10, 2, 20})
                                     : tensor(f32, {1, 2, 4}, {1, 2, 1, 2, 10, 20, 10, 20}));
    ValueId y = b.add(op, {x, kernel});
    CHECK(elementsOf(*b.evaluate().tensor(y)) == std::vector<double>{21, 42, 43, 86});
  }
}

TEST_CASE("windows of integers are extended as they are asked to", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(i8, {2}, {-1, 5}));
  ReduceWindow op = over(ReduceKind::Max, 2, {{2}, {2}, {1}, {0}, {2}}, i32);
  ValueId isSigned = b.add(op, {x});
  op.isUnsigned = true;
  ValueId isUnsigned = b.add(op, {x});
  CHECK(b.evaluate().tensor(isSigned)->integer(0) == 5);
  CHECK(b.evaluate().tensor(isSigned)->integer(1) == minInteger(i32));
  CHECK(b.evaluate().tensor(isUnsigned)->integer(0) == 255);
  CHECK(b.evaluate().tensor(isUnsigned)->integer(1) == 0);
}
