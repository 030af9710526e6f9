#include "program/types/Tensor.h"
#include "program/Inputs.h"
#include "support/Float16.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
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

TEST_CASE(
    "f16 and bf16 round what is subnormal to their least unit, and what is too large to infinity") {
  for (const double sign : {1.0, -1.0}) {
    const uint16_t bit = sign < 0 ? 0x8000 : 0;
    CHECK(toHalf(sign * 0x1p-24) == (bit | 1));
    CHECK(toHalf(sign * 0x3p-25) == (bit | 2));
    CHECK(toHalf(sign * 0x1.ff8p-15) == (bit | 0x3ff));
    CHECK(toHalf(sign * 0x1.ffcp-15) == (bit | 0x400));
    CHECK(toBFloat(sign * 0x1p-133) == (bit | 1));
    CHECK(toBFloat(sign * 0x1p-134) == bit);
    CHECK(toBFloat(sign * 0x1.8p-134) == (bit | 1));
    CHECK(toBFloat(sign * 0x1p-1074) == bit);
    CHECK(toBFloat(sign * 0x1.fep127) == (bit | 0x7f7f));
    CHECK(toBFloat(sign * 0x1.ffp127) == (bit | 0x7f80));
    CHECK(toHalf(sign * HUGE_VAL) == (bit | 0x7c00));
    CHECK(toBFloat(sign * HUGE_VAL) == (bit | 0x7f80));
    CHECK(toHalf(std::copysign(std::nan("0x123"), sign)) == (bit | 0x7e00));
    CHECK(toBFloat(std::copysign(std::nan("0x123"), sign)) == (bit | 0x7fc0));
    CHECK(std::signbit(fromHalf(bit)) == (sign < 0));
    CHECK(fromHalf(static_cast<uint16_t>(bit | 0x3ff)) == sign * 0x3ffp-24);
  }
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

TEST_CASE("unique rows of more places than an integer counts differ and stay inside") {
  constexpr int64_t extent = int64_t(1) << 24, depth = 4; // 2^96 places
  Tensor tensor =
      make(Distribution::UniqueRows, ElementType::I64, {3, depth}, 0, 0, 0, Shape(depth, extent));
  std::set<std::vector<int64_t>> seen;
  for (int64_t row = 0; row < 3; ++row) {
    std::vector<int64_t> indices;
    for (int64_t i = 0; i < depth; ++i)
      indices.push_back(tensor.integer(depth * row + i));
    CHECK(*std::ranges::min_element(indices) >= 0);
    CHECK(*std::ranges::max_element(indices) < extent);
    seen.insert(indices);
  }
  CHECK(seen.size() == 3);
}

TEST_CASE("ramps go up and down and stop at their end") {
  Tensor up = make(Distribution::Ascending, ElementType::F32, {6}, 0, 3);
  Tensor down = make(Distribution::Descending, ElementType::F32, {6}, 0, 3);
  for (int64_t i = 0; i < 6; ++i) {
    CHECK(up.real(i) == std::min<double>(static_cast<double>(i), 3));
    CHECK(down.real(i) == std::max<double>(3 - static_cast<double>(i), 0));
  }
}

/// The elements of a float input with special values among them, by what they are.
struct Kinds {
  int64_t nan = 0, infinite = 0, other = 0;
};
static Kinds kindsOf(Special special, uint64_t seed) {
  Recipe recipe{Distribution::Uniform, seed, 1, 2, 0, {}, special};
  const Tensor tensor = materialise(recipe, ElementType::F16, {50, 8});
  Recipe plain = recipe;
  plain.special = Special::None;
  const Tensor without = materialise(plain, ElementType::F16, {50, 8});
  Kinds kinds;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    kinds.nan += std::isnan(tensor.real(i));
    kinds.infinite += std::isinf(tensor.real(i));
    if (std::isfinite(tensor.real(i)) && special != Special::Any)
      CHECK(tensor.real(i) == without.real(i));
    kinds.other += tensor.real(i) != without.real(i);
  }
  return kinds;
}

TEST_CASE("special values stand here and there, and leave the other elements as they are") {
  int64_t few = 0, infinities = 0, nans = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Kinds none = kindsOf(Special::None, seed), nan = kindsOf(Special::Nan, seed),
                infinite = kindsOf(Special::Infinite, seed), any = kindsOf(Special::Any, seed);
    CHECK(none.other == 0);
    CHECK(nan.nan >= 1);
    CHECK(nan.nan < 300);
    CHECK(nan.infinite == 0);
    CHECK(infinite.infinite >= 1);
    CHECK(infinite.nan == 0);
    CHECK(any.other >= 1);
    few += nan.nan == 1;
    nans += any.nan > 0;
    infinities += any.infinite > 0;
  }
  CHECK(few >= 10);
  CHECK(nans >= 10);
  CHECK(infinities >= 10);
}

TEST_CASE("a special value may stand in all places") {
  bool hasPositive = false, hasNegative = false;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    CHECK(kindsOf(Special::AllNan, seed).nan == 400);
    CHECK(kindsOf(Special::AllInfinite, seed).infinite == 400);
    const Recipe recipe{Distribution::Uniform, seed, 1, 2, 0, {}, Special::AllInfinite};
    const Tensor tensor = materialise(recipe, ElementType::F32, {2});
    CHECK(tensor.real(0) == tensor.real(1));
    (tensor.real(0) > 0 ? hasPositive : hasNegative) = true;
  }
  CHECK((hasPositive && hasNegative));
}

TEST_CASE("integers have the least, the greatest and those around 0 among them, and nothing else") {
  const std::set<int64_t> specials{0, 1, -1, INT32_MIN, INT32_MIN + 1, INT32_MAX};
  std::set<int64_t> seen;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    int64_t count = 0;
    const Recipe recipe{Distribution::Integers, seed, 7, 8, 0, {}, Special::Any};
    const Tensor tensor = materialise(recipe, ElementType::I32, {40});
    for (int64_t i = 0; i < tensor.size(); ++i)
      if (const int64_t element = tensor.integer(i); element != 7 && element != 8) {
        CHECK(specials.contains(element));
        seen.insert(element);
        ++count;
      }
    CHECK(count > 0);
  }
  CHECK(seen == specials);
  for (Special none : {Special::Infinite, Special::Nan}) {
    const Recipe recipe{Distribution::Equal, 3, 7, 7, 0, {}, none};
    const Tensor tensor = materialise(recipe, ElementType::I32, {40});
    for (int64_t i = 0; i < tensor.size(); ++i)
      CHECK(tensor.integer(i) == 7);
  }
}

TEST_CASE("halves lie between integers, or between neighbours of a narrower type") {
  const Tensor tensor = make(Distribution::Halves, ElementType::F32, {400}, -8, 8);
  int64_t ofIntegers = 0, ofShort = 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    const double x = tensor.real(i);
    CHECK(std::fabs(x) <= 8);
    ofIntegers += x - std::floor(x) == 0.5;
    for (ElementType narrow : {ElementType::F16, ElementType::BF16}) {
      const double unit = std::ldexp(1.0, std::ilogb(x) - precision(narrow));
      ofShort += std::fmod(std::fabs(x) / unit, 2) == 1;
    }
  }
  CHECK(ofIntegers >= 120);
  CHECK(ofShort >= 120);
}

TEST_CASE("edges are mostly the first and the last; unlike numbers change sign and are not 0") {
  const Tensor edges = make(Distribution::Edges, ElementType::I32, {200}, 0, 40);
  int64_t first = 0, last = 0;
  for (int64_t i = 0; i < edges.size(); ++i) {
    first += edges.integer(i) == 0;
    last += edges.integer(i) == 40;
  }
  CHECK(first >= 50);
  CHECK(last >= 50);
  CHECK(first + last < 200);
  const Tensor unlike = make(Distribution::Unlike, ElementType::I8, {50}, -3, 9);
  for (int64_t i = 0; i < unlike.size(); ++i) {
    CHECK(unlike.integer(i) != 0);
    CHECK((i == 0 || (unlike.integer(i) < 0) != (unlike.integer(i - 1) < 0)));
  }
  // Where there is one sign alone, that.
  const Tensor positive = make(Distribution::Unlike, ElementType::I8, {5}, 2, 4);
  for (int64_t i = 0; i < positive.size(); ++i)
    CHECK(positive.integer(i) >= 2);
}

TEST_CASE("of sparse elements nearly all are one integer, and the others in the range") {
  const Tensor sparse = make(Distribution::Sparse, ElementType::I16, {400}, -50, 50);
  std::map<int64_t, int> counts;
  for (int64_t i = 0; i < sparse.size(); ++i) {
    ++counts[sparse.integer(i)];
    CHECK(std::abs(sparse.integer(i)) <= 50);
  }
  const int most = std::ranges::max(counts | std::views::values);
  CHECK(most >= 340);
  CHECK(most < 400);
  // Of truth values too, which by fair bits are never alike in a whole line.
  const Tensor truths = make(Distribution::Sparse, ElementType::I1, {400}, 0, 1);
  int64_t held = 0;
  for (int64_t i = 0; i < truths.size(); ++i)
    held += truths.integer(i);
  CHECK(std::max(held, 400 - held) >= 370);
  CHECK(std::min(held, 400 - held) > 0);
}

TEST_CASE("cancelling numbers are large, and next to nothing together") {
  const Tensor tensor = make(Distribution::Cancelling, ElementType::F32, {6, 10}, 1, 1024);
  for (int64_t row = 0; row < 6; ++row) {
    double sum = 0;
    for (int64_t i = 0; i < 10; ++i) {
      CHECK(std::fabs(tensor.real(10 * row + i)) >= 1023);
      sum += tensor.real(10 * row + i);
    }
    CHECK(std::fabs(sum) <= 10);
  }
}
