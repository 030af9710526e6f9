#include "Builder.h"

#include <limits>

using namespace assay;

static constexpr double inf = std::numeric_limits<double>::infinity();
static constexpr double quietNan = std::numeric_limits<double>::quiet_NaN();

static constexpr ElementType f32 = ElementType::F32, f16 = ElementType::F16, i32 = ElementType::I32,
                             i64 = ElementType::I64, i1 = ElementType::I1;

static Builder scatterOf(Tensor base, Tensor indices, Tensor updates, Scatter op) {
  Builder b;
  ValueId x = b.input(std::move(base)), i = b.input(std::move(indices)),
          u = b.input(std::move(updates));
  b.add(op, {x, i, u});
  return b;
}

TEST_CASE("scatter writes along its dim, and leaves the rest of its base", "[oracle]") {
  Builder b = scatterOf(tensor(f32, {2, 3}, {1, 2, 3, 4, 5, 6}), tensor(i64, {1, 2}, {1, 0}),
                        tensor(f32, {1, 2}, {10, 20}), {0, Combine::Overwrite, true});
  CHECK(b.accepts({tensor(f32, {2, 3}, {1, 20, 3, 10, 5, 6})}));
  Builder last = scatterOf(tensor(i32, {2, 3}, {1, 2, 3, 4, 5, 6}), tensor(i64, {2, 1}, {2, 0}),
                           tensor(i32, {2, 1}, {10, 20}), {1, Combine::Add, false});
  CHECK(last.accepts({tensor(i32, {2, 3}, {1, 2, 13, 24, 5, 6})}));
}

TEST_CASE("updates that meet: overwriting leaves any of them, adding all", "[oracle]") {
  Tensor base = tensor(f32, {1, 2}), indices = tensor(i64, {0, 0, 0}),
         updates = tensor(f32, {3, 9, 4});
  Builder overwrite = scatterOf(base, indices, updates, {0, Combine::Overwrite, false});
  for (double winner : {3.0, 9.0, 4.0})
    CHECK(overwrite.accepts({tensor(f32, {winner, 2})}));
  CHECK_FALSE(overwrite.accepts({tensor(f32, {5, 2})})); // inside the hull, but nobody's value
  CHECK_FALSE(overwrite.accepts({tensor(f32, {1, 2})}));
  CHECK(overwrite.compare({tensor(f32, {5, 2})}).differences[0].expected == "one of 3, 9, 4");
  Builder add = scatterOf(base, indices, updates, {0, Combine::Add, false});
  CHECK(add.accepts({tensor(f32, {17, 2})}));
  CHECK_FALSE(add.accepts({tensor(f32, {10, 2})}));
  Builder max = scatterOf(base, indices, updates, {0, Combine::Max, false});
  CHECK(max.accepts({tensor(f32, {9, 2})}));
  Builder min = scatterOf(base, indices, updates, {0, Combine::Min, false});
  CHECK(min.accepts({tensor(f32, {1, 2})}));
  CHECK(scatterOf(base, indices, updates, {0, Combine::Overwrite, true}).isUndefined());
}

TEST_CASE("one added update rounds correctly, several in any order", "[oracle]") {
  Builder one =
      scatterOf(tensor(f16, {2050}), tensor(i64, {0}), tensor(f16, {1}), {0, Combine::Add, false});
  CHECK(one.accepts({tensor(f16, {2052})}));
  CHECK_FALSE(one.accepts({tensor(f16, {2050})}));
  Builder two = scatterOf(tensor(f16, {2050}), tensor(i64, {0, 0}), tensor(f16, {1, 1}),
                          {0, Combine::Add, false});
  CHECK(two.accepts({tensor(f16, {2052})}));
  CHECK(two.accepts({tensor(f16, {2054})})); // 2050 + 1 -> 2052, + 1 -> 2053 -> 2052 or so
}

TEST_CASE("indices out of range are undefined, unless a contract bit says otherwise", "[oracle]") {
  auto make = [](double index) {
    return scatterOf(tensor(f32, {1, 2}), tensor(i64, {index}), tensor(f32, {9}),
                     {0, Combine::Overwrite, true});
  };
  CHECK(make(2).isUndefined());
  CHECK(make(-1).isUndefined());
  CHECK(make(2).with(Contract::SkippedScatter).accepts({tensor(f32, {1, 2})}));
  Builder gather;
  ValueId x = gather.input(tensor(f32, {5, 6})), i = gather.input(tensor(i64, {7, -3}));
  gather.add(Gather{0}, {x, i});
  CHECK(gather.isUndefined());
  gather.with(Contract::ClampedGather);
  CHECK(gather.accepts({tensor(f32, {6, 5})}));
  Builder oneHot;
  i = oneHot.input(tensor(i64, {3}));
  OneHot op;
  op.depth = 3;
  oneHot.add(op, {i});
  CHECK(oneHot.isUndefined());
}

TEST_CASE("scatter_nd and gather_nd move windows", "[oracle]") {
  Builder b;
  ValueId base = b.input(tensor(i32, {2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}));
  ValueId indices = b.input(tensor(i32, {2, 2}, {1, 0, 0, 1}));
  ValueId updates = b.input(tensor(i32, {2, 2}, {10, 11, 12, 13}));
  ValueId scattered = b.add(ScatterNd{2, Combine::Overwrite, true}, {base, indices, updates});
  ValueId gathered = b.add(GatherNd{2}, {base, indices});
  ValueId whole =
      b.add(GatherNd{1}, {base, b.add(ExtractSlice{{0, 0}, {2, 1}, {1, 1}, {}}, {indices})});
  b.returning({scattered, gathered, whole});
  CHECK(b.accepts({tensor(i32, {2, 2, 2}, {0, 1, 12, 13, 10, 11, 6, 7}),
                   tensor(i32, {2, 2}, {4, 5, 2, 3}),
                   tensor(i32, {2, 2, 2}, {4, 5, 6, 7, 0, 1, 2, 3})}));
}

TEST_CASE("windows that meet are open element by element", "[oracle]") {
  Builder b;
  ValueId base = b.input(tensor(i32, {2, 2}, {0, 0, 0, 0}));
  ValueId indices = b.input(tensor(i32, {2, 1}, {1, 1}));
  ValueId updates = b.input(tensor(i32, {2, 2}, {1, 2, 3, 4}));
  b.add(ScatterNd{1, Combine::Overwrite, false}, {base, indices, updates});
  CHECK(b.accepts({tensor(i32, {2, 2}, {0, 0, 1, 2})}));
  CHECK(b.accepts({tensor(i32, {2, 2}, {0, 0, 1, 4})}));
  CHECK_FALSE(b.accepts({tensor(i32, {2, 2}, {0, 0, 2, 3})}));
}

TEST_CASE("gather along a dim reads where its indices say", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {2, 3}, {1, 2, 3, 4, 5, 6}));
  ValueId i = b.input(tensor(i32, {2, 2}, {2, 0, 1, 1}));
  b.add(Gather{1}, {x, i});
  CHECK(b.accepts({tensor(f32, {2, 2}, {3, 1, 5, 5})}));
}

TEST_CASE("a gather with an open index yields one of those it may read", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {3, 3, 1})), table = b.input(tensor(i32, {10, 20, 70}));
  ArgReduce op;
  op.firstIndex = false;
  ValueId arg = b.add(op, {x}, {}, 2);
  ValueId index = b.add(Expand{{}, 1}, {arg + 1});
  ValueId gathered = b.add(Gather{0}, {table, index});
  b.returning({gathered});
  CHECK(b.accepts({tensor(i32, {10})}));
  CHECK(b.accepts({tensor(i32, {20})}));
  CHECK_FALSE(b.accepts({tensor(i32, {70})}));
  CHECK(b.compare({tensor(i32, {10})}).inconclusive == 1);
}

TEST_CASE("one_hot places a new dim anywhere, of any type", "[oracle]") {
  Builder b;
  ValueId i = b.input(tensor(i64, {2, 0}));
  OneHot front;
  front.dim = 0;
  front.depth = 3;
  front.on = 5;
  front.off = -1;
  OneHot back = front;
  back.dim = 1;
  back.element = i1;
  back.on = 0;
  back.off = 1;
  b.add(front, {i});
  b.add(back, {i});
  CHECK(b.accepts(
      {tensor(f32, {3, 2}, {-1, 5, -1, -1, 5, -1}), tensor(i1, {2, 3}, {1, 1, 0, 0, 1, 1})}));
}

TEST_CASE("indexing over empty extents", "[oracle]") {
  Builder b;
  ValueId x = b.input(Tensor(f32, {0, 2})), i = b.input(Tensor(i64, {0, 2}));
  b.add(Gather{0}, {x, i});
  CHECK(b.accepts({Tensor(f32, {0, 2})}));
  Builder none =
      scatterOf(tensor(f32, {1, 2}), Tensor(i64, {0}), Tensor(f32, {0}), {0, Combine::Add, false});
  CHECK(none.accepts({tensor(f32, {1, 2})}));
}

TEST_CASE("an update that may go elsewhere is added or not", "[oracle]") {
  Builder b;
  ValueId base = b.input(tensor(f32, {10, 20, quietNan, inf}));
  ValueId equal = b.input(tensor(f32, {1, 1, 1, 1}));
  ValueId update = b.input(tensor(f32, {5}));
  ValueId values = b.add(ArgReduce{false, 0, false, i32}, {equal}, {}, 2);
  ValueId index = b.add(Expand{{}, 1}, {values + 1});
  Scatter op;
  op.combine = Combine::Add;
  b.returning({b.add(op, {base, index, update})});
  auto isAccepted = [&](double first, double second, double third, double fourth) {
    return b.accepts({tensor(f32, {first, second, third, fourth})});
  };
  CHECK(isAccepted(15, 20, quietNan, inf));
  CHECK(isAccepted(10, 25, quietNan, inf));
  CHECK(isAccepted(10, 20, quietNan, inf));
  CHECK_FALSE(isAccepted(9, 20, quietNan, inf));
  CHECK_FALSE(isAccepted(15.1, 20, quietNan, inf));
  CHECK_FALSE(isAccepted(10, 26, quietNan, inf));
  CHECK_FALSE(isAccepted(10, 20, 5, inf));
  CHECK_FALSE(isAccepted(10, 20, quietNan, 5));
}
