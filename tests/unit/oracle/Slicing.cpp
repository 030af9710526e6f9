#include "Builder.h"

using namespace assay;

static constexpr ElementType f32 = ElementType::F32, i32 = ElementType::I32;

static Tensor ramp(ElementType type, const Shape &shape) {
  Tensor result(type, shape);
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, static_cast<double>(i));
  return result;
}

TEST_CASE("slices with offsets, strides and dropped dims", "[oracle]") {
  Builder b;
  ValueId x = b.input(ramp(i32, {3, 5}));
  b.add(ExtractSlice{{1, 0}, {2, 3}, {1, 2}, {}}, {x});
  b.add(ExtractSlice{{2, 1}, {1, 2}, {1, 3}, {0}}, {x});
  b.add(ExtractSlice{{1, 1}, {1, 1}, {1, 1}, {0, 1}}, {x});
  b.add(ExtractSlice{{3, 5}, {0, 0}, {1, 1}, {}}, {x});
  CHECK(b.accepts({tensor(i32, {2, 3}, {5, 7, 9, 10, 12, 14}), tensor(i32, {11, 14}),
                   tensor(i32, {}, {6}), Tensor(i32, {0, 0})}));
}

TEST_CASE("an insert into one column leaves the others", "[oracle]") {
  Builder b;
  ValueId column = b.input(tensor(i32, {7, 8, 9})), base = b.input(ramp(i32, {3, 2}));
  b.add(InsertSlice{{0, 1}, {1, 1}, {1}}, {column, base});
  CHECK(b.accepts({tensor(i32, {3, 2}, {0, 7, 2, 8, 4, 9})}));
  CHECK_FALSE(b.accepts({tensor(i32, {3, 2}, {7, 1, 8, 3, 9, 5})}));
  Builder strided;
  ValueId source = strided.input(tensor(f32, {2}, {-1, -2}));
  base = strided.input(ramp(f32, {5}));
  strided.add(InsertSlice{{1}, {3}, {}}, {source, base});
  CHECK(strided.accepts({tensor(f32, {0, -1, 2, 3, -2})}));
}

TEST_CASE("concat and pad, also of nothing", "[oracle]") {
  Builder b;
  ValueId x = b.input(ramp(f32, {2, 1})), y = b.input(tensor(f32, {2, 2}, {5, 6, 7, 8}));
  ValueId none = b.input(Tensor(f32, {2, 0}));
  b.add(Concat{1}, {x, none, y});
  b.add(Pad{{1, 0}, {0, 2}, -3}, {x});
  b.add(Pad{{0, 1}, {0, 0}, 4}, {none});
  b.add(Concat{0}, {none});
  CHECK(b.accepts({tensor(f32, {2, 3}, {0, 5, 6, 1, 7, 8}),
                   tensor(f32, {3, 3}, {-3, -3, -3, 0, -3, -3, 1, -3, -3}),
                   tensor(f32, {2, 1}, {4, 4}), Tensor(f32, {2, 0})}));
}
