#include "Builder.h"

#include <random>

using namespace assay;

/// What softmax of the line is in f32 arithmetic, with exp correctly rounded.
static std::vector<double> softmaxInFloat(const std::vector<double> &x) {
  std::vector<double> powers;
  float sum = 0;
  for (double number : x) {
    powers.push_back(static_cast<float>(std::exp(number)));
    sum += static_cast<float>(powers.back());
  }
  for (double &power : powers)
    power = static_cast<float>(power) / sum;
  return powers;
}

TEST_CASE("a weight of softmax may be rounded up twice below the normal numbers", "[oracle]") {
  // exp(-103.9695) is just above half the least subnormal, and its quotient by the sum just below.
  const std::vector<double> line = {0, -5, static_cast<float>(-103.9695)};
  const std::vector<double> weights = softmaxInFloat(line);
  REQUIRE(weights[2] == 0x1p-149);
  Builder b;
  b.add(Softmax{0}, {b.input(tensor(ElementType::F32, line))});
  CHECK(b.accepts({tensor(ElementType::F32, weights)}));
  CHECK(b.accepts({tensor(ElementType::F32, {weights[0], weights[1], 0})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F32, {weights[0], weights[1], 0x1p-140})}));
}

TEST_CASE("a function's ulps are those of the subnormal numbers where its result is one",
          "[oracle]") {
  Builder b;
  b.add(Unary{UnaryKind::Exp}, {b.input(tensor(ElementType::F32, {-103.96, 0}))});
  CHECK(b.accepts({tensor(ElementType::F32, {0x1p-148, 1})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F32, {0x1p-140, 1})}));
}

TEST_CASE("the root of a great number is off by what the number is", "[oracle]") {
  Builder b;
  const ValueId root = b.input(tensor(ElementType::F32, {0.3})),
                great = b.input(tensor(ElementType::F64, {1e276})),
                rounded = b.add(Unary{UnaryKind::Erf}, {root}),
                wide = b.add(Cast{ElementType::F64}, {rounded}),
                product = b.add(Binary{BinaryKind::Mul}, {wide, great});
  b.returning({b.add(Unary{UnaryKind::Rsqrt}, {product})});
  const auto erf = static_cast<float>(std::erf(static_cast<float>(0.3)));
  for (const float seen : {erf, std::nextafter(erf, 0.0F), std::nextafter(erf, 1.0F)})
    CHECK(
        b.accepts({tensor(ElementType::F64, {1 / std::sqrt(static_cast<double>(seen) * 1e276)})}));
  CHECK_FALSE(b.accepts({tensor(ElementType::F64, {1 / std::sqrt(erf * 1.00001 * 1e276)})}));
}

TEST_CASE("a product that is subnormal in the oracle's own arithmetic is inside its bound",
          "[oracle]") {
  // What rounding to f32 loses of the factor is known, so that the product is at the end of the
  // bound.
  std::mt19937_64 engine(7);
  std::uniform_real_distribution<double> number(1, 2);
  for (int i = 0; i < 500; ++i) {
    const double x = number(engine), y = std::ldexp(number(engine), -1030);
    const double product = static_cast<float>(x) * y;
    INFO(x << " " << y);
    for (bool isSum : {false, true}) {
      Builder b;
      const ValueId given = b.input(tensor(ElementType::F64, {x})),
                    other = b.input(tensor(ElementType::F64, {y})),
                    narrowed = b.add(Cast{ElementType::F32}, {given}),
                    factor = b.add(Cast{ElementType::F64}, {narrowed});
      const ValueId last = isSum
                               ? b.add(Contraction{{0}, {0}, {}, ElementType::F64}, {factor, other})
                               : b.add(Binary{BinaryKind::Mul}, {factor, other});
      b.returning({last});
      const Tensor result = tensor(ElementType::F64, isSum ? Shape{} : Shape{1}, {product});
      CHECK(b.accepts({result}));
    }
  }
}
