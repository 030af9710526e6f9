#include "Builder.h"

using namespace assay;

static constexpr ElementType f16 = ElementType::F16, f32 = ElementType::F32,
                             bf16 = ElementType::BF16, i8 = ElementType::I8, i32 = ElementType::I32;

static Contraction matmul(ElementType result, bool isUnsigned = false) {
  return {{0, 2}, {2, 1}, {0, 1}, result, isUnsigned};
}

TEST_CASE("a product of integer matrices is exact in float types", "[oracle]") {
  for (ElementType type : {f32, f16, bf16}) {
    Builder b;
    ValueId x = b.input(tensor(type, {2, 2}, {1, 2, 3, 4}));
    ValueId y = b.input(tensor(type, {2, 2}, {5, 6, 7, 8}));
    ValueId z = b.add(matmul(type), {x, y});
    CHECK(b.evaluate().isExact(z));
    CHECK(elementsOf(*b.evaluate().tensor(z)) == std::vector<double>{19, 22, 43, 50});
  }
}

TEST_CASE("exactness ends where a partial sum needs more bits than the accumulator has",
          "[oracle]") {
  // 128 + 128 = 2^8 is exact in bf16 in any order, 128 + 131 is not.
  for (auto [last, exact] : {std::pair(128.0, true), std::pair(131.0, false)}) {
    Builder b;
    ValueId x = b.input(tensor(bf16, {1, 2}, {128, last}));
    ValueId y = b.input(tensor(bf16, {2, 1}, {1, 1}));
    ValueId narrow = b.add(matmul(bf16), {x, y});
    ValueId wide = b.add(matmul(f32), {x, y});
    CHECK(b.evaluate().isExact(narrow) == exact);
    CHECK(b.evaluate().isExact(wide));
  }
}

TEST_CASE("one row that is not exact leaves the others exact", "[oracle]") {
  Builder rows;
  ValueId x = rows.input(tensor(f32, {2, 2}, {1, 2, 0.1, 0.3}));
  ValueId y = rows.input(tensor(f32, {2, 1}, {3, 5}));
  ValueId z = rows.add(matmul(f32), {x, y});
  CHECK(rows.evaluate().bound(z, 0) == 0);
  CHECK(rows.evaluate().bound(z, 1) > 0);
}

TEST_CASE("index maps may transpose, batch, and sum over one side alone", "[oracle]") {
  Builder b;
  // out[n, b, m] = sum over k and e of x[k, b, m, e] * y[n, k, b]
  Tensor x(f32, {2, 1, 3, 2}), y(f32, {2, 2, 1});
  for (int64_t i = 0; i < x.size(); ++i)
    x.setReal(i, static_cast<double>(i));
  for (int64_t i = 0; i < y.size(); ++i)
    y.setReal(i, static_cast<double>(i + 1));
  ValueId l = b.input(x), r = b.input(y);
  ValueId z = b.add(Contraction{{3, 0, 1, 4}, {2, 3, 0}, {2, 0, 1}, f32}, {l, r});
  // x summed over e: k=0: 1, 5, 9; k=1: 13, 17, 21. y: n=0: 1, 2; n=1: 3, 4.
  CHECK(elementsOf(*b.evaluate().tensor(z)) == std::vector<double>{27, 39, 51, 55, 83, 111});
  CHECK(b.evaluate().tensor(z)->shape() == Shape{2, 1, 3});
}

TEST_CASE("a contraction adds its destination, also over nothing", "[oracle]") {
  Builder b;
  ValueId x = b.input(Tensor(f32, {2, 0})), y = b.input(Tensor(f32, {0, 1}));
  ValueId initial = b.input(tensor(f32, {2, 1}, {7, -1}));
  ValueId z = b.add(matmul(f32), {x, y}, initial);
  ValueId zero = b.add(matmul(f32), {x, y});
  CHECK(elementsOf(*b.evaluate().tensor(z)) == std::vector<double>{7, -1});
  CHECK(elementsOf(*b.evaluate().tensor(zero)) == std::vector<double>{0, 0});
  Builder outer;
  x = outer.input(tensor(f32, {2}, {2, 3}));
  y = outer.input(tensor(f32, {2}, {10, 100}));
  initial = outer.input(tensor(f32, {2, 2}, {1, 1, 1, 1}));
  z = outer.add(Contraction{{0}, {1}, {0, 1}, f32}, {x, y}, initial);
  CHECK(elementsOf(*outer.evaluate().tensor(z)) == std::vector<double>{21, 201, 31, 301});
}

TEST_CASE("a single product rounds correctly", "[oracle]") {
  Builder b;
  const double x = 1 + 0x1p-10;
  ValueId l = b.input(tensor(f16, {1, 1}, {x})), r = b.input(tensor(f16, {1, 1}, {x}));
  b.add(matmul(f16), {l, r});
  CHECK(b.accepts({tensor(f16, {1, 1}, {1 + 0x1p-9})}));
  CHECK_FALSE(b.accepts({tensor(f16, {1, 1}, {1 + 0x1p-9 + 0x1p-10})}));
}

TEST_CASE("integers extend by sign or by zeros before they are multiplied, and wrap", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(i8, {1, 2}, {-1, 2})), y = b.input(tensor(i8, {2, 1}, {-1, 100}));
  ValueId bySign = b.add(matmul(i32), {x, y});
  ValueId byZeros = b.add(matmul(i32, true), {x, y});
  ValueId wrapped = b.add(matmul(i8), {x, y});
  CHECK(b.evaluate().tensor(bySign)->integer(0) == 201);
  CHECK(b.evaluate().tensor(byZeros)->integer(0) == 255 * 255 + 200);
  CHECK(b.evaluate().tensor(wrapped)->integer(0) == wrapTo(i8, 201));
}

TEST_CASE("each operand extends by sign or by zeros on its own", "[oracle]") {
  Builder b;
  // 255 * -1 + 254 * 3, and the same with the signs of the sides exchanged.
  ValueId x = b.input(tensor(i8, {1, 2}, {-1, -2})), y = b.input(tensor(i8, {2, 1}, {-1, 3}));
  Contraction unsignedLeft = matmul(i32, true), unsignedRight = matmul(i32);
  unsignedLeft.rhsUnsigned = false;
  unsignedRight.rhsUnsigned = true;
  ValueId left = b.add(unsignedLeft, {x, y}), right = b.add(unsignedRight, {x, y});
  CHECK(b.evaluate().tensor(left)->integer(0) == -255 + 254 * 3);
  CHECK(b.evaluate().tensor(right)->integer(0) == -255 - 2 * 3);
}

TEST_CASE("a wider operand needs no extension, whatever the sign of the other", "[oracle]") {
  Builder b;
  ValueId x = b.input(tensor(i8, {1, 2}, {-1, 2})), y = b.input(tensor(i32, {2, 1}, {-1, 100}));
  Contraction op = matmul(i32, true);
  op.rhsUnsigned = false;
  ValueId mixed = b.add(op, {x, y}), same = b.add(matmul(i32, true), {x, y});
  CHECK(b.evaluate().tensor(mixed)->integer(0) == -255 + 200);
  CHECK(b.evaluate().tensor(same)->integer(0) == -255 + 200);
}

TEST_CASE("infinities and NaN spoil only the elements they take part in", "[oracle]") {
  const double inf = HUGE_VAL;
  Builder b;
  ValueId x = b.input(tensor(f32, {3, 2}, {1, 2, inf, 1, inf, -inf}));
  ValueId y = b.input(tensor(f32, {2, 1}, {3, 4}));
  b.add(matmul(f32), {x, y});
  CHECK(b.accepts({tensor(f32, {3, 1}, {11, inf, std::nan("")})}));
  CHECK_FALSE(b.accepts({tensor(f32, {3, 1}, {11, -inf, std::nan("")})}));
  CHECK_FALSE(b.accepts({tensor(f32, {3, 1}, {11, inf, inf})}));
  CHECK_FALSE(b.accepts({tensor(f32, {3, 1}, {12, inf, std::nan("")})}));
}

TEST_CASE("a sum that bf16 cannot bound says nothing", "[oracle]") {
  Builder b;
  Tensor x(bf16, {1, 300}), y(bf16, {300, 1});
  for (int64_t i = 0; i < 300; ++i) {
    x.setReal(i, 0.1 * static_cast<double>(i % 7));
    y.setReal(i, 0.3);
  }
  ValueId l = b.input(x), r = b.input(y);
  ValueId z = b.add(matmul(bf16), {l, r});
  ValueId wide = b.add(matmul(f32), {l, r});
  CHECK_FALSE(b.evaluate().tensor(z));
  CHECK(b.evaluate().bound(wide, 0) < 1e-3);
}
