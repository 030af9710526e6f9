#include "Builder.h"

using namespace assay;

static constexpr ElementType f32 = ElementType::F32, c64 = ElementType::C64, i32 = ElementType::I32;

static Tensor ramp(ElementType type, const Shape &shape) {
  Tensor result(type, shape);
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, static_cast<double>(i));
  return result;
}

TEST_CASE("a transpose by a permutation that is not its own inverse", "[oracle]") {
  Builder b;
  ValueId x = b.input(ramp(f32, {2, 1, 3}));
  b.add(Transpose{{1, 2, 0}}, {x});
  CHECK(b.accepts({tensor(f32, {1, 3, 2}, {0, 3, 1, 4, 2, 5})}));
  CHECK_FALSE(b.accepts({tensor(f32, {1, 3, 2}, {0, 1, 2, 3, 4, 5})}));
  CHECK_FALSE(b.accepts({tensor(f32, {3, 1, 2}, {0, 3, 1, 4, 2, 5})}));
}

TEST_CASE("broadcast, reverse and reshapes", "[oracle]") {
  Builder b;
  ValueId x = b.input(ramp(i32, {2, 2}));
  ValueId y = b.input(ramp(i32, {2}));
  b.add(Broadcast{{2, 3}, {1}}, {y});
  b.add(Broadcast{{3, 2}, {0}}, {y});
  b.add(Reverse{{0, 1}}, {x});
  b.add(Reverse{{1}}, {x});
  ValueId flat = b.add(Collapse{{{0, 1}}}, {x});
  b.add(Expand{{{Dim(4), Dim(1)}}}, {flat});
  b.add(DimCast{{0}}, {x});
  CHECK(b.accepts({tensor(i32, {2, 3}, {0, 0, 0, 1, 1, 1}), tensor(i32, {3, 2}, {0, 1, 0, 1, 0, 1}),
                   tensor(i32, {2, 2}, {3, 2, 1, 0}), tensor(i32, {2, 2}, {1, 0, 3, 2}),
                   ramp(i32, {4}), ramp(i32, {4, 1}), ramp(i32, {2, 2})}));
}

TEST_CASE("both parts of complex numbers move", "[oracle]") {
  Builder b;
  Tensor x(c64, {2, 2});
  for (int64_t i = 0; i < 4; ++i)
    x.setComplex(i, {static_cast<double>(i), static_cast<double>(10 + i)});
  ValueId value = b.input(x);
  ValueId moved = b.add(Transpose{{1, 0}}, {value});
  ValueId slice = b.add(ExtractSlice{{1, 0}, {1, 2}, {1, 1}, {0}}, {moved});
  ValueId joined = b.add(Concat{0}, {slice, slice});
  b.add(Unary{UnaryKind::Imag}, {joined});
  b.returning({joined + 1});
  CHECK(b.accepts({tensor(f32, {11, 13, 11, 13})}));
}

TEST_CASE("layout ops on rank 0 and on no elements", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {}, {4})), none = b.input(Tensor(f32, {2, 0}));
  b.add(Transpose{{}}, {x});
  b.add(Broadcast{{Dim(2)}, {0}}, {x});
  b.add(Expand{{}, 2}, {x});
  b.add(Reverse{{1}}, {none});
  b.add(Transpose{{1, 0}}, {none});
  CHECK(b.accepts({tensor(f32, {}, {4}), tensor(f32, {4, 4}), tensor(f32, {1, 1}, {4}),
                   Tensor(f32, {2, 0}), Tensor(f32, {0, 2})}));
}

TEST_CASE("what is moved stays what it was: correctly rounded", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(f32, {1, 3})), y = b.input(tensor(f32, {3, 1}));
  ValueId quotient = b.add(Binary{BinaryKind::Div}, {x, y});
  ValueId reversed = b.add(Reverse{{0}}, {quotient});
  b.returning({reversed});
  CHECK(b.accepts({tensor(f32, {3, 1.0f / 3})}));
  CHECK_FALSE(b.accepts({tensor(f32, {3, std::nextafterf(1.0f / 3, 1)})}));
}
