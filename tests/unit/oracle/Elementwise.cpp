#include "Builder.h"

using namespace assay;

static Builder binaryOf(BinaryKind kind, Tensor x, Tensor y, bool isUnsigned = false) {
  Builder b;
  ValueId l = b.input(std::move(x)), r = b.input(std::move(y));
  b.add(Binary{kind, isUnsigned}, {l, r});
  return b;
}

TEST_CASE("small integers in floats stay exact through elementwise arithmetic", "[oracle]") {
  for (ElementType type : {ElementType::F64, ElementType::F32, ElementType::F16, ElementType::BF16}) {
    Tensor x = tensor(type, {3, -4, 0, 6}), y = tensor(type, {2, 2, 5, -3});
    for (auto [kind, expected] : {std::pair(BinaryKind::Add, std::vector<double>{5, -2, 5, 3}),
                                  std::pair(BinaryKind::Mul, std::vector<double>{6, -8, 0, -18}),
                                  std::pair(BinaryKind::Div, std::vector<double>{1.5, -2, 0, -2}),
                                  std::pair(BinaryKind::Max, std::vector<double>{3, 2, 5, 6})}) {
      Builder b = binaryOf(kind, x, y);
      CHECK(b.evaluate().isExact(2));
      CHECK(elementsOf(*b.evaluate().tensor(2)) == expected);
    }
  }
}

TEST_CASE("a single rounding on exact operands has one answer", "[oracle]") {
  // 1 + 2^-11 is half way between two f16 numbers: to even is 1. 1/3 rounds up in f16.
  Builder sum = binaryOf(BinaryKind::Add, tensor(ElementType::F16, {1}),
                         tensor(ElementType::F16, {0x1p-11}));
  CHECK(sum.accepts({tensor(ElementType::F16, {1})}));
  CHECK_FALSE(sum.accepts({tensor(ElementType::F16, {1 + 0x1p-10})}));
  CHECK_FALSE(sum.evaluate().isExact(2));
  Builder third = binaryOf(BinaryKind::Div, tensor(ElementType::F32, {1}), tensor(ElementType::F32, {3}));
  CHECK(third.accepts({tensor(ElementType::F32, {1.0f / 3})}));
  CHECK_FALSE(third.accepts({tensor(ElementType::F32, {std::nextafterf(1.0f / 3, 0)})}));
}
