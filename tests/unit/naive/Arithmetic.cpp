#include "naive/Arithmetic.h"

#include "support/Random.h"

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>

using namespace assay;
using namespace assay::naive;

TEST_CASE("rounding to f32 and f64 is the machine's") {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    auto value = std::bit_cast<double>(random.next());
    if (std::isnan(value))
      continue;
    CHECK(roundReal(ElementType::F32, value) == static_cast<float>(value));
    long double between = value + std::ldexp(static_cast<long double>(value), -54);
    CHECK(roundReal(ElementType::F64, between) == static_cast<double>(between));
  }
}

TEST_CASE("rounding to f16 and bf16 takes ties to even, and overflows from the midpoint on") {
  CHECK(roundReal(ElementType::F16, 2049) == 2048);
  CHECK(roundReal(ElementType::F16, 2051) == 2052);
  CHECK(roundReal(ElementType::F16, -2049) == -2048);
  CHECK(roundReal(ElementType::F16, 65519.99L) == 65504);
  CHECK(std::isinf(roundReal(ElementType::F16, 65520)));
  CHECK(roundReal(ElementType::F16, 0x1p-25L) == 0);
  CHECK(roundReal(ElementType::F16, 0x1.8p-24L) == 0x1p-23L);
  CHECK(roundReal(ElementType::BF16, 257) == 256);
  CHECK(roundReal(ElementType::BF16, 259) == 260);
  CHECK(roundReal(ElementType::BF16, 0x1p-133L) == 0x1p-133L);
  CHECK(std::isinf(roundReal(ElementType::BF16, 0x1.ffp127L)));
  CHECK(std::isnan(roundReal(ElementType::F16, std::nanl(""))));
}

TEST_CASE("a tensor comes back from an array bit for bit") {
  for (ElementType type : allElementTypes) {
    Tensor tensor(type, {3, 2});
    for (int64_t i = 0; i < tensor.size(); ++i)
      if (isComplex(type))
        tensor.setComplex(i, {0.5 * static_cast<double>(i), -1});
      else
        tensor.set(i, isBool(type) ? static_cast<double>(i % 2) : static_cast<double>(i) - 3);
    CHECK(toTensor(fromTensor(tensor)) == tensor);
  }
}

TEST_CASE("all bits of f16 and bf16 come back from an array") {
  for (ElementType type : {ElementType::F16, ElementType::BF16}) {
    Tensor tensor(type, {0x10000});
    auto *bits = reinterpret_cast<uint16_t *>(tensor.data());
    for (int i = 0; i < 0x10000; ++i)
      bits[i] = static_cast<uint16_t>(i);
    const Tensor back = toTensor(fromTensor(tensor));
    const auto *backBits = reinterpret_cast<const uint16_t *>(back.data());
    for (int i = 0; i < 0x10000; ++i)
      if (!std::isnan(tensor.real(i)))
        CHECK(backBits[i] == bits[i]);
      else
        CHECK(std::isnan(back.real(i)));
  }
}

TEST_CASE("backwards arithmetic keeps f16 in f32, and fuses") {
  Arithmetic rounded(Style::Rounded), backwards(Style::Backwards);
  CHECK(rounded.add(ElementType::F16, 2048, 1) == 2048);
  CHECK(backwards.add(ElementType::F16, 2048, 1) == 2049);
  const long double x = 1 + 0x1p-23L;
  CHECK(rounded.multiplyAdd(ElementType::F32, x, x, -1 - 0x1p-22L) == 0);
  CHECK(backwards.multiplyAdd(ElementType::F32, x, x, -1 - 0x1p-22L) == 0x1p-46L);
}

TEST_CASE("integers wrap, and extend by sign or by zero") {
  CHECK(wrapInteger(ElementType::I8, 128) == -128);
  CHECK(wrapInteger(ElementType::I1, 3) == 1);
  CHECK(zeroExtended(ElementType::I16, -1) == 65535);
  CHECK(extended(ElementType::I8, ElementType::I32, true, {0, 0, -1}).integer == 255);
  CHECK(extended(ElementType::I8, ElementType::I32, false, {0, 0, -1}).integer == -1);
}

TEST_CASE("each style sums in its own order") {
  // In f32, 1 and 2 are lost beside 2^25, and 4 is not.
  const long double big = 0x1p25L;
  const auto sum = [](Style style, std::vector<Term> terms) {
    return Arithmetic(style).sum(ElementType::F32, 0, std::move(terms));
  };
  const std::vector<Term> terms = {{1}, {1}, {big}, {1}, {1}, {-big}};
  CHECK(sum(Style::Wide, terms) == 4);
  CHECK(sum(Style::Rounded, terms) == 0);    // all of them are lost
  CHECK(sum(Style::Backwards, terms) == 2);  // the first two, which come behind big - big, are not
  CHECK(sum(Style::Descending, terms) == 4); // big - big first
  CHECK(sum(Style::BySign, terms) == 0);     // big and four ones, which are lost, then - big
  CHECK(sum(Style::Pairwise, {{big}, {1}, {1}, {1}, {1}, {1}, {1}}) == big + 4);
  CHECK(sum(Style::Lanes, {{big}, {1}, {1}, {1}, {-big}, {1}, {1}, {1}}) == 6);
  CHECK(sum(Style::Rounded, {{big}, {1}, {1}, {1}, {-big}, {1}, {1}, {1}}) == 3);
  const long double x = 1 + 0x1p-23L;
  CHECK(sum(Style::Fused, {{-1 - 0x1p-22L}, {x, x}}) == 0x1p-46L);
  CHECK(sum(Style::Lanes, {{-1 - 0x1p-22L}, {x, x}}) == 0);
  CHECK(Arithmetic(Style::Pairwise).product(ElementType::F32, 1, {2, 3, 4}) == 24);
}
