#include "program/Tensor.h"
#include "program/Inputs.h"
#include "support/Float16.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <utility>

using namespace assay;

TEST_CASE("every f16 survives the way through double") {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    double value = fromHalf(static_cast<uint16_t>(bits));
    if (!std::isnan(value))
      CHECK(toHalf(value) == bits);
  }
}

TEST_CASE("rounding to f16 and bf16 is to nearest even, in one step") {
  CHECK(fromHalf(toHalf(2049)) == 2048);
  CHECK(fromHalf(toHalf(2051)) == 2052);
  CHECK(fromHalf(toHalf(65519.999)) == 65504);
  CHECK(std::isinf(fromHalf(toHalf(65520))));
  CHECK(fromHalf(toHalf(0x1p-25)) == 0);
  CHECK(fromHalf(toHalf(0x1.0000001p-25)) == 0x1p-24);
  CHECK(fromBFloat(toBFloat(257)) == 256);
  CHECK(fromBFloat(toBFloat(259)) == 260);
  // Through f32 this would first round to the tie 1 + 2^-8 and then down.
  CHECK(fromBFloat(toBFloat(1 + 0x1p-8 + 0x1p-40)) == 1 + 0x1p-7);
}

TEST_CASE("integers wrap in their own width") {
  CHECK(wrapTo(ElementType::I8, 128) == -128);
  CHECK(wrapTo(ElementType::I64, INT64_MIN) == INT64_MIN);
  CHECK(wrapTo(ElementType::I1, 3) == 1);
}

static Tensor make(Distribution distribution, ElementType element, const Shape &shape,
                   double low = -4, double high = 4, int64_t axis = 0, Shape extents = {}) {
  return materialise(Recipe{distribution, 7, low, high, axis, std::move(extents)}, element, shape);
}

TEST_CASE("every distribution makes every type and empty, scalar and larger shapes") {
  for (size_t i = 0; i < names(Distribution()).size(); ++i)
    for (ElementType type : allElementTypes)
      for (const Shape &shape : {Shape{}, Shape{0}, Shape{3, 0, 2}, Shape{1}, Shape{5, 7}}) {
        auto distribution = static_cast<Distribution>(i);
        if (distribution == Distribution::UniqueRows)
          continue;
        Tensor tensor = make(distribution, type, shape);
        CHECK(tensor.shape() == shape);
        CHECK(tensor == make(distribution, type, shape));
      }
}

TEST_CASE("distinct values are distinct in every line along the axis") {
  Tensor tensor = make(Distribution::Distinct, ElementType::I64, {3, 8, 2}, 0, 9, 1);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t k = 0; k < 2; ++k) {
      std::set<int64_t> seen;
      for (int64_t j = 0; j < 8; ++j)
        seen.insert(tensor.integer((i * 8 + j) * 2 + k));
      CHECK(seen.size() == 8);
      CHECK(*seen.begin() >= 0);
      CHECK(*seen.rbegin() <= 9);
    }
}

TEST_CASE("unique rows differ and stay inside") {
  Tensor tensor = make(Distribution::UniqueRows, ElementType::I32, {12, 2}, 0, 0, 0, {3, 4});
  std::set<std::pair<int64_t, int64_t>> seen;
  for (int64_t row = 0; row < 12; ++row) {
    seen.emplace(tensor.integer(2 * row), tensor.integer(2 * row + 1));
    CHECK(tensor.integer(2 * row) < 3);
    CHECK(tensor.integer(2 * row + 1) < 4);
  }
  CHECK(seen.size() == 12);
}

TEST_CASE("ramps go up and down and stop at their end") {
  Tensor up = make(Distribution::Ascending, ElementType::F32, {6}, 0, 3);
  Tensor down = make(Distribution::Descending, ElementType::F32, {6}, 0, 3);
  for (int64_t i = 0; i < 6; ++i) {
    CHECK(up.real(i) == std::min<double>(static_cast<double>(i), 3));
    CHECK(down.real(i) == std::max<double>(3 - static_cast<double>(i), 0));
  }
}
